import { stateAt } from "@verandah/contract/point-texts.ts";
import uPlot from "uplot";

import { numberText, quantity, unitSymbol } from "../format/number.ts";
import { axisOfStates, rangeOfStates, type SeriesStates, stateSteps } from "./trend-states.ts";

/** Told apart by people who see no red or green; each has 3:1 on its ground. */
const colors = {
  light: ["#0b7285", "#b3470b", "#5f3dc4", "#2b6a1f", "#a61e4d", "#1864ab", "#6b4e00", "#4a5157"],
  dark: ["#3bc9db", "#ffa94d", "#b197fc", "#8ce99a", "#faa2c1", "#74c0fc", "#ffe066", "#ced4da"],
} as const;

/** Less than this is what a sensor's noise amounts to, by unit: it must not fill the picture. */
const leastSpan: Record<string, number> = { percent: 10, degC: 2 };

const AXIS_DIGITS_MAX = 4;
/** Steps are sums of floating point numbers: one of 5 may be a little less. */
const STEP_ERROR = 1e-6;

/** Of an axis's unit, written upright beside its figures. */
const UNIT_PX = 18;

/** Two units always have their axes, a further one where the picture has so much width for each. */
const WIDTH_PER_AXIS_PX = 260;
const AXES_LEAST = 2;

interface Input {
  /** The series' names, units and states, the limits and the marks, as JSON: one text, so that it is stable. */
  shape: string;
  isDark: boolean;
  timeZone: string;
  width: number;
  height: number;
}

type Shape = [
  series: [name: string, unit: string, states: SeriesStates | null][],
  limits: number[],
  marks: number[],
];

/** Series of one unit, or of the same states, share a scale and an axis. */
const scaleOf = ([, unit, states]: Shape[0][number]) => (states ? JSON.stringify(states) : unit);

/** How a trend is drawn: an axis for each unit that there is room for, states as steps, limits and marks as broken lines. */
export function trendOptions({ shape, isDark, timeZone, width, height }: Input): uPlot.Options {
  const [series, limits, marks]: Shape = JSON.parse(shape);
  const palette = isDark ? colors.dark : colors.light;
  const axis = {
    stroke: isDark ? "#a6adb4" : "#5c636a",
    grid: { stroke: isDark ? "#2b3238" : "#edf0f2", width: 1 },
    ticks: { show: false },
    font: '12px "Inter Variable", sans-serif',
  };
  const scales = new Map(series.map((one) => [scaleOf(one), one[2] ?? undefined]));
  const axesMax = Math.max(AXES_LEAST, Math.floor(width / WIDTH_PER_AXIS_PX));
  return {
    width,
    height,
    tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1_000), timeZone),
    legend: { show: series.length > 1 },
    cursor: { points: { size: 7 } },
    scales: {
      x: { time: true },
      ...Object.fromEntries(
        [...scales].map(([scale, states]) => [
          scale,
          { range: states ? rangeOfStates(states) : rangeOf(limits, leastSpan[scale]) },
        ]),
      ),
    },
    series: [
      { value: "{YYYY}-{MM}-{DD} {HH}:{mm}" },
      ...series.map(([label, unit, states], index): uPlot.Series => ({
        label,
        scale: scaleOf([label, unit, states]),
        ...(states && stateSteps()),
        stroke: palette[index % palette.length] ?? "gray",
        width: 2,
        spanGaps: true,
        points: { show: false },
        value: (_: uPlot, value: number | null) => valueText(value, unit, states),
      })),
    ],
    axes: [
      { ...axis, size: 28, values: clockLabels(timeZone) },
      ...[...scales].slice(0, axesMax).map(([scale, states], index): uPlot.Axis => ({
        ...axis,
        scale,
        side: index === 0 ? 3 : 1,
        size: 56,
        label: states ? "" : unitSymbol(scale),
        labelFont: axis.font,
        labelSize: states || unitSymbol(scale) === "" ? 0 : UNIT_PX,
        grid: { ...axis.grid, show: index === 0 },
        values: (_: uPlot, splits: number[]) => axisTexts(splits),
        ...(states && axisOfStates(states)),
      })),
    ],
    hooks: { draw: [(plot) => drawLines(plot, [...scales.keys()][0], limits, marks, isDark)] },
  };
}

/** A value as it is read: a state's word, or a number and its unit. */
export function valueText(
  value: number | null | undefined,
  unit: string,
  states: SeriesStates | null | undefined,
): string {
  if (value === null || value === undefined) return "–";
  return stateAt(states ?? undefined, value)?.[1] ?? quantity(value, unit);
}

const isWhole = (value: number) => Math.abs(value - Math.round(value)) < STEP_ERROR;

/** Numbers at even steps, each with the digits that tell one step from the next. */
function axisTexts(splits: readonly number[]): string[] {
  const [first = 0, second = first + 1] = splits;
  let digits = 0;
  while (digits < AXIS_DIGITS_MAX && !isWhole((second - first) * 10 ** digits)) digits += 1;
  return splits.map((value) => numberText(value, digits));
}

/** Times of day below a day and a half, days above. */
function clockLabels(timeZone: string) {
  return (plot: uPlot, splits: number[]): string[] => {
    const { min = 0, max = 0 } = plot.scales["x"] ?? {};
    const isShort = max - min < 36 * 3_600;
    const format = new Intl.DateTimeFormat("en-GB", {
      timeZone,
      ...(isShort
        ? { hour: "2-digit", minute: "2-digit", hourCycle: "h23" }
        : { day: "2-digit", month: "2-digit" }),
    });
    return splits.map((seconds) => format.format(seconds * 1_000));
  };
}

/** Limits are always in sight, a flat line lies in the middle, and what was never negative is not shown as if it could be. */
function rangeOf(limits: readonly number[], least = 0): uPlot.Scale.Range {
  return (_, from, to) => {
    const low = Math.min(from, ...limits);
    const high = Math.max(to, ...limits);
    const missing = Math.max(0, least - (high - low)) / 2;
    const below = low >= 0 ? Math.min(low, missing) : missing;
    const span = high - low + 2 * missing;
    const pad = span * 0.08 || 1;
    return [low - below - pad, low - below + span + pad];
  };
}

function drawLines(
  plot: uPlot,
  unit: string | undefined,
  limits: readonly number[],
  marks: readonly number[],
  isDark: boolean,
): void {
  const { ctx, bbox } = plot;
  ctx.save();
  ctx.strokeStyle = isDark ? "#ff8787" : "#c92a2a";
  ctx.lineWidth = devicePixelRatio;
  ctx.setLineDash([5 * devicePixelRatio, 4 * devicePixelRatio]);
  ctx.beginPath();
  for (const limit of unit === undefined ? [] : limits) {
    const y = plot.valToPos(limit, unit ?? "y", true);
    ctx.moveTo(bbox.left, y);
    ctx.lineTo(bbox.left + bbox.width, y);
  }
  ctx.stroke();
  ctx.strokeStyle = isDark ? "#a6adb4" : "#5c636a";
  ctx.setLineDash([2 * devicePixelRatio, 3 * devicePixelRatio]);
  ctx.beginPath();
  for (const mark of marks) {
    const x = plot.valToPos(mark, "x", true);
    ctx.moveTo(x, bbox.top);
    ctx.lineTo(x, bbox.top + bbox.height);
  }
  ctx.stroke();
  ctx.restore();
}
