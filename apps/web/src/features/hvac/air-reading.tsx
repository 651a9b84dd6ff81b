import { Trans, useLingui } from "@lingui/react/macro";
import type { ParameterReading } from "@verandah/contract/telemetry.ts";

import { quantity } from "#shared/format/number.ts";
import { ageText } from "#shared/format/time.ts";

import classes from "./air-reading.module.css";

interface Props {
  reading: ParameterReading | undefined;
  nowMs: number;
  /** The whole list is old: no value may look live. */
  isOutdated: boolean;
}

/** A value with its unit; greyed with its age when it is not fresh. */
export function AirReading({ reading, nowMs, isOutdated }: Props) {
  const { t } = useLingui();
  if (!reading || reading.param_value === null)
    return (
      <span className={classes["none"]}>
        <Trans>No data</Trans>
      </span>
    );
  const isFresh = reading.quality === "good" && !isOutdated;
  const age = reading.measured_time ? ageText(reading.measured_time, nowMs) : t`not fresh`;
  return (
    <span className={classes["reading"]} data-stale={!isFresh}>
      <span className={classes["value"]}>{quantity(reading.param_value, reading.unit)}</span>
      {!isFresh && <span className={classes["age"]}>{reading.quality === "suspect" ? t`suspect` : age}</span>}
    </span>
  );
}
