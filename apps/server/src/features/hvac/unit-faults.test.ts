import type { FaultInput } from "@verandah/simulator/faults/fault-kinds.ts";
import { expect, test } from "vitest";

import { startUnits } from "../../testing/unit-bench.ts";

const HOUR_MS = 3_600_000;
const UNIT = "AHU-BLR-A-F0-1";
/** 11:30 of a Wednesday, and 06:30, half an hour before the units start. */
const NOON = "2026-11-18T06:00:00Z";
const EARLY = "2026-11-18T01:00:00Z";

/** A sensor that drifts by so many kelvins. */
const drift = (point: string, value: number): FaultInput => ({
  kind: "sensor-drifting",
  target: UNIT,
  param_id: point,
  value,
});
const faults: [FaultInput, hours: number, cause: string][] = [
  [{ kind: "valve-leaking", target: UNIT }, 1, "valve-leaking (Supply Air Temperature)"],
  [{ kind: "valve-stuck", target: UNIT }, 6, "valve-stuck (Chilled Water Valve Feedback)"],
  [drift("Return Air Temperature", 2), 3, "sensor-drift (Return Air Temperature)"],
  [drift("Return Air Temperature", -2), 3, "sensor-drift (Return Air Temperature)"],
  [drift("Supply Air Temperature", 4), 4, "sensor-drift (Supply Air Temperature)"],
  [drift("Mixed Air Temperature", -4), 4, "sensor-drift (Supply Air Temperature)"],
  [{ kind: "heating-stuck-open", target: UNIT }, 1, "heating-and-cooling (Heating Valve Feedback)"],
  [{ kind: "fan-unproven", target: UNIT }, 1, "fan-unproven (Supply Fan Status)"],
  [{ kind: "filter-loaded", target: UNIT }, 1, "filter-loaded (Filter Status)"],
];

test.each(faults)(
  "detects %o at noon, no other fault, and its return after the repair",
  (fault, hours, cause) => {
    const units = startUnits(NOON);
    units.pass(HOUR_MS / 2);
    units.break(fault);
    units.pass(hours * HOUR_MS);
    expect(units.raised).toEqual([`${UNIT}: ${cause}`]);
    units.repair();
    // Only a closed valve shows whether it is tight.
    if (fault.kind === "valve-leaking") units.command(UNIT, { ahu_chilled_valve_sp: 0 });
    units.pass(HOUR_MS);
    expect([...units.active]).toEqual([]);
  },
);

test.each(faults)("detects %o from before the units start", (fault, _hours, cause) => {
  const units = startUnits(EARLY);
  units.break(fault);
  units.pass(6 * HOUR_MS);
  expect(units.raised).toContain(`${UNIT}: ${cause}`);
});

test("a day without faults on which people change all settings raises nothing", () => {
  const units = startUnits(EARLY);
  const hourly: Parameters<typeof units.command>[1][] = [
    { ahu_on_off_sp: 10 },
    { ahu_in_air_temperature_sp: 21 },
    { ahu_suply_air_temperature_sp: 15 },
    { ahu_on_off_sp: 0 },
    { ahu_on_off_sp: 10, ahu_suply_air_temperature_sp: 25 },
    { ahu_chilled_valve_sp: 0 },
    { ahu_chilled_valve_sp: 100 },
    { ahu_chilled_valve_sp: 20, ahu_in_air_temperature_sp: 30 },
    { ahu_chilled_valve_sp: undefined, ahu_suply_air_temperature_sp: 18, ahu_in_air_temperature_sp: 35 },
    { ahu_in_air_temperature_sp: 15 },
    { ahu_on_off_sp: 0 },
    { ahu_on_off_sp: 10, ahu_in_air_temperature_sp: 24 },
  ];
  for (const order of hourly) {
    units.command(UNIT, order);
    units.pass(HOUR_MS);
  }
  expect(units.raised).toEqual([]);
});

test("without the chiller the supply air gets warm, and no unit has an alarm", () => {
  const units = startUnits(NOON);
  units.command("CH-BLR-A-1", { ch_on_off_sp: 0 });
  units.pass(4 * HOUR_MS);
  expect(units.raised).toEqual([]);
});
