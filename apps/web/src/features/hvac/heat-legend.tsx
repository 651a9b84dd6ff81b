import { Trans, useLingui } from "@lingui/react/macro";
import type { HeatLevel, HeatMap, HeatMapType } from "@verandah/contract/floor-plans.ts";

import { quantity } from "#shared/format/number.ts";

import classes from "./map-legend.module.css";

/** What a level is called for each measurement. */
function useLevelWord(): (type: HeatMapType, level: HeatLevel) => string {
  const { t } = useLingui();
  const within = t`Within limits`;
  const words: Record<HeatMapType, Record<HeatLevel, string>> = {
    temperature: {
      "far-below": t`Cold`,
      below: t`Cool`,
      within,
      above: t`Warm`,
      "far-above": t`Hot`,
    },
    humidity: {
      "far-below": t`Very dry`,
      below: t`Dry`,
      within,
      above: t`Humid`,
      "far-above": t`Very humid`,
    },
    luminousity: {
      "far-below": t`Very dark`,
      below: t`Dark`,
      within,
      above: t`Bright`,
      "far-above": t`Very bright`,
    },
    aqi: { "far-below": within, below: within, within, above: t`Poor air`, "far-above": t`Bad air` },
  };
  return (type, level) => words[type][level];
}

/** Which colour means what, with the ends of each level; below it what has no fresh value. */
export function HeatLegend({ map }: { map: HeatMap }) {
  const { t } = useLingui();
  const levelWord = useLevelWord();
  const ends = (from: number | null, to: number | null) => {
    const low = from === null ? "" : quantity(from, map.unit);
    const high = to === null ? "" : quantity(to, map.unit);
    if (from === null) return t`below ${high}`;
    return to === null ? t`above ${low}` : t`${low} to ${high}`;
  };
  return (
    <ul className={classes["legend"]} aria-label={t`Legend`}>
      {map.legend.map(({ level, color, from, to }) => (
        <li key={level}>
          <span className={classes["swatch"]} style={{ background: color, borderColor: color }} />
          {levelWord(map.type, level)}
          <span className={classes["ends"]}>{ends(from, to)}</span>
        </li>
      ))}
      <li>
        <span className={classes["swatch"]} data-kind="stale" />
        <Trans>Old value</Trans>
      </li>
      <li>
        <span className={classes["swatch"]} data-kind="none" />
        <Trans>No data</Trans>
      </li>
    </ul>
  );
}
