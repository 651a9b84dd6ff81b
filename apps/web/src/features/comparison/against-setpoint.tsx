import { useLingui } from "@lingui/react/macro";
import { Group, Text } from "@mantine/core";
import {
  compare,
  freshValue,
  type MeasuredUnit,
  readingOf,
  type SetpointKind,
  setpointKinds,
} from "@verandah/contract/hvac/air-comparison.ts";
import { memo } from "react";

import { ReadingValue } from "#shared/equipment/reading-value.tsx";
import { quantity } from "#shared/format/number.ts";
import { QualityMark } from "#shared/ui/quality-mark.tsx";

import { ComparisonMark } from "./comparison-mark.tsx";

interface Props {
  unit: MeasuredUnit;
  kind: SetpointKind;
  feeder: MeasuredUnit | undefined;
}

/** A reading next to its setpoint, and whether it is at setpoint. It is drawn again only for its own units. */
export const AgainstSetpoint = memo(function AgainstSetpoint({ unit, kind, feeder }: Props) {
  const { t } = useLingui();
  const { reading, setpoint } = setpointKinds[kind];
  const wanted = readingOf(unit, setpoint);
  const now = freshValue(unit, reading);
  const target = freshValue(unit, setpoint);
  const shown = wanted?.param_value == null ? "–" : quantity(wanted.param_value, wanted.unit);
  return (
    <Group
      component="span"
      gap="0 8px"
      align="baseline"
      display="inline-flex"
      style={{ whiteSpace: "nowrap" }}
    >
      <ReadingValue reading={readingOf(unit, reading)} />
      <Text span fz={12} c="dimmed">{t`set ${shown}`}</Text>
      {wanted?.quality === "suspect" && <QualityMark of={wanted} />}
      <ComparisonMark
        comparison={compare(unit, kind, feeder)}
        differenceKelvin={now === undefined || target === undefined ? undefined : now - target}
      />
    </Group>
  );
});
