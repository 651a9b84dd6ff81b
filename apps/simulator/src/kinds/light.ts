import { dali, EMERGENCY_RESULT, LIGHT_TEST, LIGHT_TEST_RESULT } from "@verandah/equipment/types/dali.ts";
import { wac } from "@verandah/equipment/types/wac.ts";

import { equipmentOf, POINT_INTERVAL_MS } from "../campus/points.ts";
import {
  type CampusModel,
  type FloorModel,
  floorsOf,
  type LightModel,
  upsOfFloor,
} from "../campus/shapes.ts";
import { lightCommands } from "../physics/controls.ts";
import type { Values } from "../physics/measured.ts";
import { startOfCircuit } from "../physics/models/light.ts";
import type { Commands } from "../physics/surroundings/influence.ts";
import { roundTo } from "../physics/surroundings/noise.ts";
import type { DeviceKind, FieldDevice, Moment, Write } from "./device-kind.ts";

const RESULTS = {
  ...EMERGENCY_RESULT,
  none: EMERGENCY_RESULT.notTested,
  running: EMERGENCY_RESULT.inProgress,
  aborted: EMERGENCY_RESULT.notTested,
};

function measureLight({ world }: Moment, light: LightModel, commands: Commands | undefined): Values {
  const values: Values = {};
  for (const { key, suffix } of light.circuits) {
    const state = world.circuits.get(key) ?? startOfCircuit;
    const level = roundTo(state.levelPercent, 1);
    const mode = lightCommands(commands, suffix).isAutomatic ? 1 : 0;
    values[`light_level${suffix}`] = level;
    values[`lamp_failure${suffix}`] = state.hasFailedLamp ? 1 : 0;
    values[`light_mode${suffix}`] = state.isAutomatic ? 1 : 0;
    values[`auto_basis${suffix}`] = state.autoBasis;
    values[`burn_hours${suffix}`] = roundTo(state.burnHours, 1);
    values[`light_level_sp${suffix}`] = level;
    values[`light_mode_sp${suffix}`] = mode;
  }
  const emergency = world.selfTests.get(light.ssid);
  if (emergency) {
    values[LIGHT_TEST] = commands?.[LIGHT_TEST] ?? 0;
    values[LIGHT_TEST_RESULT] = RESULTS[emergency.result];
  }
  return values;
}

/**
 * A level command switches its circuit to manual. An Auto command removes a level of the same priority: the last command is in force. A
 * released level returns its circuit to Auto.
 */
function alsoWritten({ paramId, value, priority }: Write): Write[] {
  const [, what, suffix = ""] = /^light_(level|mode)_sp(_[12])?$/.exec(paramId) ?? [];
  if (what === "level")
    return [{ paramId: `light_mode_sp${suffix}`, value: value === null ? null : 0, priority }];
  return what === "mode" && value !== 0
    ? [{ paramId: `light_level_sp${suffix}`, value: null, priority }]
    : [];
}

function lightDevice(campus: CampusModel, floor: FloorModel, light: LightModel): FieldDevice {
  return {
    ssid: light.ssid,
    name: light.name,
    location: light.areaKey,
    edge: light.edge,
    position: light.position,
    poweredBy: upsOfFloor(campus, floor.key),
    wire: { protocol: "mqtt", intervalMs: POINT_INTERVAL_MS, onWrite: alsoWritten },
    measure: (moment, commands) => measureLight(moment, light, commands),
  };
}

/** DALI groups, eight behind one gateway per floor. */
export const daliKind: DeviceKind = {
  ...equipmentOf(dali),
  faults: ["lamp-failed", "emergency-battery-failed"],
  devicesOf: (campus) =>
    floorsOf(campus).flatMap((floor) => floor.dalis.map((light) => lightDevice(campus, floor, light))),
  edgesOf: (campus) =>
    floorsOf(campus).flatMap((floor) =>
      [...new Set(floor.dalis.map((light) => light.edge))].map((ssid) => ({
        ssid,
        name: `DALI gateway ${floor.name}`,
        kind: "gateway",
      })),
    ),
};

/** Lighting controllers with two channels, each an edge. */
export const wacKind: DeviceKind = {
  ...equipmentOf(wac),
  faults: ["lamp-failed"],
  devicesOf: (campus) =>
    floorsOf(campus).flatMap((floor) => floor.wacs.map((light) => lightDevice(campus, floor, light))),
  edgesOf: (campus) =>
    floorsOf(campus).flatMap((floor) => floor.wacs.map(({ ssid, name }) => ({ ssid, name, kind: "device" }))),
};
