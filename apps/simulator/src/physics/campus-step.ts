import { EMERGENCY_TEST } from "@verandah/equipment/types/dali.ts";

import { type BuildingModel, type FloorModel, lightsOf } from "../campus/shapes.ts";
import { stepAhus, stepChillers, stepVavs, stepZones } from "./air-step.ts";
import type { BuildingStep, Draft } from "./building-step.ts";
import { lightCommands } from "./controls.ts";
import { automaticPercent, startOfCircuit, stepCircuit } from "./models/light.ts";
import { startOfMeter } from "./models/meter.ts";
import { startOfPump, stepPump, sunShare } from "./models/pump.ts";
import { stepChargers, stepMeters, stepUpses } from "./power-step.ts";
import { startOfSelfTest, stepSelfTest } from "./self-test.ts";
import type { Influence } from "./surroundings/influence.ts";
import type { Physics, World } from "./world.ts";

export interface Stepper {
  /** The initial world. */
  start(atMs: number): World;
  /** The world at `atMs`, at most a minute later. */
  step(world: World, atMs: number, influence: Influence): World;
}

function emptyDraft(): Draft {
  return {
    zones: new Map(),
    ahus: new Map(),
    vavs: new Map(),
    circuits: new Map(),
    selfTests: new Map(),
    chillers: new Map(),
    upses: new Map(),
    meters: new Map(),
    pumps: new Map(),
  };
}

/** Length of a test by its command, s. A real duration test takes hours. */
const TEST_SECONDS = new Map<number, number>([
  [EMERGENCY_TEST.function, 10],
  [EMERGENCY_TEST.duration, 60],
]);

/** A floor's lamps follow their commands, or complement the daylight. */
function stepLights(step: BuildingStep, floor: FloorModel): void {
  const { physics, around, influence, next, world, seconds, isMainsThere } = step;
  for (const light of lightsOf(floor)) {
    const zone = floor.zones.find((one) => one.key === light.zoneKey);
    const daylight = zone ? physics.daylightLux(zone, around) : 0;
    const commands = influence.commandsOf(light.ssid);
    const hasFailedLamp = influence.isBroken("lamp-failed", light.ssid);
    for (const { key, suffix } of light.circuits) {
      const controls = {
        ...lightCommands(commands, suffix),
        automaticPercent: automaticPercent(around.local, daylight),
        isDaylit: daylight > 0,
        hasOccupancySensor: floor.dalis.includes(light),
        hasFailedLamp,
        hasPower: isMainsThere,
      };
      next.circuits.set(key, stepCircuit(world.circuits.get(key) ?? startOfCircuit, controls, seconds));
    }
  }
  for (const { ssid } of floor.dalis) {
    const start = influence.commandsOf(ssid)?.emergency_test ?? EMERGENCY_TEST.none;
    const controls = {
      start,
      length: TEST_SECONDS.get(start),
      canRun: true,
      isBatteryFailed: influence.isBroken("emergency-battery-failed", ssid),
    };
    next.selfTests.set(ssid, stepSelfTest(world.selfTests.get(ssid) ?? startOfSelfTest, controls, seconds));
  }
}

function stepPumps(step: BuildingStep, building: BuildingModel): void {
  const { around, influence, next, world, seconds } = step;
  const sun = {
    share: sunShare(around.sun, around.weather.clearness),
    dayOfYear: around.local.dayOfYear,
  };
  for (const { ssid } of building.pumps) {
    const controls = {
      isOn: influence.commandsOf(ssid)?.motor_on_off_sp !== 0,
      isDry: influence.isBroken("pump-dry", ssid),
      isOverloaded: influence.isBroken("overloaded", ssid),
      isLeaking: influence.isBroken("pipe-leaking", ssid),
      isPanelDirty: influence.isBroken("panel-dirty", ssid),
    };
    next.pumps.set(ssid, stepPump(world.pumps.get(ssid) ?? startOfPump, controls, sun, seconds));
  }
}

/** Steps a whole campus, building by building: first power, then light, water and air, and then the meters. */
export function createStepper(physics: Physics): Stepper {
  const { buildings } = physics.campus;
  return {
    start(atMs) {
      const meters = buildings.flatMap((building) => building.floors.flatMap((floor) => floor.meters));
      return {
        ...emptyDraft(),
        atMs,
        meters: new Map(meters.map(({ ssid }) => [ssid, startOfMeter(ssid, atMs)])),
      };
    },
    step(world, atMs, influence) {
      const around = physics.surroundings(atMs);
      const next = emptyDraft();
      const seconds = (atMs - world.atMs) / 1_000;
      for (const building of buildings) {
        const isMainsThere = !influence.isBroken("mains-failed", building.key);
        const step: BuildingStep = { physics, world, next, around, influence, atMs, seconds, isMainsThere };
        stepUpses(step, building);
        stepChillers(step, building);
        for (const floor of building.floors) {
          stepLights(step, floor);
          stepAhus(step, building, floor);
          stepVavs(step, floor);
          stepZones(step, building, floor);
        }
        for (const floor of building.floors) {
          stepMeters(step, building, floor);
          stepChargers(step, floor);
        }
        stepPumps(step, building);
      }
      return { ...next, atMs };
    },
  };
}
