import { useLingui } from "@lingui/react/macro";
import { Image, Stack, Text } from "@mantine/core";
import { IconCircleCheck, IconCircleDashed, IconCircleMinus, IconCircleX } from "@tabler/icons-react";
import type { TestedPoint, TestStep } from "@verandah/contract/point-tests.ts";
import { symbolOf } from "@verandah/equipment/units.ts";

import { useSession } from "#data/query/session.ts";
import { CommandProgress } from "#shared/commands/command-progress.tsx";
import { fullText } from "#shared/format/time.ts";
import { usePointText } from "#shared/texts/use-point-text.ts";
import { FactList } from "#shared/ui/fact-list.tsx";
import { StateText } from "#shared/ui/feedback/state-text.tsx";

const icons = {
  passed: IconCircleCheck,
  failed: IconCircleX,
  skipped: IconCircleMinus,
  untested: IconCircleDashed,
};

/** The words of results. */
export function useResultText(): (of: Pick<TestedPoint, "result" | "quality">) => string {
  const { t } = useLingui();
  const words = {
    passed: t({ message: "Passed", comment: "Result of a test" }),
    failed: t({ message: "Failed", comment: "Result of a test" }),
    skipped: t({ message: "Skipped", comment: "Result of a test" }),
    untested: t({ message: "Not tested", comment: "Result of a test" }),
  };
  const doubts = {
    stale: t`The value was old`,
    suspect: t`The value was not reliable`,
    missing: t`There was no value`,
  };
  return ({ result, quality }) => {
    const word = words[result ?? "untested"];
    return quality === null || quality === "good" ? word : `${word}: ${doubts[quality]}`;
  };
}

export function ResultMark({ of }: { of: Pick<TestedPoint, "result" | "quality"> }) {
  const resultText = useResultText();
  const Icon = icons[of.result ?? "untested"];
  return (
    <StateText
      fz="sm"
      c={of.result === "failed" ? "var(--mantine-color-error)" : "dimmed"}
      style={{ whiteSpace: "normal" }}
    >
      <Icon size={16} aria-hidden style={{ flexShrink: 0 }} />
      {resultText(of)}
    </StateText>
  );
}

/** The test values of an output, each with what the device did. */
export function Steps({ point }: { point: TestedPoint }) {
  const { t } = useLingui();
  const { valueText } = usePointText();
  const { param_id: paramId, unit, deviceType, steps } = point;
  const textOf = ({ value, readBack }: TestStep) => {
    const sent = valueText(paramId, value, unit, deviceType);
    const read = readBack === null ? "–" : valueText(paramId, readBack, unit, deviceType);
    return t`Sent ${sent}, read back ${read}`;
  };
  return (
    <Stack component="ul" gap={2} aria-label={t`Test values`}>
      {steps.map((step) => (
        <Text component="li" size="sm" key={step.commandId}>
          {textOf(step)}{" "}
          <CommandProgress
            command={{ ...point, readBack: step.readBack, state: step.state, failure: step.failure }}
          />{" "}
          {step.releasedAt !== null &&
            t({ message: "Released", comment: "A test value that is no longer in force" })}
        </Text>
      ))}
    </Stack>
  );
}

/** The stored result of a point. */
export function PointFacts({ id, point }: { id: string; point: TestedPoint }) {
  const { t } = useLingui();
  const { campus } = useSession();
  const { nameOf, valueText } = usePointText();
  const {
    param_id: paramId,
    unit,
    deviceType,
    reference,
    tolerance,
    reading,
    readAt,
    testedAt,
    testedBy,
    note,
  } = point;
  const value = (of: number | null) => of !== null && valueText(paramId, of, unit, deviceType);
  const name = nameOf(paramId, deviceType);
  return (
    <Stack gap="xs">
      <FactList
        isPlain
        facts={[
          [t`Reference`, value(reference)],
          [t`Tolerance`, tolerance !== null && `± ${tolerance} ${symbolOf(unit)}`.trimEnd()],
          [t`Reading`, value(reading)],
          [t`Time of the value`, readAt !== null && fullText(readAt, campus.timeZone)],
          [t`Tested`, testedAt !== null && `${fullText(testedAt, campus.timeZone)} · ${testedBy ?? ""}`],
          [t`Note`, note],
        ]}
      />
      {point.steps.length > 0 && <Steps point={point} />}
      {point.hasPhoto && (
        <Image
          src={`/v1/point_tests/${id}/photo?position=${point.position}&at=${testedAt ?? ""}`}
          alt={t`Photo of ${name}`}
          maw={320}
          radius="sm"
        />
      )}
    </Stack>
  );
}
