import { expect, test } from "vitest";

import { consumptionBetween, demandOf, sumOf } from "./energy-sums.ts";
import { forecastOf } from "./forecast.ts";
import { QUARTER_MS, quartersOf } from "./quarters.ts";

const START_MS = Date.UTC(2026, 0, 5);
const at = (quarter: number) => new Date(START_MS + quarter * QUARTER_MS);
const bucket = (quarter: number, min: number, max: number) => ({ at: at(quarter), min, max });
const hourOf = (ms: number) => new Date(ms).getUTCHours();
const range = (from: number, to: number) => ({ fromMs: Number(at(from)), toMs: Number(at(to)) });

/** A meter of 100 kW. */
const kilowatts = (buckets: readonly ReturnType<typeof bucket>[], highest?: number) =>
  quartersOf(buckets, { rated: 100, highest }).map(({ at: ms, kilowattHour, isEstimated }) => [
    (ms - START_MS) / QUARTER_MS,
    Number(kilowattHour.toFixed(6)),
    ...(isEstimated ? ["estimated"] : []),
  ]);
/** A counter at 1.2 kW from one quarter to before another: 0.02 kWh a minute, and 12,345 at quarter 0. */
const steady = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => {
    const first = 12_345 + 0.3 * (from + index);
    return bucket(from + index, first, first + 0.28);
  });
const sumOfAll = (quarters: ReturnType<typeof kilowatts>) =>
  quarters.reduce((sum, [, kilowattHour]) => sum + Number(kilowattHour), 0);

test("the quarters of a gap share the counter's increase and are marked", () => {
  const buckets = [bucket(-1, 99, 100), bucket(0, 100.5, 101), bucket(4, 107, 108)];
  const quarters = quartersOf(buckets, { rated: 100 });
  expect(kilowatts(buckets)).toEqual([
    // The first quarter counts from the first reading on.
    [-1, 1, "estimated"],
    [0, 1],
    ...[1, 2, 3].map((one) => [one, 2, "estimated"]),
    [4, 1],
  ]);
  const sum = sumOf([quarters], { ...range(0, 5), tariff: [], hourOf });
  expect(sum).toEqual({ kilowattHour: 8, estimatedKilowattHour: 6, coveragePercent: 40, rupees: null });
});

test.each([
  ["a counter that begins again", bucket(4, 2, 3)],
  ["a new meter whose counter is far on", bucket(4, 90_000, 90_001)],
])("the gap of %s stays unknown", (_name, after) => {
  expect(kilowatts([bucket(-1, 99, 100), bucket(0, 100.5, 101), after])).toEqual([
    [-1, 1, "estimated"],
    [0, 1],
    [4, 1, "estimated"],
  ]);
});

test("a jump between two consecutive quarters counts only the increase within the quarter", () => {
  const buckets = [bucket(-1, 99, 100), bucket(0, 90_000, 90_001), bucket(1, 90_001, 90_002)];
  expect(kilowatts(buckets)).toEqual([
    [-1, 1, "estimated"],
    [0, 1, "estimated"],
    [1, 1],
  ]);
});

test("zeros for 20 minutes are a gap of the counter", () => {
  const after = [bucket(5, 0, 12_346.78), ...steady(6, 8), bucket(8, 12_347.4, 12_347.4)];
  const quarters = kilowatts([...steady(0, 4), bucket(4, 0, 0), ...after]);
  expect(sumOfAll(quarters)).toBeCloseTo(2.4, 6);
  expect(quarters).toEqual([
    [0, 0.28, "estimated"],
    ...[1, 2, 3].map((one) => [one, 0.3]),
    [4, 0.3, "estimated"],
    [5, 0.3, "estimated"],
    // May include the end of the quarter before, whose last value is not known.
    [6, 0.3, "estimated"],
    [7, 0.3],
    [8, 0.02],
  ]);
});

test("a zero after a gap is not the counter's", () => {
  const quarters = kilowatts([...steady(0, 4), bucket(6, 0, 12_347.08), ...steady(7, 9)]);
  expect(sumOfAll(quarters)).toBeCloseTo(9 * 0.3 - 0.02, 6);
  expect(Math.max(...quarters.map(([, kilowattHour]) => Number(kilowattHour)))).toBeLessThan(0.31);
  expect(quarters.filter((one) => one[2] === "estimated").map(([quarter]) => quarter)).toEqual([
    0, 4, 5, 6, 7,
  ]);
});

test("a value that is far too high for a moment counts nothing", () => {
  const spike = bucket(2, 12_345.6, 4_294_967.295);
  const quarters = kilowatts([...steady(0, 2), spike, ...steady(3, 6)]);
  expect(sumOfAll(quarters)).toBeCloseTo(6 * 0.3 - 0.02, 6);
});

test("an overflow is recognized at the counter's own pace", () => {
  // 23 bits in tenths of a watt hour.
  const buckets = [
    bucket(0, 838.6711, 838.7109),
    bucket(1, 838.7509, 838.8576),
    bucket(2, 0.0101, 0.0367),
    bucket(3, 0.05, 0.09),
  ];
  const quarters = kilowatts(buckets);
  expect(sumOfAll(quarters)).toBeCloseTo(838.8608 - 838.6711 + 0.09, 6);
  expect(quarters.map(([quarter, , mark]) => [quarter, mark])).toEqual([
    [0, "estimated"],
    [1, undefined],
    [2, "estimated"],
    [3, undefined],
  ]);
  const [, , overflowed] = quartersOf(buckets, { rated: 100 });
  expect(overflowed?.restart).toBe("overflow");
  // Within a quarter.
  const within = kilowatts([
    bucket(0, 838.65, 838.75),
    bucket(1, 0.01, 838.85),
    bucket(2, 0.05, 0.15),
    bucket(3, 0.16, 0.2),
  ]);
  expect(sumOfAll(within)).toBeCloseTo(838.8608 - 838.65 + 0.2, 6);
});

test("a counter that is rounded down by half a watt hour is not a new meter", () => {
  const quarters = kilowatts([
    bucket(0, 44.79066, 44.79066),
    bucket(1, 44.79013, 44.79097),
    bucket(2, 44.79139, 44.79223),
  ]);
  expect(sumOfAll(quarters)).toBeCloseTo(44.79223 - 44.79066, 6);
  expect(quarters.slice(1).every((one) => one.length === 2)).toBe(true);
});

test("a meter that is replaced within a quarter counts neither its old nor its new count", () => {
  const quarters = kilowatts([
    bucket(0, 123_454.2, 123_454.4),
    bucket(1, 0, 123_454.789),
    bucket(2, 0.1, 0.6),
    bucket(3, 0.7, 1),
  ]);
  expect(quarters).toEqual([
    [0, 0.2, "estimated"],
    [1, 0.389, "estimated"],
    [2, 0.6, "estimated"],
    [3, 0.4],
  ]);
});

test("a new counter that reaches the old count goes on", () => {
  const old = Array.from({ length: 4 }, (_, quarter) => bucket(quarter, 40 + quarter, 40.9 + quarter));
  const next = Array.from({ length: 60 }, (_, quarter) => bucket(4 + quarter, quarter, quarter + 0.9));
  expect(sumOfAll(kilowatts([...old, ...next]))).toBeCloseTo(3.9 + 59.9, 6);
});

test("a counter that runs backwards has no energy", () => {
  const falling = Array.from({ length: 8_000 }, (_, quarter) =>
    bucket(quarter, 9_999 - quarter, 9_999.9 - quarter),
  );
  expect(sumOfAll(kilowatts(falling))).toBeLessThan(2);
});

test("the highest power that the meter measured bounds a step, unless it is often exceeded", () => {
  const buckets = Array.from({ length: 80 }, (_, quarter) => {
    const value = quarter + 0.8 * (quarter % 2) + (quarter < 40 ? 0 : 20);
    return bucket(quarter, value, value);
  });
  // 20 kWh in half an hour are possible for a meter of 100 kW, and not at 5 kW.
  expect(sumOfAll(kilowatts(buckets))).toBeCloseTo(99.8, 6);
  expect(sumOfAll(kilowatts(buckets, 5))).toBeCloseTo(79.6, 6);
  // A power that is a thousandth of the counter's pace is in another unit.
  expect(sumOfAll(kilowatts(buckets, 0.004))).toBeCloseTo(99.8, 6);
  // A counter in steps of 10 kWh is not too fast for a small load.
  const coarse = Array.from({ length: 100 }, (_, quarter) => {
    const value = 10 * Math.floor(quarter / 33);
    return bucket(quarter, value, value);
  });
  expect(sumOfAll(kilowatts(coarse, 1.3))).toBe(30);
});

const hours = [at(0), at(4), at(8)];
/** A counter that gains 1 kWh a quarter, in quarters from one to before another. */
const rising = (from: number, to: number, start = 1_000) =>
  Array.from({ length: to - from }, (_, index) => {
    const value = start + from + index;
    return bucket(from + index, value - 0.5, value);
  });
const byHour = (buckets: ReturnType<typeof rising>) =>
  consumptionBetween(hours, [quartersOf(buckets, { rated: 100 })]).map((one) => [
    one.kilowattHour,
    one.estimatedKilowattHour,
    one.isComplete,
  ]);

test("the energy of an hour is the counter's increase", () => {
  expect(consumptionBetween(hours, [quartersOf(rising(-1, 8), { rated: 100 })])).toEqual(
    [0, 4].map((quarter) => ({
      from: at(quarter).toISOString(),
      to: at(quarter + 4).toISOString(),
      kilowattHour: 4,
      estimatedKilowattHour: 0,
      isComplete: true,
    })),
  );
});

test("a missing hour has its share of the gap, and its energy is not added to the next", () => {
  expect(byHour([...rising(-1, 0), ...rising(4, 8)])).toEqual([
    [4.5, 4.5, false],
    [3.5, 0, true],
  ]);
});

test("an hour with a missing quarter is not complete", () => {
  const buckets = rising(-1, 8).filter(({ at: time }) => time.getTime() !== Number(at(2)));
  expect(byHour(buckets)[0]).toEqual([4, 1.5, false]);
});

test("a reset of the counter gives no negative or huge hour", () => {
  expect(byHour([...rising(-1, 2), ...rising(2, 8, 0)])).toEqual([
    [3.5, 0.5, false],
    [4, 0, true],
  ]);
});

test("without readings the energy is unknown", () => {
  expect(byHour([])).toEqual([
    [null, 0, false],
    [null, 0, false],
  ]);
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
