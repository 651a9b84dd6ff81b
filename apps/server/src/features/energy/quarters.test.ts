import { expect, test } from "vitest";

import { demandOf, sumOf } from "./energy-sums.ts";
import { forecastOf } from "./forecast.ts";
import { QUARTER_MS, quartersOf } from "./quarters.ts";

const START_MS = Date.UTC(2026, 0, 5);
const at = (quarter: number) => new Date(START_MS + quarter * QUARTER_MS);
const bucket = (quarter: number, min: number, max: number) => ({ at: at(quarter), min, max });
const hourOf = (ms: number) => new Date(ms).getUTCHours();
const range = (from: number, to: number) => ({ fromMs: Number(at(from)), toMs: Number(at(to)) });

test("the quarters of a gap share the counter's increase and are marked", () => {
  const quarters = quartersOf([bucket(-1, 99, 100), bucket(0, 100.5, 101), bucket(4, 107, 108)]);
  expect(quarters).toEqual([
    { at: Number(at(0)), kilowattHour: 1, isEstimated: false },
    ...[1, 2, 3].map((one) => ({ at: Number(at(one)), kilowattHour: 2, isEstimated: true })),
    { at: Number(at(4)), kilowattHour: 1, isEstimated: false },
  ]);
  const sum = sumOf([quarters], { ...range(0, 5), tariff: [], hourOf });
  expect(sum).toEqual({ kilowattHour: 8, estimatedKilowattHour: 6, coveragePercent: 40, rupees: null });
});

test.each([
  ["a counter that is full", bucket(4, 2, 3)],
  ["a new meter whose counter is far on", bucket(4, 90_000, 90_001)],
])("the gap of %s stays unknown", (_name, after) => {
  const quarters = quartersOf([bucket(-1, 99, 100), bucket(0, 100.5, 101), after]);
  expect(quarters.map(({ kilowattHour, isEstimated }) => [kilowattHour, isEstimated])).toEqual([
    [1, false],
    [1, false],
  ]);
});

test("a jump between two consecutive quarters counts only the increase within the quarter", () => {
  const quarters = quartersOf([bucket(-1, 99, 100), bucket(0, 90_000, 90_001), bucket(1, 90_001, 90_002)]);
  expect(quarters.map(({ kilowattHour }) => kilowattHour)).toEqual([1, 1]);
});

test("the price is that of the hour", () => {
  const quarters = [0, 30, 80].map((quarter) => ({
    at: Number(at(quarter)),
    kilowattHour: 10,
    isEstimated: false,
  }));
  const tariff = [
    { name: "Night", fromHour: 0, rupeesPerKilowattHour: 5 },
    { name: "Day", fromHour: 6, rupeesPerKilowattHour: 8 },
    { name: "Evening", fromHour: 20, rupeesPerKilowattHour: 9 },
  ];
  expect(sumOf([quarters], { ...range(0, 96), tariff, hourOf }).rupees).toBe(50 + 80 + 90);
});

test("a building's demand is known only when all its meters have readings", () => {
  const quarter = (n: number, kilowattHour: number, isEstimated = false) => ({
    at: Number(at(n)),
    kilowattHour,
    isEstimated,
  });
  const demand = demandOf(
    [
      [quarter(0, 5), quarter(1, 6)],
      [quarter(0, 2), quarter(1, 3, true)],
    ],
    range(0, 2),
  );
  expect([...demand]).toEqual([[Number(at(0)), 28]]);
  // The quarter that runs is not over.
  const running = { fromMs: Number(at(0)), toMs: Number(at(1)) - 1 };
  expect(demandOf([[quarter(0, 5)]], running).size).toBe(0);
});

test("the rest of today is the mean of such days, shifted by the last two hours", () => {
  const dayOf = (startQuarter: number, kilowatt: (n: number) => number, count = 96) => ({
    startMs: Number(at(startQuarter)),
    demand: new Map(
      Array.from({ length: count }, (_, n) => [Number(at(startQuarter + n)), kilowatt(n)] as const),
    ),
  });
  const before = [dayOf(-96, (n) => 100 + n), dayOf(-192, (n) => 110 + n)];
  const today = dayOf(0, (n) => 115 + n, 40);
  const forecast = forecastOf(today, before, { nowMs: Number(at(40)), endMs: Number(at(96)) });
  expect(forecast?.days).toBe(2);
  expect(forecast?.quarters).toHaveLength(56);
  expect(forecast?.quarters.at(-1)).toEqual({ at: Number(at(95)), kilowatt: 115 + 95 });
  expect(forecastOf(today, [], { nowMs: 0, endMs: 1 })).toBeUndefined();
});
