import { expect, test } from "vitest";

import { bengaluru } from "../campus/bengaluru.ts";
import { mumbai } from "../campus/mumbai.ts";
import { devicesOf } from "../kinds/all-kinds.ts";
import { createPhysics } from "../physics/physics.ts";
import { groundFloor } from "../testing/one-floor.ts";
import { HOUR_MS, wednesdayNoon } from "../testing/physics-bench.ts";
import { AlarmLog } from "./alarm-log.ts";
import { influenceAt, pastFaultsOf } from "./past-faults.ts";
import { preparePast } from "./past-values.ts";

const sensor = devicesOf(bengaluru()).find(({ kind }) => kind.type === "ENVIRONMENT");

test("the log has an alarm from the value beyond its limit to the one within it by the deadband", () => {
  if (!sensor) throw new Error("There are sensors");
  const log = new AlarmLog();
  for (const [at, celsius] of [
    [1, 28],
    [2, 28.01],
    [3, 29],
    [4, 27.6],
    [5, 27.5],
    [6, 28.2],
  ] as const)
    log.watch(sensor, at, { TEMPERATURE: celsius });
  expect(log.entries).toEqual([
    {
      device: sensor.ssid,
      code: 210,
      message: "Temperature high: 28.1 °C, limit 28 °C",
      state: "returned",
      since: 2,
      at: 5,
      point: "TEMPERATURE",
      value: 28.01,
    },
  ]);
});

test("faults of the past end at least an hour before the first start, at any time of day", () => {
  for (let hour = 0; hour < 24; hour += 1) {
    const anchorMs = wednesdayNoon + hour * HOUR_MS;
    const faults = pastFaultsOf(bengaluru(), anchorMs);
    expect(faults.length).toBeGreaterThanOrEqual(9);
    for (const { fault, fromMs, toMs } of faults) {
      expect([fault, toMs < anchorMs - HOUR_MS]).toEqual([fault, true]);
      expect([fault, fromMs > anchorMs - 7 * 24 * HOUR_MS]).toEqual([fault, true]);
    }
  }
  expect(pastFaultsOf(mumbai(), wednesdayNoon)).toEqual([]);
});

test("a fault affects the steps from its begin to its end and no others", () => {
  const [fault] = pastFaultsOf(bengaluru(), wednesdayNoon);
  if (!fault) throw new Error("There are faults");
  const isBroken = (atMs: number) => influenceAt([fault], atMs).isBroken("mains-failed", "blr/a");
  expect([fault.fromMs, fault.fromMs + 1, fault.toMs, fault.toMs + 1].map(isBroken)).toEqual([
    false,
    true,
    true,
    false,
  ]);
});

test("the alarm log of the past has the faults in its readings", async () => {
  const past = await preparePast(createPhysics(groundFloor()), wednesdayNoon, 1);
  const [alarm, ...others] = past.alarms;
  expect(others).toEqual([]);
  expect(alarm).toMatchObject({
    device: "UPS-BLR-A-1",
    code: 120,
    message: "Mains failure: UPS on battery",
    since: wednesdayNoon - 16 * HOUR_MS,
    at: wednesdayNoon - 16 * HOUR_MS + 15 * 60_000,
    point: "ups_Status",
    value: 5,
  });
  const shown = [...past.piecesOfDay(0)].flat().filter(({ point }) => point === "ups_Status");
  expect(shown.flatMap(({ values }) => values)).toContainEqual([wednesdayNoon - 16 * HOUR_MS, 5]);
});
