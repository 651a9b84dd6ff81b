import { Trans, useLingui } from "@lingui/react/macro";
import type { HeatMap } from "@verandah/contract/floor-plans.ts";

import { quantity } from "#shared/format/number.ts";

import classes from "../map-legend.module.css";

/** The scale with its numbers; below it the marks for values out of limits and without fresh data. */
export function HeatLegend({ map }: { map: HeatMap }) {
  const { t } = useLingui();
  const colors = map.scale.map(({ color }) => color).join(", ");
  return (
    <div>
      <div className={classes["bar"]} style={{ background: `linear-gradient(to right, ${colors})` }} />
      <ol className={classes["numbers"]} aria-label={t`Colour scale`}>
        {map.scale.map(({ value }) => (
          <li key={value}>{quantity(value, map.unit)}</li>
        ))}
      </ol>
      <ul className={classes["legend"]} aria-label={t`Legend`}>
        <li>
          <span aria-hidden>▲</span>
          <Trans>Above its limit</Trans>
        </li>
        <li>
          <span aria-hidden>▼</span>
          <Trans>Below its limit</Trans>
        </li>
        <li>
          <span className={classes["swatch"]} data-kind="stale" />
          <Trans>Stale value</Trans>
        </li>
        <li>
          <span className={classes["swatch"]} data-kind="none" />
          <Trans>No data</Trans>
        </li>
      </ul>
    </div>
  );
}
