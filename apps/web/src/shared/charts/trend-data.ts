import type { ParameterReading, TrendReply } from "@verandah/contract/telemetry/telemetry.ts";
import type { Point } from "@verandah/equipment/schema.ts";
import { stateAt } from "@verandah/equipment/states.ts";

import type { TrendWindow } from "./trend-window.ts";

/** States by the number from which each applies, ascending, with their texts. */
export type SeriesStates = readonly (readonly [from: number, word: string])[];

export interface TrendSeries {
  readonly label: string;
  /** Unit code; series with one unit share an axis. */
  readonly unit: string;
  /** Digits of its values; undefined: those of the unit. */
  readonly decimals?: number | undefined;
  /** One per time, oldest first. Null is a gap; undefined is between two values that a line connects. */
  readonly values: readonly (number | null | undefined)[];
  /** Suspect values by the index of their time. */
  readonly suspects: ReadonlyMap<number, number>;
  /** For a series of states: steps with their texts. */
  readonly states?: SeriesStates | undefined;
  /** A setpoint is drawn as steps with a dashed line. */
  readonly isSetpoint?: boolean | undefined;
  readonly latest?: ParameterReading | undefined;
}

/** Events in the window: an alarm until it returned, or a command at one instant. */
export interface TrendMark {
  readonly kind: "alarm" | "command" | "schedule";
  readonly fromMs: number;
  /** Null: at one instant only. */
  readonly toMs: number | null;
  readonly label: string;
}

/** Instants of a window, s since 1970. */
export function timesOf({ fromMs, toMs }: TrendWindow, stepMs: number): number[] {
  return Array.from(
    { length: Math.round((toMs - fromMs) / stepMs) },
    (_, index) => (fromMs + index * stepMs) / 1_000,
  );
}

/** A bucket's value for drawing: the last of a counter, and of a state the number of its text. They have no means. */
function drawn(
  { avg, last }: { avg: number; last?: number | undefined },
  states: SeriesStates | undefined,
): number {
  const value = last ?? avg;
  return stateAt(states, value)?.[0] ?? value;
}

type Values = Pick<TrendReply, "buckets" | "gaps" | "suspects"> & { latest?: ParameterReading | undefined };

/** A trend as one value a time of `timesOf`. It ends with the latest good value, which is newer than the reply. */
export function alignTrend(
  { buckets, gaps, suspects, latest }: Values,
  { fromMs, toMs }: TrendWindow,
  stepMs: number,
  states?: SeriesStates,
): Pick<TrendSeries, "values" | "suspects"> {
  const length = Math.round((toMs - fromMs) / stepMs);
  const values = Array<number | null | undefined>(length).fill(undefined);
  const indexOf = (at: string) => Math.floor((Date.parse(at) - fromMs) / stepMs);
  for (const { from, to } of gaps) values.fill(null, Math.max(0, indexOf(from)), Math.max(0, indexOf(to)));
  for (const bucket of buckets) {
    const index = indexOf(bucket.at);
    if (index >= 0 && index < length) values[index] = drawn(bucket, states);
  }
  if (latest?.quality === "good" && latest.measured_time !== null && latest.param_value !== null) {
    const index = indexOf(latest.measured_time);
    const isLast = values.findLastIndex((value) => typeof value === "number") <= index;
    if (index >= 0 && index < length && isLast) values[index] = drawn({ avg: latest.param_value }, states);
  }
  const inWindow = suspects
    .map(({ at, value }) => [indexOf(at), value] as const)
    .filter(([index]) => index >= 0 && index < length);
  return { values, suspects: new Map(inWindow) };
}

/** The value at a time: of a state the last one, otherwise the nearest. Null in a gap. */
export function valueAt(
  { values, states }: Pick<TrendSeries, "values" | "states">,
  index: number,
): number | null {
  if (values[index] !== undefined) return values[index];
  let before = index;
  while (before >= 0 && values[before] === undefined) before -= 1;
  let after = index;
  while (after < values.length && values[after] === undefined) after += 1;
  const [last = null, next = null] = [values[before], values[after]];
  if (states) return last;
  // A line needs two values.
  if (last === null || next === null) return null;
  return index - before <= after - index ? last : next;
}

/** Whether a value has no connected neighbour: it is drawn as a point. */
export function isAlone(values: TrendSeries["values"], index: number): boolean {
  const neighbour = (step: 1 | -1) => {
    let other = index + step;
    while (other >= 0 && other < values.length && values[other] === undefined) other += step;
    return values[other] ?? null;
  };
  return typeof values[index] === "number" && neighbour(-1) === null && neighbour(1) === null;
}

/** Times in which no series has a value, as pairs of indices, the end excluded. */
export function sharedGaps(series: readonly TrendSeries[]): [from: number, to: number][] {
  const gaps: [number, number][] = [];
  const length = series[0]?.values.length ?? 0;
  for (let index = 0; index < length; index += 1) {
    if (series.some(({ values }) => values[index] !== null)) continue;
    const last = gaps.at(-1);
    if (last?.[1] === index) last[1] = index + 1;
    else gaps.push([index, index + 1]);
  }
  return gaps;
}

/** Marks at a time: alarms that are active then, and events within `nearMs`. */
export function marksAt(marks: readonly TrendMark[], atMs: number, nearMs: number): TrendMark[] {
  return marks.filter(({ fromMs, toMs }) =>
    toMs === null ? Math.abs(fromMs - atMs) <= nearMs : atMs >= fromMs - nearMs && atMs <= toMs + nearMs,
  );
}

/** Source: spec 2 §9 Chart limits. */
const TEMPERATURE_LIMITS = [15, 30] as const;

/** The limits in a point's chart; the default is for temperatures only. */
export function chartLimits(point: Point | undefined, unit: string): readonly number[] {
  return point?.chartLimits ?? (unit === "degC" ? TEMPERATURE_LIMITS : []);
}
