import { TREND_BUCKETS_MAX } from "@verandah/contract/telemetry/telemetry.ts";
import { points } from "@verandah/equipment/catalogue.ts";
import { expect, test } from "vitest";

import {
  alignTrend,
  chartLimits,
  isAlone,
  marksAt,
  sharedGaps,
  timesOf,
  type TrendSeries,
  valueAt,
} from "./trend-data.ts";
import { panned, stepOf, WINDOW_MAX_MS, windowOf, withMargin, zoomed } from "./trend-window.ts";

const MINUTE_MS = 60_000;
const startMs = Date.parse("2026-01-05T08:00:00Z");
const at = (minute: number) => new Date(startMs + minute * MINUTE_MS).toISOString();
const bucket = (minute: number, avg: number) => ({ at: at(minute), avg, min: avg, max: avg, count: 1 });
const window = { fromMs: startMs, toMs: startMs + 40 * MINUTE_MS };

function seriesOf(stepMs: number, trend: Partial<Parameters<typeof alignTrend>[0]>): TrendSeries {
  const values = { buckets: [], gaps: [], suspects: [], ...trend };
  return { label: "Air", unit: "degC", ...alignTrend(values, window, stepMs) };
}

test.each([
  ["values", MINUTE_MS, [8, 9, 30, 31], { from: at(10), to: at(30) }, 10, 30],
  ["a rollup", 5 * MINUTE_MS, [0, 5, 30, 35], { from: at(10), to: at(30) }, 2, 6],
])("an outage of 20 minutes has nulls between its neighbours in %s", (_, stepMs, minutes, gap, from, to) => {
  const series = seriesOf(stepMs, {
    buckets: minutes.map((minute) => bucket(minute, 20 + minute)),
    gaps: [gap],
  });
  expect(series.values.slice(from, to)).toEqual(Array(to - from).fill(null));
  expect([series.values[from - 1], series.values[to]]).toEqual([
    from * (stepMs / MINUTE_MS) + 20 - stepMs / MINUTE_MS,
    50,
  ]);
  expect(sharedGaps([series])).toEqual([[from, to]]);
  expect(valueAt(series, from + 1)).toBeNull();
});

test("a line joins values that are only far apart, and the cursor reads the nearer one", () => {
  const series = seriesOf(MINUTE_MS, { buckets: [bucket(0, 20), bucket(15, 22), bucket(30, 24)] });
  expect(series.values.includes(null)).toBe(false);
  expect([valueAt(series, 7), valueAt(series, 8), valueAt(series, 35)]).toEqual([20, 22, null]);
});

test("a state holds until the next one", () => {
  const states = [
    [0, "Off"],
    [1, "On"],
  ] as const;
  const values = { buckets: [{ ...bucket(0, 0.4), last: 1 }, bucket(30, 0)], gaps: [], suspects: [] };
  const aligned = alignTrend(values, window, MINUTE_MS, states);
  expect([valueAt({ ...aligned, states }, 29), valueAt({ ...aligned, states }, 39)]).toEqual([1, 0]);
});

test("a counter is drawn at the last value of each bucket", () => {
  const values = { buckets: [{ ...bucket(0, 104), last: 108 }], gaps: [], suspects: [] };
  expect(alignTrend(values, window, MINUTE_MS).values[0]).toBe(108);
});

test.each([
  ["follows the reply", at(31), "good", 31, 26],
  ["is of the reply's last bucket", at(30), "good", 30, 26],
  ["is older than the reply", at(29), "good", 29, undefined],
  ["is stale", at(31), "stale", 31, undefined],
  ["is after the window", at(41), "good", 30, 24],
] as const)("draws a latest value that %s as it should be", (_, measured_time, quality, index, value) => {
  const latest = { param_id: "air", param_value: 26, unit: "degC", measured_time, quality };
  const series = seriesOf(MINUTE_MS, { buckets: [bucket(0, 20), bucket(30, 24)], latest });
  expect(series.values[index]).toBe(value);
  expect(series.values).toHaveLength(40);
});

test("a value between two gaps is a separate point; suspect values have their times", () => {
  const series = seriesOf(MINUTE_MS, {
    buckets: [bucket(20, 21)],
    gaps: [
      { from: at(0), to: at(20) },
      { from: at(21), to: at(40) },
    ],
    suspects: [
      { at: at(5), value: 99 },
      { at: at(45), value: 98 },
    ],
  });
  expect(isAlone(series.values, 20)).toBe(true);
  expect([...series.suspects]).toEqual([[5, 99]]);
});

test("a live window is the whole range until now, in whole buckets", () => {
  const nowMs = startMs + 12_345;
  const live = windowOf({ lengthMs: 3_600_000 }, nowMs, stepOf({ lengthMs: 3_600_000 }, false, nowMs));
  expect(live).toEqual({ fromMs: startMs + 20_000 - 3_600_000, toMs: startMs + 20_000 });
  expect(timesOf(live, 10_000)).toHaveLength(360);
  expect([3_600_000, 86_400_000, 7 * 86_400_000].map((lengthMs) => stepOf({ lengthMs }, false, 0))).toEqual([
    10_000, 300_000, 1_800_000,
  ]);
  expect(stepOf({ lengthMs: 3_600_000 }, true, 0)).toBe(2_000);
});

test("a fixed window stays where it is while time passes", () => {
  const fixed = { fromMs: startMs, toMs: startMs + 60_000 };
  expect(windowOf(fixed, startMs + 3_600_000, 1_000)).toEqual(fixed);
});

test("a margin lets lines reach the edges, and no trend has more than 2,000 buckets", () => {
  const range = { lengthMs: 30 * MINUTE_MS };
  const stepMs = stepOf(range, true, 0);
  const { fromMs, toMs } = withMargin(windowOf(range, startMs, stepMs), stepMs);
  expect([fromMs - startMs, toMs - startMs]).toEqual([-31.5 * MINUTE_MS, 1.5 * MINUTE_MS]);
  for (let lengthMs = MINUTE_MS; lengthMs < WINDOW_MAX_MS; lengthMs *= 1.04) {
    const shortMs = stepOf({ lengthMs }, true, 0);
    const loaded = withMargin(windowOf({ lengthMs }, startMs, shortMs), shortMs);
    expect((loaded.toMs - loaded.fromMs) / shortMs).toBeLessThanOrEqual(TREND_BUCKETS_MAX);
  }
});

test("later ends now, earlier does not; zooming keeps the middle", () => {
  const nowMs = window.toMs + 5 * MINUTE_MS;
  expect(panned(window, 0.5, nowMs)).toEqual({ fromMs: window.fromMs + 5 * MINUTE_MS, toMs: nowMs });
  expect(panned(window, -0.5, nowMs).toMs).toBe(window.toMs - 20 * MINUTE_MS);
  expect(zoomed(window, 0.5, nowMs)).toEqual({
    fromMs: window.fromMs + 10 * MINUTE_MS,
    toMs: window.toMs - 10 * MINUTE_MS,
  });
  expect(zoomed(window, 4, nowMs).toMs).toBe(nowMs);
});

test.each([
  ["Supply Air Temperature", "degC", [18, 25]],
  ["Return Air Temperature", "degC", [22, 27]],
  ["Chilled Water Valve Feedback", "percent", [0, 100]],
  ["TEMPERATURE", "degC", [15, 30]],
  ["CO2", "ppm", []],
  ["HUMIDITY", "percentRh", []],
])("the limits of %s in %s are %j", (paramId, unit, limits) => {
  expect(chartLimits(points.get(paramId), unit)).toEqual(limits);
});

test("marks at a time are the alarms that are active then and the commands near it", () => {
  const alarm = { kind: "alarm", fromMs: startMs, toMs: startMs + 10 * MINUTE_MS, label: "High" } as const;
  const command = { kind: "command", fromMs: startMs + 5 * MINUTE_MS, toMs: null, label: "On" } as const;
  const labelsAt = (minute: number) =>
    marksAt([alarm, command], startMs + minute * MINUTE_MS, MINUTE_MS).map(({ label }) => label);
  expect([labelsAt(2), labelsAt(5), labelsAt(20)]).toEqual([["High"], ["High", "On"], []]);
});
