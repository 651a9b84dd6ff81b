import { useLingui } from "@lingui/react/macro";
import type { HeatMap } from "@verandah/contract/floor-plans/floor-plans.ts";

import { quantity } from "#shared/format/number.ts";

import classes from "../map-legend.module.css";

interface Props extends Pick<HeatMap, "scale" | "unit"> {
  /** Values have limits. */
  hasLimits?: boolean;
}

/** The scale with its numbers, unless it is empty; below it the marks for values out of limits and without fresh or complete data. */
export function HeatLegend({ scale, unit, hasLimits = false }: Props) {
  const { t } = useLingui();
  const colors = scale.map(({ color }) => color).join(", ");
  return (
    <div>
      {scale.length > 0 && (
        <>
          <div className={classes["bar"]} style={{ background: `linear-gradient(to right, ${colors})` }} />
          <ol className={classes["numbers"]} aria-label={t`Colour scale`}>
            {scale.map(({ value }) => (
              <li key={value}>{quantity(value, unit)}</li>
            ))}
          </ol>
        </>
      )}
      <ul className={classes["legend"]} aria-label={t`Legend`}>
        {hasLimits && (
          <>
            <li>
              <span aria-hidden>▲</span>
              {t`Above its limit`}
            </li>
            <li>
              <span aria-hidden>▼</span>
              {t`Below its limit`}
            </li>
          </>
        )}
        <li>
          <span className={classes["swatch"]} data-kind="stale" />
          {hasLimits ? t`Stale value` : t`Some sensors do not report`}
        </li>
        <li>
          <span className={classes["swatch"]} data-kind="none" />
          {t`No data`}
        </li>
      </ul>
    </div>
  );
}
