import { expect, test } from "vitest";

import { runtimeMinute, startOfUps, stepUps } from "./ups.ts";

const noMains = { isMainsThere: false, isOverloaded: false, wattShare: 0.5 };
const mains = { ...noMains, isMainsThere: true };
const HOUR_SECOND = 3_600;

test("at half the load a battery lasts more than twice as long, and shorter with less charge", () => {
  const whole = runtimeMinute({ ...startOfUps, loadShare: 1 });
  expect(whole).toBeCloseTo(14, 6);
  expect(runtimeMinute({ ...startOfUps, loadShare: 0.5 })).toBeGreaterThan(2.1 * whole);
  expect(runtimeMinute({ ...startOfUps, loadShare: 1, chargePercent: 50 })).toBeCloseTo(7, 6);
});

test("an empty UPS without mains supplies nothing, and begins to charge when the mains return", () => {
  const empty = stepUps(startOfUps, noMains, HOUR_SECOND);
  expect(empty).toMatchObject({ chargePercent: 0, isFeeding: false });
  const dead = stepUps(empty, noMains, 60);
  expect(dead).toMatchObject({ chargePercent: 0, isFeeding: false, loadShare: 0 });
  const back = stepUps(dead, mains, HOUR_SECOND);
  expect(back).toMatchObject({ isFeeding: true, loadShare: 0.5 });
  expect(back.chargePercent).toBeCloseTo(22, 6);
});

test("a battery gets warm while it discharges, and cools again", () => {
  const warm = stepUps(startOfUps, noMains, 900);
  expect(warm.batteryCelsius).toBeGreaterThan(29);
  expect(stepUps(warm, mains, 4 * HOUR_SECOND).batteryCelsius).toBeCloseTo(25, 1);
});

test("an overloaded UPS shows more than its rated load, whatever its real load", () => {
  const { loadShare, isOverloaded } = stepUps(startOfUps, { ...mains, isOverloaded: true }, 10);
  expect([isOverloaded, loadShare]).toEqual([true, expect.closeTo(1.32, 6)]);
});
