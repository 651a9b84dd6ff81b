import { Trans } from "@lingui/react/macro";
import type { ParameterReading } from "@verandah/contract/telemetry.ts";

import { quantity } from "../format/number.ts";
import { QualityMark } from "../ui/quality-mark.tsx";

import classes from "./air-reading.module.css";

interface Props {
  reading: ParameterReading | undefined;
  nowMs: number;
  /** The whole list is old: no value may look live. */
  isOutdated: boolean;
}

/** A value with its unit; greyed with its age when it is not fresh. */
export function AirReading({ reading, nowMs, isOutdated }: Props) {
  if (!reading || reading.param_value === null)
    return (
      <span className={classes["none"]}>
        <Trans>No data</Trans>
      </span>
    );
  const isFresh = reading.quality === "good" && !isOutdated;
  return (
    <span className={classes["reading"]} data-stale={!isFresh}>
      <span className={classes["value"]}>{quantity(reading.param_value, reading.unit)}</span>
      <QualityMark of={reading} nowMs={nowMs} isOutdated={isOutdated} />
    </span>
  );
}
