import { useLingui } from "@lingui/react/macro";
import { Box } from "@mantine/core";
import {
  ahu as unitType,
  COOLING_VALVE,
  HEATING_VALVE,
  FILTER_STATUS,
  FRESH_AIR_DAMPER,
  RETURN_AIR_DAMPER,
} from "@verandah/equipment/types/ahu.ts";

import { usePointText } from "#shared/texts/use-point-text.ts";

import { AhuLabel } from "./ahu-label.tsx";
import { Damper, Ducts, Fan, Filter, Coil } from "./ahu-parts.tsx";
import { type AhuReadings, isFanOn, measuredOf, readingOf, valueOf } from "./ahu-points.ts";

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
