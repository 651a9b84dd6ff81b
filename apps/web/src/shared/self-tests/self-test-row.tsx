import { useLingui } from "@lingui/react/macro";
import { ActionIcon, Badge, Group, Text } from "@mantine/core";
import { IconTrash } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import {
  type SelfTestResult,
  type SelfTest,
  type WhyNotTested,
  deleteSelfTest,
} from "@verandah/contract/self-tests.ts";
import { useState } from "react";

import { useSession } from "#data/query/session.ts";
import { useChange } from "#data/query/use-change.ts";
import { fullText } from "#shared/format/time.ts";
import { DeleteQuestion } from "#shared/ui/dialogs/delete-question.tsx";
import { showToast, toastFailure } from "#shared/ui/feedback/toast.ts";

interface Props {
  test: SelfTest;
  /** Of its kind. */
  name: string;
  canDelete: boolean;
}

const ERROR_COLOR = "var(--mantine-color-error)";

/** One test with its results, or with a button that deletes it while it is planned. */
export function SelfTestRow({ test, name, canDelete }: Props) {
  const { t } = useLingui();
  const { campus } = useSession();
  const [isAsked, setAsked] = useState(false);
  const when = fullText(test.plannedAt, campus.timeZone);
  const count = (wanted: SelfTestResult["result"]) =>
    test.results.filter(({ result }) => result === wanted).length;
  const failed = count("failed");
  const missed = count("not-tested");
  const passed = count("passed");
  const done = failed + missed + passed;
  const total = test.results.length;
  // Of a UPS.
  const only = test.kind === "general" || test.kind === "battery" ? test.results[0] : undefined;
  const textOf = useResultText();
  return (
    <li>
      <Group gap="xs" justify="space-between">
        <Group gap="xs">
          <Text size="sm" fw={600}>
            {when}
          </Text>
          <Text size="sm">{name}</Text>
          {test.isMonthly && <Badge variant="light" color="gray" tt="none">{t`Monthly`}</Badge>}
        </Group>
        {test.state === "planned" && !isAsked && (
          <Group gap="xs">
            <Text size="sm" c="dimmed">
              {t({ message: "Planned", comment: "State of a test" })}
            </Text>
            {canDelete && (
              <ActionIcon aria-label={t`Delete the test of ${when}`} onClick={() => setAsked(true)}>
                <IconTrash size={16} aria-hidden />
              </ActionIcon>
            )}
          </Group>
        )}
        {isAsked && <DeleteTest test={test} when={when} onClose={() => setAsked(false)} />}
        {test.state === "running" && (
          <Text size="sm" role="status">
            {only ? textOf(only) : t`Running: ${done} of ${total} done`}
          </Text>
        )}
        {test.state === "done" && (
          <Text size="sm" {...(failed > 0 && { c: ERROR_COLOR })}>
            {only ? textOf(only) : t`${failed} failed, ${missed} not tested, ${passed} passed`}
          </Text>
        )}
      </Group>
      {total > 0 && !only && <Results results={test.results} isOpen={failed > 0} />}
    </li>
  );
}

/** The result of one device in words. */
function useResultText(): (one: Pick<SelfTestResult, "result" | "why">) => string {
  const { t } = useLingui();
  const whys: Record<WhyNotTested, string> = {
    offline: t`Not tested: the device was offline`,
    "not-ready": t`Not tested: it was not on mains with a charged battery`,
    refused: t`Not tested: the command was refused`,
    "not-followed": t`Not tested: the device did not follow the command`,
    aborted: t`Not tested: the device ended the test`,
    "no-result": t`Not tested: the device reported no result in time`,
    late: t`Not tested: the server did not run at that time`,
  };
  return ({ result, why }) => {
    if (result === null) return t`Test in progress`;
    if (result === "not-tested") return whys[why ?? "no-result"];
    return result === "failed"
      ? t({ message: "Failed", comment: "Result of a test" })
      : t({ message: "Passed", comment: "Result of a test" });
  };
}

/** Failed ones first, passed ones last. */
const ORDER: readonly SelfTestResult["result"][] = ["failed", "not-tested", null, "passed"];

/** The result of each light. */
function Results({ results, isOpen }: { results: readonly SelfTestResult[]; isOpen: boolean }) {
  const { t } = useLingui();
  const { campus } = useSession();
  const textOf = useResultText();
  const sorted = results.toSorted(
    (a, b) =>
      ORDER.indexOf(a.result) - ORDER.indexOf(b.result) ||
      a.name.localeCompare(b.name, "en", { numeric: true }),
  );
  return (
    <details open={isOpen}>
      <Text component="summary" fz={14} style={{ cursor: "pointer" }}>
        {t`Results by device`}
      </Text>
      <ul>
        {sorted.map((one) => (
          <Group component="li" key={one.ssid} gap="4px 12px" align="baseline" py={2} fz={14}>
            <Link to="/admin/device" search={{ device: one.ssid }}>
              {one.name}
            </Link>
            <Text size="sm" {...(one.result === "failed" && { c: ERROR_COLOR })}>
              {textOf(one)}
            </Text>
            {one.at !== null && (
              <Text size="xs" c="dimmed">
                {fullText(one.at, campus.timeZone)}
              </Text>
            )}
          </Group>
        ))}
      </ul>
    </details>
  );
}

interface QuestionProps {
  test: SelfTest;
  when: string;
  onClose: () => void;
}

function DeleteTest({ test, when, onClose }: QuestionProps) {
  const { t } = useLingui();
  const remove = useChange(deleteSelfTest);
  const question = test.isMonthly ? t`Delete this test and its repetitions?` : t`Delete this test?`;
  return (
    <DeleteQuestion
      label={t`Delete the test of ${when}`}
      question={question}
      isDeleting={remove.isPending}
      onCancel={onClose}
      onDelete={() =>
        remove.mutate(
          { id: test.id },
          {
            onSuccess: () => showToast({ kind: "success", text: t`The test was deleted` }),
            onError: toastFailure,
          },
        )
      }
    />
  );
}
