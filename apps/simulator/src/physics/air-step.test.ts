import { expect, test } from "vitest";

import { HOUR_MS, influenced, startPhysics } from "../testing/physics-bench.ts";

const AHU = "AHU-BLR-A-F0-1";
const CHILLER = "CH-BLR-A-1";
/** Both boxes of the first zone, which the first unit supplies. */
const VAV = "VAV-BLR-A-F0-1";
const OTHER_VAV = "VAV-BLR-A-F0-2";
const ZONE = "blr/a/f0/z1";

function zoneCelsius(bench: ReturnType<typeof startPhysics>): number {
  return bench.world.zones.get(ZONE)?.temperatureCelsius ?? 0;
}

function vavsAt(celsius: number) {
  const commands = { vav_temperature_sp: celsius };
  return influenced({ [VAV]: commands, [OTHER_VAV]: commands });
}

test("a lower setpoint opens the boxes of a zone and cools it, and a higher one closes them", () => {
  const [colder, untouched, warmer] = [startPhysics(), startPhysics(), startPhysics()];
  colder.pass(2 * HOUR_MS, vavsAt(21));
  untouched.pass(2 * HOUR_MS);
  warmer.pass(2 * HOUR_MS, vavsAt(27));
  const damper = (bench: typeof colder) => bench.show(VAV)["Damper Position"] ?? 0;
  expect(damper(colder)).toBeGreaterThan(damper(untouched) + 15);
  expect(damper(warmer)).toBeLessThan(damper(untouched) - 15);
  expect(zoneCelsius(colder)).toBeLessThan(zoneCelsius(untouched) - 0.4);
  expect(zoneCelsius(warmer)).toBeGreaterThan(zoneCelsius(untouched) + 0.4);
});

test("a box without a setpoint follows its unit", () => {
  const bench = startPhysics();
  bench.pass(60_000, influenced({ [AHU]: { ahu_in_air_temperature_sp: 22.5 } }));
  expect(bench.show(VAV).vav_temperature_sp).toBe(22.5);
});

test("in manual mode the damper reaches its command within two minutes, and the air flow follows", () => {
  const bench = startPhysics();
  const before = bench.show(VAV);
  bench.pass(120_000, influenced({ [VAV]: { vav_damper_mode_sp: 1, vav_damper_position_sp: 100 } }));
  const open = bench.show(VAV);
  expect(open).toMatchObject({ "Damper Position": 100, vav_damper_mode_sp: 1 });
  expect(open.CFM).toBeGreaterThan((before.CFM ?? 0) * 1.3);
  bench.pass(120_000, influenced({ [VAV]: { vav_damper_mode_sp: 1, vav_damper_position_sp: 0 } }));
  expect(bench.show(VAV)).toMatchObject({ "Damper Position": 0, CFM: 0 });
});

test("a box has no air flow while its unit is off", () => {
  const bench = startPhysics();
  bench.pass(HOUR_MS / 4, influenced({ [AHU]: { ahu_on_off_sp: 0 } }));
  expect(bench.show(VAV).CFM).toBe(0);
});

test("the chiller's load decreases when units stop, and its return water gets colder", () => {
  const bench = startPhysics();
  const before = bench.show(CHILLER);
  expect(before["Chiller Load"]).toBeGreaterThan(5);
  bench.pass(HOUR_MS / 4, influenced({ [AHU]: { ahu_on_off_sp: 0 } }));
  const after = bench.show(CHILLER);
  expect(after["Chiller Load"]).toBeLessThan((before["Chiller Load"] ?? 0) * 0.7);
  expect(after["Chiller Power"]).toBeLessThan(before["Chiller Power"] ?? 0);
  expect(after["Chilled Water Return Temperature"]).toBeLessThan(
    before["Chilled Water Return Temperature"] ?? 0,
  );
});

test("without the chiller the water and the supply air get warm, although the valves open", () => {
  const bench = startPhysics();
  const before = bench.show(AHU);
  bench.pass(2 * HOUR_MS, influenced({ [CHILLER]: { ch_on_off_sp: 0 } }));
  const after = bench.show(AHU);
  expect(bench.show(CHILLER)).toMatchObject({ "Chiller Status": 0, "Pump Status": 0, "Chiller Power": 0 });
  expect(after["Chilled Water Valve Feedback"]).toBeGreaterThan(95);
  expect(after["Supply Air Temperature"]).toBeGreaterThan((before["Supply Air Temperature"] ?? 0) + 2);
});

test("the water reaches a new setpoint", () => {
  const bench = startPhysics();
  bench.pass(HOUR_MS / 2, influenced({ [CHILLER]: { ch_water_temperature_sp: 9 } }));
  expect(bench.show(CHILLER)["Chilled Water Supply Temperature"]).toBeCloseTo(9, 0);
});

test("a stuck valve keeps its position while its setpoint changes", () => {
  const bench = startPhysics();
  const before = bench.show(AHU)["Chilled Water Valve Feedback"] ?? 0;
  const commands = { ahu_chilled_valve_sp: 100 };
  bench.pass(HOUR_MS / 4, influenced({ [AHU]: commands }, [["valve-stuck", AHU]]));
  const after = bench.show(AHU, commands);
  expect(Math.abs((after["Chilled Water Valve Feedback"] ?? 0) - before)).toBeLessThan(1);
  expect(after.ahu_chilled_valve_sp).toBe(100);
});

test("with an unproven fan the drive runs, status and air are off, and the zone gets warm", () => {
  const bench = startPhysics();
  const before = zoneCelsius(bench);
  bench.pass(HOUR_MS, influenced({}, [["fan-unproven", AHU]]));
  const after = bench.show(AHU);
  expect(after).toMatchObject({ "Supply Fan Status": 0, ahu_on_off_sp: 10 });
  expect(after["VFD Speed"]).toBeGreaterThan(29);
  expect(bench.show(VAV).CFM).toBe(0);
  expect(zoneCelsius(bench)).toBeGreaterThan(before + 1);
});

test("a dirty filter changes pressure and status, and reduces the air flow", () => {
  const [whole, loaded] = [startPhysics(), startPhysics()];
  whole.pass(120_000);
  loaded.pass(120_000, influenced({}, [["filter-loaded", AHU]]));
  expect(whole.show(AHU)["Filter Status"]).toBe(0);
  expect(loaded.show(AHU)["Filter Status"]).toBe(1);
  expect(loaded.show(AHU)["Filter Pressure"]).toBeGreaterThan(250);
  expect(loaded.show(VAV).CFM).toBeLessThan(whole.show(VAV).CFM ?? 0);
});

test("a leaking valve cools the air although it is commanded closed and reports closed", () => {
  const [whole, leaking] = [startPhysics(), startPhysics()];
  const commands = { ahu_chilled_valve_sp: 0 };
  whole.pass(HOUR_MS / 4, influenced({ [AHU]: commands }));
  leaking.pass(HOUR_MS / 4, influenced({ [AHU]: commands }, [["valve-leaking", AHU]]));
  const cooled = (bench: typeof whole) => {
    const values = bench.show(AHU, commands);
    return (values["Mixed Air Temperature"] ?? 0) - (values["Supply Air Temperature"] ?? 0);
  };
  expect(cooled(whole)).toBeLessThan(0.5);
  expect(cooled(leaking)).toBeGreaterThan(5);
  expect(leaking.show(AHU, commands)["Chilled Water Valve Feedback"]).toBeLessThan(1);
});

test("a heating valve that is stuck open makes the chilled water valve open further for the same supply air", () => {
  const [whole, stuck] = [startPhysics(), startPhysics()];
  whole.pass(HOUR_MS);
  stuck.pass(HOUR_MS, influenced({}, [["heating-stuck-open", AHU]]));
  const [before, after] = [whole.show(AHU), stuck.show(AHU)];
  expect(before["Heating Valve Feedback"]).toBeLessThan(1);
  expect(after).toMatchObject({ ahu_heating_valve_sp: 0 });
  expect(after["Heating Valve Feedback"]).toBeCloseTo(40, 0);
  expect(after["Chilled Water Valve Feedback"]).toBeGreaterThan(
    (before["Chilled Water Valve Feedback"] ?? 0) + 20,
  );
  expect(after["Supply Air Temperature"]).toBeCloseTo(before["Supply Air Temperature"] ?? 0, 0);
});

test("the heating valve follows its command, and opens by itself only for supply air that is too cold", () => {
  const bench = startPhysics();
  const commands = { ahu_chilled_valve_sp: 0, ahu_heating_valve_sp: 50 };
  bench.pass(HOUR_MS / 4, influenced({ [AHU]: commands }));
  expect(bench.show(AHU, commands)["Heating Valve Feedback"]).toBeCloseTo(50, 0);
  const warm = { ahu_suply_air_temperature_sp: 32 };
  bench.pass(HOUR_MS, influenced({ [AHU]: warm }));
  expect(bench.show(AHU, warm)["Chilled Water Valve Feedback"]).toBeLessThan(1);
  expect(bench.show(AHU, warm)["Supply Air Temperature"]).toBeGreaterThan(29);
});
