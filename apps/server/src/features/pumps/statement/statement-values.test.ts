import { expect, test } from "vitest";

import { gainsOf, QUARTER_MS } from "./statement-values.ts";

const range = { fromMs: 0, midnights: [0, 96, 192], isNight: () => false };
/** The gains of counter values by quarter: `[quarter, lowest, highest]`. */
const gains = (...buckets: [quarter: number, min: number, max: number][]) =>
  [
    ...gainsOf(
      buckets.map(([quarter, min, max]) => ({ at: new Date(quarter * QUARTER_MS), avg: min, min, max })),
      range,
    ),
  ]
    .toSorted(([a], [b]) => a - b)
    .map(([quarter, { value, isEstimated }]) => [quarter, value, isEstimated ? "estimated" : "measured"]);

test("a counter begins at 0 at midnight, also when the pump's clock is late", () => {
  expect(gains([94, 500, 500], [95, 500, 500], [96, 500, 500], [97, 0, 500], [98, 10, 20]).slice(94)).toEqual(
    [
      [94, 0, "measured"],
      [95, 0, "measured"],
      [96, 0, "measured"],
      [97, 0, "measured"],
      [98, 20, "measured"],
    ],
  );
});

test("an old count in the first quarter of a day is not its water", () => {
  expect(gains([95, 500, 500], [96, 0, 500], [97, 0, 30]).slice(-3)).toEqual([
    [95, 0, "measured"],
    [96, 0, "measured"],
    [97, 30, "measured"],
  ]);
});

test("an old count after a gap over midnight is water of its own day, whenever the counter begins again", () => {
  expect(gains([92, 500, 500], [98, 520, 520], [99, 0, 520], [100, 0, 30]).slice(-8)).toEqual([
    [93, 20 / 3, "estimated"],
    [94, 20 / 3, "estimated"],
    [95, 20 / 3, "estimated"],
    [96, 0, "estimated"],
    [97, 0, "estimated"],
    [98, 0, "measured"],
    [99, 0, "measured"],
    [100, 30, "measured"],
  ]);
  const [, ...morning] = gains([70, 500, 500], [121, 500, 500], [122, 10, 40]).slice(-3);
  expect(morning).toEqual([
    [121, 0, "measured"],
    [122, 40, "measured"],
  ]);
  expect(gains([70, 500, 500], [121, 5, 500], [122, 10, 40]).slice(-2)).toEqual([
    [121, 0, "measured"],
    [122, 35, "measured"],
  ]);
});

test("a gap at midnight ends with what the counter of the new day has", () => {
  expect(gains([0, 0, 0], [1, 0, 900], [98, 30, 40])).toEqual([
    [0, 0, "measured"],
    [1, 900, "measured"],
    [96, 15, "estimated"],
    [97, 15, "estimated"],
    [98, 10, "measured"],
  ]);
});

test("a counter that began again within a day adds its new litres, and the gap before stays unknown", () => {
  expect(gains([0, 0, 100], [1, 100, 300], [4, 20, 50], [5, 50, 60])).toEqual([
    [0, 100, "measured"],
    [1, 200, "measured"],
    [4, 50, "measured"],
    [5, 10, "measured"],
  ]);
});

test("a count that no pump can reach is not the counter's, and its time is a gap", () => {
  expect(gains([0, 0, 100], [1, 900_000, 900_000], [2, 120, 130])).toEqual([
    [0, 100, "measured"],
    [1, 20, "estimated"],
    [2, 10, "measured"],
  ]);
  expect(gains([0, 0, 100], [4, 900_000, 900_000])).toEqual([[0, 100, "measured"]]);
});

test("zeros between higher counts are not water that was counted again", () => {
  const before = Array.from({ length: 20 }, (_, quarter): [number, number, number] => [
    quarter,
    250 * quarter,
    250 * (quarter + 1),
  ]);
  expect(gains(...before, [20, 0, 0], [21, 0, 5_400], [22, 5_450, 5_500]).slice(-4)).toEqual([
    [19, 250, "measured"],
    [20, 400, "estimated"],
    [21, 0, "measured"],
    [22, 100, "measured"],
  ]);
});
