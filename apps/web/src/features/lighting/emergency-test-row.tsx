import { useLingui } from "@lingui/react/macro";
import { ActionIcon, Badge, Group, Text } from "@mantine/core";
import { IconTrash } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import type { EmergencyResult, EmergencyTest, WhyNotTested } from "@verandah/contract/emergency-tests.ts";
import { useState } from "react";

import { useDeleteTest } from "#data/emergency-tests.queries.ts";
import { useSession } from "#data/session.ts";
import { errorText } from "#shared/error-text.ts";
import { fullText } from "#shared/format/time.ts";
import { showToast } from "#shared/ui/toast.ts";

import { DeleteQuestion } from "./delete-question.tsx";

import classes from "./lighting.module.css";

interface Props {
  test: EmergencyTest;
  canDelete: boolean;
}

const ERROR_COLOR = "var(--mantine-color-error)";

/** One test with its results, or with a button that deletes it while it is planned. */
export function EmergencyTestRow({ test, canDelete }: Props) {
  const { t } = useLingui();
  const { campus } = useSession();
  const [isAsked, setAsked] = useState(false);
  const when = fullText(test.plannedAt, campus.timeZone);
  const kinds = { function: t`Function test`, duration: t`Duration test` };
  const count = (wanted: EmergencyResult["result"]) =>
    test.results.filter(({ result }) => result === wanted).length;
  const failed = count("failed");
  const missed = count("not-tested");
  const passed = count("passed");
  const done = failed + missed + passed;
  const total = test.results.length;
  return (
    <li>
      <Group gap="xs" justify="space-between">
        <Group gap="xs">
          <Text size="sm" fw={600}>
            {when}
          </Text>
          <Text size="sm">{kinds[test.kind]}</Text>
          {test.isMonthly && (
            <Badge variant="light" color="gray" tt="none">
              {t`Monthly`}
            </Badge>
          )}
        </Group>
        {test.state === "planned" && !isAsked && (
          <Group gap="xs">
            <Text size="sm" c="dimmed">
              {t({ message: "Planned", comment: "State of a test" })}
            </Text>
            {canDelete && (
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={t`Delete the test of ${when}`}
                onClick={() => setAsked(true)}
              >
                <IconTrash size={16} aria-hidden />
              </ActionIcon>
            )}
          </Group>
        )}
        {isAsked && <DeleteTest test={test} when={when} onClose={() => setAsked(false)} />}
        {test.state === "running" && (
          <Text size="sm" role="status">{t`Running: ${done} of ${total} done`}</Text>
        )}
        {test.state === "done" && (
          <Text size="sm" {...(failed > 0 && { c: ERROR_COLOR })}>
            {t`${failed} failed, ${missed} not tested, ${passed} passed`}
          </Text>
        )}
      </Group>
      {total > 0 && <Results results={test.results} isOpen={failed > 0} />}
    </li>
  );
}

/** Failed ones first, passed ones last. */
const ORDER: readonly EmergencyResult["result"][] = ["failed", "not-tested", null, "passed"];

/** The result of each light. */
function Results({ results, isOpen }: { results: readonly EmergencyResult[]; isOpen: boolean }) {
  const { t } = useLingui();
  const { campus } = useSession();
  const whys: Record<WhyNotTested, string> = {
    offline: t`Not tested: the light was offline`,
    refused: t`Not tested: the command was refused`,
    "not-followed": t`Not tested: the light did not follow the command`,
    "no-result": t`Not tested: the light reported no result in time`,
    late: t`Not tested: the server did not run at that time`,
  };
  const wordOf = ({ result, why }: EmergencyResult): string => {
    if (result === null) return t`Test in progress`;
    if (result === "not-tested") return whys[why ?? "no-result"];
    return result === "failed"
      ? t({ message: "Failed", comment: "Result of a test" })
      : t({ message: "Passed", comment: "Result of a test" });
  };
  const sorted = results.toSorted(
    (a, b) =>
      ORDER.indexOf(a.result) - ORDER.indexOf(b.result) ||
      a.name.localeCompare(b.name, "en", { numeric: true }),
  );
  return (
    <details open={isOpen}>
      <summary className={classes["summary"]}>{t`Results by light`}</summary>
      <ul className={classes["results"]}>
        {sorted.map((one) => (
          <li key={one.ssid}>
            <Link to="/admin/device" search={{ device: one.ssid }}>
              {one.name}
            </Link>
            <Text size="sm" {...(one.result === "failed" && { c: ERROR_COLOR })}>
              {wordOf(one)}
            </Text>
            {one.at !== null && (
              <Text size="xs" c="dimmed">
                {fullText(one.at, campus.timeZone)}
              </Text>
            )}
          </li>
        ))}
      </ul>
    </details>
  );
}

interface QuestionProps {
  test: EmergencyTest;
  when: string;
  onClose: () => void;
}

function DeleteTest({ test, when, onClose }: QuestionProps) {
  const { t } = useLingui();
  const remove = useDeleteTest();
  const question = test.isMonthly ? t`Delete this test and its repetitions?` : t`Delete this test?`;
  return (
    <DeleteQuestion
      label={t`Delete the test of ${when}`}
      question={question}
      isDeleting={remove.isPending}
      onCancel={onClose}
      onDelete={() =>
        remove.mutate(test.id, {
          onSuccess: () => showToast({ kind: "success", text: t`The test was deleted` }),
          onError: (failure) => showToast({ kind: "error", text: errorText(failure) }),
        })
      }
    />
  );
}
