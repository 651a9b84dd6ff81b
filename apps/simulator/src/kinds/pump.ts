import { solarPump } from "@verandah/equipment/types/solar-pump.ts";

import { equipmentOf, PUMP_INTERVAL_MS } from "../campus/points.ts";
import type { CampusModel, PumpModel } from "../campus/shapes.ts";
import type { ValuesOf } from "../physics/measured.ts";
import { PUMP_WARNINGS, startOfPump } from "../physics/models/pump.ts";
import type { Commands } from "../physics/surroundings/influence.ts";
import { chance, roundTo, scatter, seedOf } from "../physics/surroundings/noise.ts";
import type { Complaint, DeviceKind, Moment } from "./device-kind.ts";

/** Voltage of the panels while the motor runs at their maximum power, and without load, V. */
const WORKING_VOLT = 305;
const OPEN_VOLT = 372;
/** Power of the sun from which the panels deliver power, W. */
const WAKING_WATT = 25;

function pumpsOf(campus: CampusModel): PumpModel[] {
  return campus.buildings.flatMap((building) => building.pumps);
}

function measurePump(
  { world }: Moment,
  { ssid }: PumpModel,
  commands: Commands | undefined,
): ValuesOf<typeof solarPump> {
  const state = world.pumps.get(ssid) ?? startOfPump;
  const seed = seedOf(ssid);
  const noise = (n: number) => 1 + 0.01 * scatter(seed + n, world.atMs);
  // Wells differ in depth.
  const yieldShare = 0.85 + 0.15 * chance(seed, 1);
  const open = state.sunWatt > WAKING_WATT ? OPEN_VOLT : 0;
  const volt = state.isRunning ? WORKING_VOLT * noise(1) : open;
  const watt = state.powerWatt * noise(2);
  return {
    MotorStatus: state.isRunning ? 1 : 0,
    WaterflowRate_in_lpm: roundTo(state.flowLitrePerMinute * yieldShare * noise(3), 1),
    WF_per_Day_in_L: Math.round(state.todayLitre * yieldShare),
    voltage_in_v: roundTo(volt, 1),
    Current_in_A: state.isRunning ? roundTo(watt / volt, 2) : 0,
    power_in_watt: Math.round(watt),
    FaultCondition: state.fault,
    WarningCondition: state.warning,
    motor_on_off_sp: commands?.motor_on_off_sp ?? 1,
  };
}

/** Warnings that need an action; low sun ends by itself. The codes are the manufacturer's. */
const complaints: readonly Complaint[] = [
  {
    code: 241,
    message: "Less water arrives than is pumped: a pipe may leak",
    isThere: ({ WarningCondition }) => WarningCondition === PUMP_WARNINGS.leak,
  },
  {
    code: 242,
    message: "The panels give less than the sun would: clean them",
    isThere: ({ WarningCondition }) => WarningCondition === PUMP_WARNINGS.dirtyPanel,
  },
];

/** Solar pumps, each an edge. */
export const pumpKind: DeviceKind = {
  ...equipmentOf(solarPump, PUMP_INTERVAL_MS),
  faults: ["overloaded", "pump-dry", "pipe-leaking", "panel-dirty"],
  // The completeness of a pump's days needs all readings.
  devicesOf: (campus) =>
    pumpsOf(campus).map((pump) => ({
      ssid: pump.ssid,
      name: pump.name,
      location: pump.zoneKey,
      edge: pump.ssid,
      position: pump.position,
      geo: pump.geo,
      wire: { protocol: "mqtt", intervalMs: PUMP_INTERVAL_MS },
      measure: (moment, commands) => measurePump(moment, pump, commands),
      complaints,
    })),
  edgesOf: (campus) => pumpsOf(campus).map(({ ssid, name }) => ({ ssid, name, kind: "device" })),
};
