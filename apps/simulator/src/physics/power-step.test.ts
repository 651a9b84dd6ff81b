import { expect, test } from "vitest";

import { HOUR_MS, influenced, startPhysics, wednesdayNoon } from "../testing/physics-bench.ts";

const LIGHTING = "EM-BLR-A-F0-1";
const AIR = "EM-BLR-A-F0-2";
const UPS = "UPS-BLR-A-1";
const AHU = "AHU-BLR-A-F0-1";
const noMains = influenced({}, [["mains-failed", "blr/a"]]);

test("a counter increases by the energy of the shown power, and never decreases", () => {
  const bench = startPhysics();
  const before = bench.show(LIGHTING).energyTotal ?? 0;
  let kilowattHour = 0;
  let last = before;
  for (let minute = 0; minute < 60; minute++) {
    bench.pass(60_000);
    const { activePowerTotal = 0, energyTotal = 0 } = bench.show(LIGHTING);
    kilowattHour += activePowerTotal / 60 / 1_000;
    expect(energyTotal).toBeGreaterThan(last);
    last = energyTotal;
  }
  expect(last - before).toBeCloseTo(kilowattHour, 1);
});

test("the values of a meter are consistent: power, apparent power, currents, voltages", () => {
  const values = startPhysics().show(AIR);
  const {
    activePowerTotal = 0,
    apparentPowerTotal = 0,
    powerFactorTotal = 0,
    currentAverage = 0,
    volatage_LN_average = 0,
    volatage_LL_average = 0,
  } = values;
  expect(activePowerTotal / apparentPowerTotal).toBeCloseTo(powerFactorTotal, 2);
  expect((3 * currentAverage * volatage_LN_average) / apparentPowerTotal).toBeCloseTo(1, 1);
  expect(volatage_LL_average / volatage_LN_average).toBeCloseTo(Math.sqrt(3), 2);
});

test("the air handling meter falls with its units, and the lighting meter does not", () => {
  const bench = startPhysics();
  const before = [bench.show(LIGHTING).activePowerTotal ?? 0, bench.show(AIR).activePowerTotal ?? 0];
  bench.pass(HOUR_MS / 12, influenced({ [AHU]: { ahu_on_off_sp: 0 } }));
  expect((bench.show(AIR).activePowerTotal ?? 0) / (before[1] ?? 1)).toBeLessThan(0.8);
  expect((bench.show(LIGHTING).activePowerTotal ?? 0) / (before[0] ?? 1)).toBeGreaterThan(0.85);
});

test("the power of sockets depends on people: little at night", () => {
  const day = startPhysics().show(LIGHTING).activePowerTotal ?? 0;
  const night = startPhysics(wednesdayNoon + 13 * HOUR_MS).show(LIGHTING).activePowerTotal ?? 0;
  expect(night).toBeLessThan(day / 4);
});

test("without mains the UPS supplies its load, its charge and runtime decrease, and fans, lamps and meters are at 0", () => {
  const bench = startPhysics();
  const before = bench.show(UPS);
  expect(before).toMatchObject({
    ups_Status: 3,
    ups_BatteryStatus: 2,
    ups_TotalAlarms: 0,
    ups_BatteryCharge: 100,
  });
  bench.pass(300_000, noMains);
  const after = bench.show(UPS);
  expect(after).toMatchObject({
    ups_Status: 5,
    ups_TotalAlarms: 1,
    ups_InputVoltagePhaseA: 0,
    ups_InputFrequency: 0,
    ups_OutputFrequency: 50,
  });
  expect(after.ups_OutputVoltagePhaseA).toBeCloseTo(230, 0);
  expect(after.ups_BatteryCharge).toBeLessThan(95);
  expect(after.ups_Runtime).toBeLessThan((before.ups_Runtime ?? 0) - 4);
  expect(after.ups_BatteryVoltage).toBeLessThan(before.ups_BatteryVoltage ?? 0);
  expect(bench.show(AHU)["Supply Fan Status"]).toBe(0);
  expect(bench.show("50d0f001").light_level).toBe(0);
  expect(bench.show(LIGHTING)).toMatchObject({ activePowerTotal: 0, volatage_LN_average: 0, Frequency: 0 });
});

test("the battery lasts about as long as its runtime, and then its loads have no power until the mains return", () => {
  const bench = startPhysics();
  const runtimeMs = (bench.show(UPS).ups_Runtime ?? 0) * 60_000;
  const began = bench.world.atMs;
  const statuses = new Set<number | undefined>();
  while (bench.world.upses.get(UPS)?.isFeeding) {
    bench.pass(60_000, noMains);
    statuses.add(bench.show(UPS).ups_BatteryStatus);
  }
  expect([...statuses]).toEqual([2, 3, 4]);
  // People come and go meanwhile.
  expect((bench.world.atMs - began) / runtimeMs).toBeGreaterThan(0.75);
  expect((bench.world.atMs - began) / runtimeMs).toBeLessThan(1.5);
  expect(bench.show(UPS)).toMatchObject({ ups_Status: 2, ups_OutputVoltagePhaseB: 0, ups_BatteryStatus: 4 });
  bench.pass(HOUR_MS);
  expect(bench.world.upses.get(UPS)?.isFeeding).toBe(true);
  expect(bench.show(UPS).ups_Status).toBe(3);
  expect(bench.show(UPS).ups_BatteryCharge).toBeGreaterThan(15);
  expect(bench.show(UPS).ups_BatteryCharge).toBeLessThan(30);
});

test("an overloaded UPS goes to bypass with an alarm", () => {
  const bench = startPhysics();
  bench.pass(10_000, influenced({}, [["overloaded", UPS]]));
  expect(bench.show(UPS)).toMatchObject({ ups_Status: 4, ups_TotalAlarms: 1 });
  expect(bench.show(UPS).ups_Load).toBeGreaterThan(110);
});
