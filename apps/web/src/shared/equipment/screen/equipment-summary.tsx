import { useLingui } from "@lingui/react/macro";
import { Group, Text } from "@mantine/core";
import type { ParameterReading } from "@verandah/contract/telemetry/telemetry.ts";
import { levelOf } from "@verandah/equipment/states.ts";

import { useIsFresh } from "../../age.ts";
import { usePointText } from "../../texts/use-point-text.ts";
import { StateIcon } from "../../ui/feedback/state.tsx";
import { AutoGrid, Panel } from "../../ui/layout.tsx";
import { ReadingValue } from "../reading-value.tsx";

import classes from "./equipment-summary.module.css";

const states = { alarm: "critical", warning: "low", fine: "fine" } as const;

interface Props {
  deviceType: string;
  /** Ids of the points, in this order. */
  summary: readonly string[];
  latest: readonly ParameterReading[];
  /** Name of the section. */
  label?: string;
  /** Names of points that differ from the catalogue's. */
  labels?: Readonly<Record<string, string | undefined>>;
  /** Digits after the point; by default those of the unit. */
  fractionDigits?: number | undefined;
}

/** The main values of a device, each with its setpoint. A value whose state is bad has an icon; a value that is not fresh has its age and no state. */
export function EquipmentSummary({ deviceType, summary, latest, label, labels, fractionDigits }: Props) {
  const { t } = useLingui();
  const isFresh = useIsFresh();
  const { nameOf, pointOf } = usePointText();
  const readingOf = (id: string) => latest.find(({ param_id: known }) => known === id);
  return (
    <section aria-label={label ?? t`Summary`}>
      <AutoGrid component="dl" min={170} isFit>
        {summary.map((paramId) => {
          const reading = readingOf(paramId);
          const point = pointOf(paramId, deviceType);
          const setpointId = point?.kind === "reading" ? point.setpoint?.point : undefined;
          const setpoint =
            setpointId !== undefined && !summary.includes(setpointId) ? readingOf(setpointId) : undefined;
          const value = reading && isFresh(reading) ? reading.param_value : null;
          const level = value === null ? undefined : levelOf(point, value);
          return (
            <Panel key={paramId} className={classes["tile"] ?? ""} data-state={level && states[level]}>
              <Text component="dt" fz={12.5} c="dimmed">
                {labels?.[paramId] ?? nameOf(paramId, deviceType)}
              </Text>
              <Group component="dd" wrap="nowrap" gap={6} mt={2} fz={18}>
                {level && <StateIcon state={states[level]} size={16} />}
                <ReadingValue reading={reading} deviceType={deviceType} fractionDigits={fractionDigits} />
              </Group>
              {setpoint && (
                <Group component="dd" wrap="nowrap" gap={6} mt={2} fz={12.5} c="dimmed">
                  {nameOf(setpoint.param_id, deviceType)}{" "}
                  <ReadingValue reading={setpoint} deviceType={deviceType} />
                </Group>
              )}
            </Panel>
          );
        })}
      </AutoGrid>
    </section>
  );
}
