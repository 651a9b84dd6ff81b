import { expect, test } from "vitest";

import { type BaselineDay, fitBaseline, heldOutErrorOf } from "./baseline.ts";

const day = (at: number) => new Date(Date.UTC(2026, 0, 5 + at));
/** Temperatures that vary between 22 and 30 °C without a weekly pattern. */
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

test("there is no model with less than two weeks, or without a day that differs", () => {
  expect(fitBaseline(days(13))).toBeUndefined();
  expect(fitBaseline(days(14))).toBeDefined();
  expect(fitBaseline(days(40).filter(({ isWorkday }) => isWorkday))).toBeUndefined();
});

test("a saving of a tenth is outside the uncertainty, and no saving is within it", () => {
  const all = days(84, { scatter: 15 });
  const baseline = fitBaseline(all.slice(0, 60));
  const after = all.slice(60);
  const expected = after.reduce((sum, one) => sum + (baseline?.expect(one) ?? 0), 0);
  const actual = after.reduce((sum, { kilowattHour }) => sum + kilowattHour, 0);
  const uncertainty = baseline?.uncertaintyOf(after) ?? 0;
  expect(uncertainty).toBeGreaterThan(0);
  expect(Math.abs(expected - actual)).toBeLessThan(uncertainty);
  expect(expected - 0.9 * actual).toBeGreaterThan(uncertainty);
  // The sum of several expected days has a smaller uncertainty than the days separately.
  const each = after.reduce((sum, one) => sum + (baseline?.uncertaintyOf([one]) ?? 0), 0);
  expect(uncertainty).toBeLessThan(each / 3);
});

/** Uncertainty of two weeks for the error of a day. */
const shareOf = (all: BaselineDay[]) => {
  const baseline = fitBaseline(all);
  return (baseline?.uncertaintyOf(all.slice(0, 14)) ?? 0) / (baseline?.cvrmsePercent ?? 1);
};

test("the uncertainty is larger when days resemble the day before", () => {
  const scattered = days(60, { scatter: 15 });
  const drifting = days(60).map((one, at) => ({
    ...one,
    kilowattHour: one.kilowattHour + 8 * Math.sin(at / 6),
  }));
  expect(shareOf(drifting)).toBeGreaterThan(2 * shareOf(scattered));
});

test("is tested on the last two weeks, which it does not use", () => {
  expect(heldOutErrorOf(days(27))).toBeNull();
  expect(heldOutErrorOf(days(60))).toBeCloseTo(0, 6);
  const changed = [...days(46), ...days(60, { factor: 1.2 }).slice(46)];
  expect(heldOutErrorOf(changed)).toBeCloseTo(20, 6);
});
