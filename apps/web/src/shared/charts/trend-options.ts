import { stateAt } from "@verandah/equipment/states.ts";
import { symbolOf } from "@verandah/equipment/units.ts";
import { createWallClock } from "@verandah/time/wall-clock.ts";
import uPlot from "uplot";

import { numberText, quantity } from "../format/number.ts";
import { shortDayText } from "../format/time.ts";
import { isAlone, type TrendMark, type TrendSeries } from "./trend-data.ts";
import { drawAbove, drawBelow, type Drawing, MARK_STRIP_PX } from "./trend-drawing.ts";
import { axisOfStates, rangeOfStates, stateSteps } from "./trend-states.ts";
import type { TrendWindow } from "./trend-window.ts";

/** Colours that people with red-green deficiency can distinguish; each has a contrast of 3:1. */
const colors = {
  light: ["#0b7285", "#b3470b", "#5f3dc4", "#2b6a1f", "#a61e4d", "#1864ab", "#5f5232", "#4a5157"],
  dark: ["#3bc9db", "#e8b08a", "#b197fc", "#8ce99a", "#faa2c1", "#74c0fc", "#d9cfa3", "#ced4da"],
} as const;

/** A smaller range is noise of a sensor, by unit: it must not fill the chart. */
const leastSpan: Record<string, number> = { percent: 10, degC: 2, ppm: 100 };

const AXIS_DIGITS_MAX = 4;
/** Steps are sums of floating point numbers: one of 5 may be a little less. */
const STEP_ERROR = 1e-6;

/** Of an axis's unit, written vertically beside its numbers. */
const UNIT_PX = 18;

/** Two units always have their axes; a further one needs this width. */
const WIDTH_PER_AXIS_PX = 260;
const AXES_LEAST = 2;

/** A shorter drag is a click. */
const DRAG_LEAST_PX = 8;
/** Of a value without a connected neighbour. */
const ALONE_PX = 5;

/** A change of these needs a new chart; values, marks and window do not. */
export interface TrendShape {
  readonly series: readonly Pick<TrendSeries, "label" | "unit" | "states" | "isSetpoint">[];
  readonly limits: readonly number[];
}

export interface TrendCursor {
  index: number;
  /** From the left of the picture, px. */
  atPx: number;
}

export interface TrendInput {
  shape: TrendShape;
  isDark: boolean;
  timeZone: string;
  width: number;
  height: number;
  /** Values, marks and window of the current drawing. */
  current: () => { series: readonly TrendSeries[]; marks: readonly TrendMark[]; window: TrendWindow };
  /** Receives the time under the cursor; undefined when it has left. */
  onCursor: (cursor: TrendCursor | undefined) => void;
  onZoom: (window: TrendWindow) => void;
}

/** Series of one unit, or of the same states, share a scale and an axis. */
const scaleOf = ({ unit, states }: Pick<TrendSeries, "unit" | "states">) =>
  states ? JSON.stringify(states) : unit;

/** The first line is solid; the others also differ in their dashes, so that colour is not needed. */
const dashes: readonly (readonly number[])[] = [
  [],
  [8, 4],
  [2, 3],
  [10, 3, 2, 3],
  [5, 2],
  [14, 4],
  [1, 2],
  [6, 2, 2, 2, 2, 2],
];
const SETPOINT_DASH = [6, 4];

/** How the series at a place is drawn: its colour and dashes, px. */
export function lineStyle(
  place: number,
  isSetpoint: boolean | undefined,
  isDark: boolean,
): { color: string; dash: readonly number[] } {
  const palette = isDark ? colors.dark : colors.light;
  return {
    color: palette[place % palette.length] ?? "gray",
    dash: isSetpoint ? SETPOINT_DASH : (dashes[place % dashes.length] ?? []),
  };
}

/** Options of a trend: an axis for each unit with enough room, states and setpoints as steps, open gaps. */
export function trendOptions(input: TrendInput): uPlot.Options {
  const { shape, isDark, timeZone, width, height, current } = input;
  const { series, limits } = shape;
  const drawing = (): Drawing => ({
    ...current(),
    limits,
    scaleOf,
    colors: isDark ? colors.dark : colors.light,
    isDark,
  });
  const axis = {
    stroke: isDark ? "#a6adb4" : "#5c636a",
    grid: { stroke: isDark ? "#2b3238" : "#edf0f2", width: 1 },
    ticks: { show: false },
    font: '12px "Inter Variable", sans-serif',
  };
  const scales = new Map(series.map((one) => [scaleOf(one), one.states]));
  const [firstScale] = scales.keys();
  const axesMax = Math.max(AXES_LEAST, Math.floor(width / WIDTH_PER_AXIS_PX));
  return {
    width,
    height,
    padding: [MARK_STRIP_PX, null, null, null],
    tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1_000), timeZone),
    legend: { show: false },
    cursor: {
      y: false,
      points: { size: 7 },
      drag: { x: true, y: false, setScale: false, dist: DRAG_LEAST_PX },
    },
    scales: {
      x: {
        time: true,
        range: () => {
          const { fromMs, toMs } = current().window;
          return [fromMs / 1_000, toMs / 1_000];
        },
      },
      ...Object.fromEntries(
        [...scales].map(([scale, states]) => [
          scale,
          {
            range: states
              ? rangeOfStates(states)
              : rangeOf(scale === firstScale ? limits : [], leastSpan[scale]),
          },
        ]),
      ),
    },
    series: [{}, ...series.map((one, place) => lineOf(one, place, isDark))],
    axes: [
      { ...axis, size: 28, values: clockLabels(timeZone) },
      ...[...scales].slice(0, axesMax).map(([scale, states], index): uPlot.Axis => ({
        ...axis,
        scale,
        side: index === 0 ? 3 : 1,
        size: 56,
        label: states ? "" : symbolOf(scale),
        labelFont: axis.font,
        labelSize: states || symbolOf(scale) === "" ? 0 : UNIT_PX,
        grid: { ...axis.grid, show: index === 0 },
        values: (_: uPlot, splits: number[]) => axisTexts(splits),
        ...(states && axisOfStates(states)),
      })),
    ],
    hooks: hooksOf(input, drawing),
  };
}

/** Draws limits and marks, and reports the cursor and a chosen time. */
function hooksOf({ onCursor, onZoom }: TrendInput, drawing: () => Drawing): uPlot.Hooks.Arrays {
  return {
    drawClear: [(plot) => drawBelow(plot, drawing())],
    draw: [(plot) => drawAbove(plot, drawing())],
    setCursor: [
      ({ cursor: { idx, left = -1 }, bbox }) =>
        onCursor(
          typeof idx === "number" && left >= 0
            ? { index: idx, atPx: bbox.left / devicePixelRatio + left }
            : undefined,
        ),
    ],
    setSelect: [
      (plot) => {
        const { left, width: selectedPx } = plot.select;
        if (selectedPx < DRAG_LEAST_PX) return;
        onZoom({
          fromMs: plot.posToVal(left, "x") * 1_000,
          toMs: plot.posToVal(left + selectedPx, "x") * 1_000,
        });
        plot.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
      },
    ],
  };
}

/** How one line is drawn. */
function lineOf(one: TrendInput["shape"]["series"][number], place: number, isDark: boolean): uPlot.Series {
  const { color, dash } = lineStyle(place, one.isSetpoint, isDark);
  return {
    scale: scaleOf(one),
    ...((one.states ?? one.isSetpoint) && stateSteps()),
    stroke: color,
    width: 1.5,
    dash: [...dash],
    spanGaps: false,
    points: {
      show: true,
      size: ALONE_PX,
      fill: color,
      filter: (plot, index) => aloneIn(Array.from(plot.data[index] ?? [])),
    },
  };
}

/** Values without a connected neighbour are drawn as points. */
function aloneIn(values: readonly (number | null | undefined)[]): number[] {
  return values.flatMap((_, index) => (isAlone(values, index) ? [index] : []));
}

/** The text of a value: a state, or a number and its unit. */
export function valueText(
  value: number | null | undefined,
  { unit, states, decimals }: Pick<TrendSeries, "unit" | "states" | "decimals">,
): string {
  if (value === null || value === undefined) return "–";
  return stateAt(states, value)?.[1] ?? quantity(value, unit, decimals);
}

const isWhole = (value: number) => Math.abs(value - Math.round(value)) < STEP_ERROR;

/** Numbers at equal steps, with enough digits to distinguish them. */
function axisTexts(splits: readonly number[]): string[] {
  const [first = 0, second = first + 1] = splits;
  let digits = 0;
  while (digits < AXIS_DIGITS_MAX && !isWhole((second - first) * 10 ** digits)) digits += 1;
  return splits.map((value) => numberText(value, digits));
}

/** Times of day below a day and a half; above, the day, and the time when the day does not change. */
function clockLabels(timeZone: string) {
  const clock = createWallClock(timeZone);
  return (plot: uPlot, splits: number[]): string[] => {
    const { min = 0, max = 0 } = plot.scales["x"] ?? {};
    const isShort = max - min < 36 * 3_600;
    const shown = splits.map((seconds) => clock.read(seconds * 1_000));
    return shown.map(({ day, time }, index) => {
      const isSameDay = shown[index - 1]?.day === day;
      return isShort || isSameDay ? time : shortDayText(day);
    });
  };
}

/** Always shows the limits, centres a flat line, and shows no negative range for values that are never negative. */
function rangeOf(limits: readonly number[], least = 0): uPlot.Scale.Range {
  return (_, from: number | null, to: number | null) => {
    // Without values there are none.
    const low = Math.min(from ?? to ?? limits[0] ?? 0, ...limits);
    const high = Math.max(to ?? from ?? limits[0] ?? 1, ...limits);
    const missing = Math.max(0, least - (high - low)) / 2;
    const below = low >= 0 ? Math.min(low, missing) : missing;
    const span = high - low + 2 * missing;
    // A stopped unit: nothing to show below.
    if (span === 0 && low === 0) return [-0.08, 1];
    const pad = span * 0.08 || 1;
    return [low - below - pad, low - below + span + pad];
  };
}
