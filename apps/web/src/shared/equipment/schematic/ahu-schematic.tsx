import { useLingui } from "@lingui/react/macro";
import { Box } from "@mantine/core";
import {
  IconAlertOctagonFilled,
  IconAlertTriangle,
  IconAlertTriangleFilled,
  IconArrowsDiff,
  IconCheck,
  IconClockExclamation,
} from "@tabler/icons-react";
import type { ParameterReading } from "@verandah/contract/telemetry/telemetry.ts";
import {
  ahu as unitType,
  COOLING_VALVE,
  HEATING_VALVE,
  FILTER_STATUS,
  FRESH_AIR_DAMPER,
  RETURN_AIR_DAMPER,
  SUPPLY_FAN,
} from "@verandah/equipment/types/ahu.ts";

import { differenceText, quantity } from "#shared/format/number.ts";
import { useAgeText } from "#shared/format/use-time-text.ts";
import { usePointText } from "#shared/texts/use-point-text.ts";
import { StateText } from "#shared/ui/feedback/state-text.tsx";
import { useQualityText } from "#shared/ui/quality-mark.tsx";

import { Damper, Ducts, Fan, Filter, Coil } from "./ahu-parts.tsx";
import {
  type AhuReadings,
  isFanOn,
  measuredOf,
  readingOf,
  valueOf,
  labelState,
  type LabelState,
  setpointOf,
  withinOf,
} from "./ahu-points.ts";

import classes from "./ahu-schematic.module.css";

const places = unitType.screen.schematic ?? {};

/** The unit as a drawing with live labels for every point; the picture of the fan follows its status. */
export function AhuSchematic({ ahu, name }: { ahu: AhuReadings; name: string }) {
  const { t } = useLingui();
  const { nameOf } = usePointText();
  const isOn = isFanOn(ahu);
  const extra = measuredOf(ahu).filter(({ param_id: paramId }) => !(paramId in places));
  const percentOf = (paramId: string) => valueOf(ahu, paramId);
  return (
    <div className={classes["frame"]}>
      <Box pos="relative">
        <svg
          viewBox="0 0 960 480"
          display="block"
          width="100%"
          role="img"
          aria-label={isOn ? t`Schematic of ${name}: the fan is on` : t`Schematic of ${name}: the fan is off`}
          data-on={isOn}
        >
          <Ducts isOn={isOn} />
          <Damper x={226} y={186} isUpright percent={percentOf(RETURN_AIR_DAMPER)} />
          <Damper x={60} y={272} percent={percentOf(FRESH_AIR_DAMPER)} />
          <Filter isLoaded={(percentOf(FILTER_STATUS) ?? 0) > 0} />
          <Coil x={440} percent={percentOf(COOLING_VALVE)} />
          {readingOf(ahu, HEATING_VALVE) && <Coil x={660} isLow percent={percentOf(HEATING_VALVE)} />}
          <Fan isOn={isOn} />
        </svg>
        <dl className={classes["labels"]}>
          {Object.entries(places).map(([paramId, at]) => {
            const reading = readingOf(ahu, paramId);
            return (
              reading && <AhuLabel key={paramId} ahu={ahu} reading={reading} name={nameOf(paramId)} at={at} />
            );
          })}
        </dl>
      </Box>
      {extra.length > 0 && (
        <dl className={classes["extra"]}>
          {extra.map((reading) => (
            <AhuLabel
              key={reading.param_id}
              ahu={ahu}
              reading={reading}
              name={nameOf(reading.param_id)}
              at={[0, 0]}
            />
          ))}
        </dl>
      )}
    </div>
  );
}

interface Props {
  ahu: AhuReadings;
  reading: ParameterReading;
  name: string;
  /** Position on the picture, percent. */
  at: readonly [left: number, top: number];
}

const icons: Partial<Record<LabelState, typeof IconCheck>> = {
  "on-setpoint": IconCheck,
  "off-setpoint": IconArrowsDiff,
  fine: IconCheck,
  alarm: IconAlertOctagonFilled,
  warning: IconAlertTriangleFilled,
  suspect: IconAlertTriangle,
  stale: IconClockExclamation,
};

const REFRESH_MS = 1_000;
/** A label that begins right of this, percent, ends at the edge of the picture, which a long one would pass. */
const EDGE_FROM = 75;

/** A live value of the unit, coloured by its state, with the state in words as well. */
function AhuLabel({ ahu, reading, name, at: [left, top] }: Props) {
  const { t } = useLingui();
  const { valueText } = usePointText();
  const qualityText = useQualityText(REFRESH_MS);
  const ageText = useAgeText(REFRESH_MS);
  const state = labelState(ahu, reading);
  const Icon = icons[state];
  const setpoint = setpointOf(ahu, reading.param_id);
  const target = setpoint?.param_value;
  const held = typeof target === "number" ? quantity(target, setpoint?.unit ?? "none") : undefined;
  // Both numbers are rounded, so that the difference alone shows why the value is off its setpoint.
  const difference = (reading.param_value ?? 0) - (target ?? 0);
  const by = differenceText(difference, withinOf(reading.param_id));
  const words: Partial<Record<LabelState, string>> = {
    "on-setpoint": t`on setpoint ${held}`,
    "off-setpoint":
      difference > 0 ? t`off setpoint ${held}: ${by} above` : t`off setpoint ${held}: ${by} below`,
    still: t({ message: "Fan is off", comment: "Of an air handling unit" }),
    suspect: qualityText(reading),
    stale: reading.measured_time ? ageText(reading.measured_time) : t`No data`,
  };
  const word = words[reading.quality === "suspect" ? "suspect" : state];
  const isNegative = reading.param_id === SUPPLY_FAN && (reading.param_value ?? 0) < 0;
  return (
    <div
      className={classes["label"]}
      data-state={state}
      data-point={reading.param_id}
      data-negative={isNegative}
      style={{ top: `${top}%`, ...(left > EDGE_FROM ? { right: 0 } : { left: `${left}%` }) }}
    >
      <dt>{name}</dt>
      <dd>
        <StateText fz={14} fw={650} c="inherit">
          {Icon && <Icon size={13} aria-hidden />}
          {reading.param_value === null
            ? "–"
            : valueText(reading.param_id, reading.param_value, reading.unit)}
        </StateText>
        {word && <small>{word}</small>}
      </dd>
    </div>
  );
}
