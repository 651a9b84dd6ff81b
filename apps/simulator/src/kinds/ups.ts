import {
  UPS_LOAD,
  upsFault,
  upsSource,
  upsTest,
  upsTestResult,
  ups as upsType,
} from "@verandah/equipment/types/ups.ts";

import { equipmentOf, POWER_INTERVAL_MS } from "../campus/points.ts";
import type { UpsModel } from "../campus/shapes.ts";
import type { Values } from "../physics/measured.ts";
import { LOW_CHARGE_PERCENT, runtimeMinute, startOfUps, type UpsState } from "../physics/models/ups.ts";
import { startOfSelfTest } from "../physics/self-test.ts";
import type { Commands } from "../physics/surroundings/influence.ts";
import { chance, roundTo, scatter, seedOf } from "../physics/surroundings/noise.ts";
import type { DeviceKind, Moment } from "./device-kind.ts";

const MAINS_VOLT = 231;
const OUTPUT_VOLT = 230;
/** Of the load. */
const POWER_FACTOR = 0.97;
/** Voltage of a full battery on mains, of a full battery under load, and of a nearly empty one, V. */
const FLOAT_VOLT = 273;
const FULL_VOLT = 258;
const EMPTY_VOLT = 214;
/** upsBatteryStatus. Source: RFC 1628 §4. */
const BATTERY = { normal: 2, low: 3, depleted: 4 } as const;
const PHASES = ["A", "B", "C"] as const;
const TEST_RESULT = { ...upsTestResult, running: upsTestResult.inProgress };

function sourceOf(state: UpsState): number {
  if (!state.isFeeding) return upsSource.none;
  if (!state.isMainsThere) return upsSource.battery;
  return state.isOverloaded ? upsSource.bypass : upsSource.normal;
}

function batteryOf({ chargePercent }: UpsState): number {
  if (chargePercent <= 2) return BATTERY.depleted;
  return chargePercent < LOW_CHARGE_PERCENT ? BATTERY.low : BATTERY.normal;
}

function measureUps({ world }: Moment, ups: UpsModel, commands: Commands | undefined): Values {
  const state = world.upses.get(ups.ssid) ?? startOfUps;
  const seed = seedOf(ups.ssid);
  const noise = (n: number) => scatter(seed + n, world.atMs);
  const batteryStatus = batteryOf(state);
  const isOnBattery = !state.isMainsThere;
  const drained = EMPTY_VOLT + ((FULL_VOLT - EMPTY_VOLT) * state.chargePercent) / 100;
  const values: Values = {
    ups_Temperature: roundTo(state.batteryCelsius + 2 * chance(seed, 1) + 0.1 * noise(1), 1),
    ups_InputFrequency: state.isMainsThere ? roundTo(50 + 0.04 * noise(2), 1) : 0,
    ups_OutputFrequency: state.isFeeding ? 50 : 0,
    ups_BatteryCharge: roundTo(state.chargePercent, 1),
    ups_BatteryVoltage: roundTo(isOnBattery ? drained : FLOAT_VOLT - 0.3 * (100 - state.chargePercent), 1),
    ups_Runtime: roundTo(Math.min(600, runtimeMinute(state)), 1),
    ups_Status: sourceOf(state),
    ups_BatteryStatus: batteryStatus,
    ups_test: commands?.ups_test ?? upsTest.none,
    ups_TestResult: TEST_RESULT[(world.selfTests.get(ups.ssid) ?? startOfSelfTest).result],
    ups_Overload: Number(state.isOverloaded),
    ups_ReplaceBattery: 0,
    ups_Shutdown: 0,
    ups_Fault: upsFault.none,
    ups_TotalAlarms: [isOnBattery, batteryStatus !== BATTERY.normal, state.isOverloaded].filter(Boolean)
      .length,
  };
  for (const [index, phase] of PHASES.entries()) {
    const output = state.isFeeding ? OUTPUT_VOLT + 0.3 * noise(20 + index) : 0;
    const watt = (state.loadShare * ups.ratedWatt) / PHASES.length;
    const share = 1 + 0.08 * (2 * chance(seed, 30 + index) - 1);
    values[`ups_InputVoltagePhase${phase}`] = state.isMainsThere
      ? roundTo(MAINS_VOLT + 1.2 * (2 * chance(seed, 40 + index) - 1) + 0.5 * noise(10 + index), 1)
      : 0;
    values[`ups_OutputVoltagePhase${phase}`] = roundTo(output, 1);
    values[`ups_OutputCurrentPhase${phase}`] =
      output > 0 ? roundTo((watt * share) / output / POWER_FACTOR, 1) : 0;
    values[`ups_OutputPowerPhase${phase}`] = output > 0 ? Math.round(watt * share) : 0;
    values[`ups_LoadPhase${phase}`] = roundTo(100 * state.loadShare * share, 1);
  }
  values[UPS_LOAD] = Math.max(...PHASES.map((phase) => values[`ups_LoadPhase${phase}`] ?? 0));
  return values;
}

export const upsKind: DeviceKind = {
  ...equipmentOf(upsType, POWER_INTERVAL_MS),
  faults: ["overloaded", "ups-battery-failed"],
  devicesOf: (campus) =>
    campus.buildings.flatMap((building) =>
      building.upses.map((ups) => ({
        ssid: ups.ssid,
        name: ups.name,
        location: ups.buildingKey,
        edge: ups.gateway,
        poweredBy: ups.ssid,
        wire: { protocol: "snmp" as const, version: ups.snmpVersion, profile: "snmp-ups" },
        measure: (moment: Moment, commands: Commands | undefined) => measureUps(moment, ups, commands),
      })),
    ),
};
