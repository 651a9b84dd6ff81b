import { expect, test } from "vitest";

import { type BaselineDay, fitBaseline, heldOutErrorOf } from "./baseline.ts";

const day = (at: number) => new Date(Date.UTC(2026, 0, 5 + at));
/** Temperatures that wander between 22 and 30 °C without a rhythm of a week. */
const celsiusOf = (at: number) => 26 + 4 * Math.sin(at * 1.7) * Math.cos(at * 0.61);
/** Repeatable scatter between -1 and 1. */
const scatterOf = (at: number) => ((at * 7_919) % 41) / 20 - 1;

/** Workdays 300 kWh and 20 kWh for each degree above 24 °C, other days 100 kWh; from a Monday on. */
function days(count: number, { scatter = 0, factor = 1 }: { scatter?: number; factor?: number } = {}) {
  return Array.from({ length: count }, (_, at): BaselineDay => {
    const celsius = celsiusOf(at);
    const isWorkday = ![0, 6].includes(day(at).getUTCDay());
    const kilowattHour = isWorkday ? 300 + 20 * Math.max(0, celsius - 24) : 100;
    const scattered = factor * kilowattHour + scatter * scatterOf(at);
    return { day: day(at).toISOString().slice(0, 10), celsius, isWorkday, kilowattHour: scattered };
  });
}

test("finds the levels, the slope and the temperature where cooling begins", () => {
  const baseline = fitBaseline(days(60));
  expect(baseline?.form).toEqual({ baseCelsius: 24, coolsOn: "workdays" });
  expect(baseline?.slope).toBeCloseTo(20, 6);
  expect(baseline?.expect({ celsius: 29, isWorkday: true })).toBeCloseTo(400, 6);
  expect(baseline?.expect({ celsius: 29, isWorkday: false })).toBeCloseTo(100, 6);
  expect(baseline?.r2).toBeCloseTo(1, 6);
});

test("weather that explains nothing is left out", () => {
  const flat = days(40, { scatter: 8 }).map((one) => ({
    ...one,
    kilowattHour: (one.isWorkday ? 300 : 100) + 8 * scatterOf(Number(one.day.slice(8))),
  }));
  expect(fitBaseline(flat)?.form.baseCelsius).toBeNull();
});

test("less than two weeks, or no day that differs, is no model", () => {
  expect(fitBaseline(days(13))).toBeUndefined();
  expect(fitBaseline(days(14))).toBeDefined();
  expect(fitBaseline(days(40).filter(({ isWorkday }) => isWorkday))).toBeUndefined();
});

test("a saving of a tenth is outside of the uncertainty, and none is within it", () => {
  const all = days(84, { scatter: 15 });
  const baseline = fitBaseline(all.slice(0, 60));
  const after = all.slice(60);
  const expected = after.reduce((sum, one) => sum + (baseline?.expect(one) ?? 0), 0);
  const actual = after.reduce((sum, { kilowattHour }) => sum + kilowattHour, 0);
  const uncertainty = baseline?.uncertaintyOf(after) ?? 0;
  expect(uncertainty).toBeGreaterThan(0);
  expect(Math.abs(expected - actual)).toBeLessThan(uncertainty);
  expect(expected - 0.9 * actual).toBeGreaterThan(uncertainty);
  // Days that are foretold together are uncertain by less than each on its own.
  const each = after.reduce((sum, one) => sum + (baseline?.uncertaintyOf([one]) ?? 0), 0);
  expect(uncertainty).toBeLessThan(each / 3);
});

/** Uncertainty of two weeks for the error of a day. */
const shareOf = (all: BaselineDay[]) => {
  const baseline = fitBaseline(all);
  return (baseline?.uncertaintyOf(all.slice(0, 14)) ?? 0) / (baseline?.cvrmsePercent ?? 1);
};

test("days that resemble the day before make it less certain", () => {
  const scattered = days(60, { scatter: 15 });
  const drifting = days(60).map((one, at) => ({
    ...one,
    kilowattHour: one.kilowattHour + 8 * Math.sin(at / 6),
  }));
  expect(shareOf(drifting)).toBeGreaterThan(2 * shareOf(scattered));
});

test("is tried on the last two weeks without them", () => {
  expect(heldOutErrorOf(days(27))).toBeNull();
  expect(heldOutErrorOf(days(60))).toBeCloseTo(0, 6);
  const changed = [...days(46), ...days(60, { factor: 1.2 }).slice(46)];
  expect(heldOutErrorOf(changed)).toBeCloseTo(20, 6);
});
