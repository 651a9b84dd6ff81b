import { expect, test } from "vitest";

import { HOUR_MS, influenced, startPhysics, wednesdayNoon } from "../testing/physics-bench.ts";
import { automaticPercent } from "./models/light.ts";

/** Over the first sensor of zone 1. */
const DALI = "50d0f001";
/** Over the first sensor of zone 5. */
const WAC = "50ac0f001";
const SENSOR = "ENV-BLR-A-F0-Z1-1";
const OTHER_SENSOR = "ENV-BLR-A-F0-Z1-2";
const WAC_SENSOR = "ENV-BLR-A-F0-Z5-1";
const METER = "EM-BLR-A-F0-1";
const night = wednesdayNoon + 10 * HOUR_MS;
const full = { light_level_sp: 100 };

test("a light command at night changes the sensor below within seconds, no other, and the floor's meter", () => {
  const bench = startPhysics(night);
  const before = { lux: bench.show(SENSOR).LUMINOUSITY ?? 0, watt: bench.show(METER).activePowerTotal ?? 0 };
  const other = bench.show(OTHER_SENSOR).LUMINOUSITY ?? 0;
  bench.pass(5_000, influenced({ [DALI]: full }));
  expect(bench.show(DALI, full)).toMatchObject({ light_level: 100, light_mode: 0, light_level_sp: 100 });
  expect(bench.show(SENSOR).LUMINOUSITY).toBeGreaterThan(before.lux + 350);
  expect(bench.show(OTHER_SENSOR).LUMINOUSITY).toBeCloseTo(other, -1);
  // Half of a zone's 900 W of lamps.
  expect((bench.show(METER).activePowerTotal ?? 0) - before.watt).toBeGreaterThan(350);
  expect((bench.show(METER).activePowerTotal ?? 0) - before.watt).toBeLessThan(550);
});

test("the channels of a controller are independent", () => {
  const bench = startPhysics(night);
  const dark = bench.show(WAC_SENSOR).LUMINOUSITY ?? 0;
  bench.pass(5_000, influenced({ [WAC]: { light_level_sp_1: 100 } }));
  expect(bench.show(WAC)).toMatchObject({
    light_level_1: 100,
    light_level_2: 0,
    light_mode_1: 0,
    light_mode_2: 1,
  });
  const half = bench.show(WAC_SENSOR).LUMINOUSITY ?? 0;
  bench.pass(5_000, influenced({ [WAC]: { light_level_sp_1: 100, light_level_sp_2: 100 } }));
  expect(half - dark).toBeGreaterThan(150);
  expect((bench.show(WAC_SENSOR).LUMINOUSITY ?? 0) - half).toBeGreaterThan(150);
});

test("automatic lamps complement the daylight by day and are off at night", () => {
  const noon = { weekday: 3, hour: 12, dayOfYear: 322 };
  expect(automaticPercent(noon, 0)).toBeGreaterThan(90);
  expect(automaticPercent(noon, 200)).toBeCloseTo(51, 0);
  expect(automaticPercent(noon, 5_000)).toBe(20);
  expect(automaticPercent({ ...noon, hour: 23 }, 0)).toBe(0);
});

test("manual without a level keeps the level, and Auto controls the lamps again", () => {
  const bench = startPhysics();
  bench.pass(5_000, influenced({ [DALI]: { light_level_sp: 35 } }));
  bench.pass(5_000, influenced({ [DALI]: { light_mode_sp: 0 } }));
  expect(bench.show(DALI)).toMatchObject({ light_level: 35, light_mode: 0 });
  bench.pass(5_000, influenced({ [DALI]: { light_mode_sp: 1 } }));
  expect(bench.show(DALI).light_mode).toBe(1);
  expect(bench.show(DALI).light_level).toBeGreaterThan(50);
});

test("a failed lamp is reported, and there is less light", () => {
  const bench = startPhysics(night);
  bench.pass(5_000, influenced({ [DALI]: full }));
  const whole = bench.show(SENSOR).LUMINOUSITY ?? 0;
  bench.pass(5_000, influenced({ [DALI]: full }, [["lamp-failed", DALI]]));
  expect(bench.show(DALI)).toMatchObject({ lamp_failure: 1, light_level: 100 });
  expect(bench.show(SENSOR).LUMINOUSITY).toBeLessThan(whole * 0.6);
});

test("burn hours increase only while the lamps are on", () => {
  const bench = startPhysics(night);
  const { burn_hours: dark = 0 } = bench.show(DALI);
  bench.pass(2 * HOUR_MS, influenced({ [DALI]: { light_level_sp: 0 } }));
  expect(bench.show(DALI).burn_hours).toBe(dark);
  bench.pass(2 * HOUR_MS, influenced({ [DALI]: full }));
  expect((bench.show(DALI).burn_hours ?? 0) - dark).toBeCloseTo(2, 1);
});

test("reports the basis of automatic light, and none in manual", () => {
  const bench = startPhysics();
  bench.pass(1_000, influenced({ [DALI]: { light_mode_sp: 1 }, [WAC]: { light_level_sp_2: 40 } }));
  expect(bench.show(DALI)).toMatchObject({ auto_basis: 3 });
  expect(bench.show(WAC)).toMatchObject({ auto_basis_1: 1, auto_basis_2: 0 });
  const dark = startPhysics(night);
  expect(dark.show(DALI)).toMatchObject({ auto_basis: 2 });
});

test.each([
  ["function", 1, 10_000],
  ["duration", 2, 60_000],
])("an emergency light ends its %s test in time, and fails with a failed battery", (_, command, lengthMs) => {
  const bench = startPhysics();
  const order = { emergency_test: command };
  expect(bench.show(DALI)).toMatchObject({ emergency_test: 0, emergency_result: 0 });
  expect(bench.show(WAC)).not.toHaveProperty("emergency_result");
  bench.pass(1_000, influenced({ [DALI]: order }));
  expect(bench.show(DALI, order)).toMatchObject({ emergency_test: command, emergency_result: 3 });
  // The test continues after its command is released.
  bench.pass(lengthMs - 1_000);
  expect(bench.show(DALI).emergency_result).toBe(3);
  bench.pass(1_000);
  expect(bench.show(DALI).emergency_result).toBe(1);
  const broken = influenced({ [DALI]: order }, [["emergency-battery-failed", DALI]]);
  bench.pass(1_000, broken);
  for (let ms = 0; ms < lengthMs; ms += 5_000) bench.pass(5_000, broken);
  expect(bench.show(DALI).emergency_result).toBe(2);
});
