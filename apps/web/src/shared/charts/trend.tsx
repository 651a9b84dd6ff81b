import "uplot/dist/uPlot.min.css";
import { useComputedColorScheme } from "@mantine/core";
import { useEffect, useRef } from "react";
import uPlot from "uplot";

import { trendOptions, valueText } from "./trend-options.ts";
import type { SeriesStates } from "./trend-states.ts";

import classes from "./trend.module.css";

/** Of a frame that has no width yet. */
const WIDTH_UNKNOWN_PX = 300;

export interface TrendSeries {
  readonly label: string;
  /** As the wire has it; series of one unit share an axis. */
  readonly unit: string;
  /** One a time, oldest first; null where there is none. */
  readonly values: readonly (number | null)[];
  /** Of a series whose numbers are states: drawn as steps, with their words. */
  readonly states?: SeriesStates | undefined;
}

interface Props {
  label: string;
  /** Instants, s since 1970. `times` and `series` must be stable: the picture is drawn anew when they change. */
  times: readonly number[];
  series: readonly TrendSeries[];
  timeZone: string;
  /** Px. */
  height: number;
  /** Lines across, in the first series' unit. */
  limits?: readonly number[];
  /** Instants to mark, s since 1970. */
  marks?: readonly number[];
}

/** Lines over time. Screen readers get the latest value of each in words. */
export function Trend({ label, times, series, timeZone, height, limits = [], marks = [] }: Props) {
  const isDark = useComputedColorScheme("light") === "dark";
  const frame = useRef<HTMLDivElement>(null);
  const shape = JSON.stringify([
    series.map(({ label: name, unit, states }) => [name, unit, states ?? null]),
    limits,
    marks,
  ]);

  useEffect(() => {
    const element = frame.current;
    if (!element) return undefined;
    const width = element.clientWidth || WIDTH_UNKNOWN_PX;
    const data: uPlot.AlignedData = [[...times], ...series.map(({ values }) => [...values])];
    const plot = new uPlot(trendOptions({ shape, isDark, timeZone, width, height }), data, element);
    const observer = new ResizeObserver(() =>
      plot.setSize({ width: element.clientWidth || WIDTH_UNKNOWN_PX, height }),
    );
    observer.observe(element);
    return () => {
      observer.disconnect();
      plot.destroy();
    };
  }, [times, series, shape, isDark, timeZone, height]);

  const latest = series.map(({ label: name, unit, values, states }) => {
    const last = values.findLast((value) => value !== null);
    return `${name} ${valueText(last, unit, states)}`;
  });
  return (
    <div role="img" aria-label={`${label}: ${latest.join(", ")}`} ref={frame} className={classes["frame"]} />
  );
}
