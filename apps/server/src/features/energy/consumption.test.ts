import { expect, test } from "vitest";

import { consumptionBetween, coverageOf } from "./consumption.ts";

const QUARTER_MS = 900_000;
const at = (quarter: number) => new Date(Date.UTC(2026, 0, 5) + quarter * QUARTER_MS);
const hours = [at(0), at(4), at(8)];
/** A counter that gains 1 kWh a quarter, in quarters from one to before another. */
const rising = (from: number, to: number, start = 1_000) =>
  Array.from({ length: to - from }, (_, index) => {
    const value = start + from + index;
    return { at: at(from + index), min: value - 0.5, max: value };
  });

test("the energy of an hour is the counter's increase", () => {
  expect(consumptionBetween(hours, rising(-1, 8), QUARTER_MS)).toEqual([
    { from: at(0).toISOString(), to: at(4).toISOString(), kilowattHour: 4, isComplete: true },
    { from: at(4).toISOString(), to: at(8).toISOString(), kilowattHour: 4, isComplete: true },
  ]);
});

test("a missing hour is missing, and its energy is not added to the next", () => {
  const buckets = [...rising(-1, 0), ...rising(4, 8)];
  expect(
    consumptionBetween(hours, buckets, QUARTER_MS).map((one) => [one.kilowattHour, one.isComplete]),
  ).toEqual([
    [null, false],
    [3.5, false],
  ]);
  expect(coverageOf(hours, buckets, QUARTER_MS)).toBe(50);
});

test("an hour with a missing quarter is not complete", () => {
  const buckets = rising(-1, 8).filter(({ at: time }) => time.getTime() !== at(2).getTime());
  expect(consumptionBetween(hours, buckets, QUARTER_MS)[0]).toMatchObject({
    kilowattHour: 2.5 + 0.0,
    isComplete: false,
  });
});

test("a reset of the counter gives no negative or huge hour", () => {
  const buckets = [...rising(-1, 2), ...rising(2, 8, 0)];
  expect(
    consumptionBetween(hours, buckets, QUARTER_MS).map((one) => [one.kilowattHour, one.isComplete]),
  ).toEqual([
    [3.5, false],
    [4, true],
  ]);
});

test("without readings the energy is unknown", () => {
  expect(consumptionBetween(hours, [], QUARTER_MS)[0]).toMatchObject({
    kilowattHour: null,
    isComplete: false,
  });
  expect(coverageOf(hours, [], QUARTER_MS)).toBe(0);
});
