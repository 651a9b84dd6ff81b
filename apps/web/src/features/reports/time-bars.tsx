import { useLingui } from "@lingui/react/macro";

import { useSession } from "#data/session.ts";
import { numberText } from "#shared/format/number.ts";
import { dateText, momentText } from "#shared/format/time.ts";
import { useNow } from "#shared/use-now.ts";

import classes from "./bars.module.css";

const WIDTH = 1_000;
const HEIGHT = 84;
/** Part of its place that a bar fills. */
const FILLED = 0.8;

interface Props {
  label: string;
  /** Each bar is a whole day of the campus. */
  isByDay: boolean;
  bars: readonly { label: string; at: string | null; value: number }[];
}

/** Counts over time as standing bars, with the highest in words. */
export function TimeBars({ label, isByDay, bars }: Props) {
  const { t } = useLingui();
  const { campus } = useSession();
  const nowMs = useNow(60_000);
  const highest = Math.max(1, ...bars.map(({ value }) => value));
  const step = WIDTH / bars.length;
  const timeOf = (at: string) =>
    isByDay ? dateText(at, campus.timeZone) : momentText(at, nowMs, campus.timeZone);
  const text = (bar: Props["bars"][number] | undefined) => (bar?.at ? timeOf(bar.at) : (bar?.label ?? ""));
  const peak = bars.find(({ value }) => value === highest);
  const peakCount = numberText(highest);
  const peakTime = text(peak);
  return (
    <figure className={classes["figure"]}>
      <figcaption className={classes["caption"]}>
        <span>{label}</span>
        {peak && <span>{t`Peak ${peakCount} at ${peakTime}`}</span>}
      </figcaption>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        className={classes["hours"]}
        role="img"
        aria-label={`${label}. ${t`Peak ${peakCount} at ${peakTime}`}`}
      >
        {bars.map((bar, index) => {
          const height = (HEIGHT * bar.value) / highest;
          return (
            <rect
              key={bar.at ?? bar.label}
              x={index * step + (step * (1 - FILLED)) / 2}
              y={HEIGHT - height}
              width={step * FILLED}
              height={height}
            >
              <title>{`${text(bar)}: ${numberText(bar.value)}`}</title>
            </rect>
          );
        })}
      </svg>
      <div className={classes["axis"]} aria-hidden>
        <span>{text(bars[0])}</span>
        <span>{text(bars[Math.floor(bars.length / 2)])}</span>
        <span>{text(bars.at(-1))}</span>
      </div>
    </figure>
  );
}
