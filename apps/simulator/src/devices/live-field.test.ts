import { expect, test } from "vitest";

import { noInfluence } from "../physics/surroundings/influence.ts";
import { groundFloor } from "../testing/one-floor.ts";
import { HOUR_MS, wednesdayNoon } from "../testing/physics-bench.ts";
import { createLiveField, type Energy } from "./live-field.ts";

const METER = "EM-BLR-A-F0-1";
const DALI = "50d0f001";

function startLive(energy?: Energy) {
  let nowMs = wednesdayNoon;
  const field = createLiveField({
    campuses: [groundFloor()],
    now: () => nowMs,
    influence: noInfluence,
    energy,
  });
  return {
    field,
    counter: () => field.measure(METER)?.energyTotal ?? 0,
    burnHours: () => field.measure(DALI)?.burn_hours,
    pass(ms: number) {
      nowMs += ms;
      field.step();
    },
  };
}

test("counters continue from their last reading, and add the normal load for the time between", () => {
  const stood = { [METER]: 1_000 };
  expect(startLive({ atMs: wednesdayNoon, kilowattHour: stood }).counter()).toBe(1_000);
  const later = startLive({ atMs: wednesdayNoon - 10 * HOUR_MS, kilowattHour: stood }).counter();
  expect(later).toBeGreaterThan(1_030);
  expect(later).toBeLessThan(1_070);
  // A clock that was set back takes nothing away.
  expect(startLive({ atMs: wednesdayNoon + HOUR_MS, kilowattHour: stood }).counter()).toBe(1_000);
});

test("burn hours continue from their last reading after a restart", () => {
  const energy = { atMs: wednesdayNoon, kilowattHour: {}, burnHours: { [DALI]: 1_234.5 } };
  const live = startLive(energy);
  expect(live.burnHours()).toBe(1_234.5);
  expect(live.field.energy().burnHours).toMatchObject(energy.burnHours);
  // A state file from before burn hours were counted.
  expect(startLive({ atMs: wednesdayNoon, kilowattHour: {} }).burnHours()).toBeGreaterThan(5_000);
});

test("a counter does not decrease after a pause of the machine or a clock that is set back", () => {
  const live = startLive();
  let last = live.counter();
  for (const ms of [60_000, 5 * HOUR_MS, -2 * HOUR_MS, 60_000]) {
    live.pass(ms);
    expect(live.counter()).toBeGreaterThanOrEqual(last);
    last = live.counter();
  }
});

test("an unknown device measures nothing and draws no power", () => {
  const { field } = startLive();
  expect(field.measure("AHU-9")).toBeUndefined();
  expect(field.hasPower("AHU-9")).toBe(true);
});
