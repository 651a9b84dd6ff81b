import { expect, test } from "vitest";

import { pumpFields } from "../../campus/bengaluru-pumps.ts";
import { bengaluru } from "../../campus/bengaluru.ts";
import { HOUR_MS, influenced, startPhysics } from "../../testing/physics-bench.ts";
import type { PhysicalFault } from "../surroundings/influence.ts";

const PUMP = "ASPump202600000000000000000001";
const fields = () => ({ ...bengaluru(), buildings: [pumpFields({ villages: 4, pumpsPerVillage: 5 })] });
/** Local hours of a day in November. */
const at = (hour: number) => Date.parse("2026-11-17T18:30:00Z") + hour * HOUR_MS;
const pumpAt = (hour: number) => startPhysics(at(hour), fields());

test("the flow follows the sun: none at night, little in the morning, most at noon", () => {
  const flow = (hour: number) => pumpAt(hour).show(PUMP).WaterflowRate_in_lpm ?? 0;
  expect(pumpAt(2).show(PUMP)).toMatchObject({ MotorStatus: 0, power_in_watt: 0, voltage_in_v: 0 });
  expect(flow(2)).toBe(0);
  expect(flow(12.2)).toBeGreaterThan(flow(8) + 10);
  expect(flow(12.2)).toBeGreaterThan(60);
});

test("the day's litres add up the flow and start at 0 at local midnight", () => {
  const bench = pumpAt(11);
  const before = bench.show(PUMP).WF_per_Day_in_L ?? 0;
  let litres = 0;
  for (let minute = 0; minute < 30; minute++) {
    bench.pass(60_000);
    litres += bench.show(PUMP).WaterflowRate_in_lpm ?? 0;
  }
  const gained = (bench.show(PUMP).WF_per_Day_in_L ?? 0) - before;
  expect(gained / litres).toBeCloseTo(1, 1);
  bench.pass(at(23.95) - bench.world.atMs);
  expect(bench.show(PUMP).WF_per_Day_in_L).toBeGreaterThan(10_000);
  bench.pass(0.1 * HOUR_MS);
  expect(bench.show(PUMP).WF_per_Day_in_L).toBe(0);
});

test("a pump with a stop command stops, and its panels have no load", () => {
  const bench = pumpAt(12);
  const commands = { motor_on_off_sp: 0 };
  bench.pass(1_000, influenced({ [PUMP]: commands }));
  const values = bench.show(PUMP, commands);
  expect(values).toMatchObject({
    MotorStatus: 0,
    WaterflowRate_in_lpm: 0,
    Current_in_A: 0,
    FaultCondition: 0,
  });
  expect(values.voltage_in_v).toBeGreaterThan(350);
});

test.each<[PhysicalFault, number, number]>([
  ["pump-dry", 1, 0],
  ["overloaded", 2, 0],
  ["pipe-leaking", 0, 2],
  ["panel-dirty", 0, 3],
])("%s shows fault %d and warning %d, and less flow", (fault, faultCondition, warningCondition) => {
  const bench = pumpAt(12);
  const before = bench.show(PUMP);
  bench.pass(5_000, influenced({}, [[fault, PUMP]]));
  const after = bench.show(PUMP);
  expect(after).toMatchObject({ FaultCondition: faultCondition, WarningCondition: warningCondition });
  expect(after.WaterflowRate_in_lpm).toBeLessThan((before.WaterflowRate_in_lpm ?? 0) * 0.9);
  expect(after.MotorStatus).toBe(faultCondition === 0 ? 1 : 0);
  bench.pass(5_000);
  expect(bench.show(PUMP)).toMatchObject({ FaultCondition: 0, WarningCondition: 0, MotorStatus: 1 });
});

test("low sun is a warning and no fault", () => {
  const dawn = [6.3, 6.5, 6.7, 6.9, 7.1].map((hour) => pumpAt(hour).show(PUMP).WarningCondition);
  expect(dawn).toContain(1);
});
