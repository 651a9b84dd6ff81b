import { numberText } from "#shared/format/number.ts";

import classes from "#shared/charts/bars.module.css";

/** Bars that fit above a table without pushing it out of sight. */
const BARS_MAX = 8;

interface Props {
  label: string;
  bars: readonly { label: string; value: number }[];
}

/** The highest values as lying bars, each with its number. */
export function TopBars({ label, bars }: Props) {
  const shown = bars.slice(0, BARS_MAX);
  const highest = Math.max(1, ...shown.map(({ value }) => value));
  return (
    <figure className={classes["figure"]} aria-label={label}>
      <ol className={classes["top"]}>
        {shown.map((bar) => (
          <li key={bar.label}>
            <span className={classes["name"]} title={bar.label}>
              {bar.label}
            </span>
            <span className={classes["track"]}>
              <span className={classes["bar"]} style={{ width: `${(100 * bar.value) / highest}%` }} />
            </span>
            <span className={classes["value"]}>{numberText(bar.value)}</span>
          </li>
        ))}
      </ol>
    </figure>
  );
}
