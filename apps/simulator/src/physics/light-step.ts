import { EMERGENCY_TEST } from "@verandah/equipment/types/dali.ts";

import { type FloorModel, lightsOf } from "../campus/shapes.ts";
import type { BuildingStep } from "./building-step.ts";
import { lightCommands } from "./controls.ts";
import { automaticPercent, startOfCircuit, stepCircuit } from "./models/light.ts";
import { startOfSelfTest, stepSelfTest } from "./self-test.ts";

/** Length of a test by its command, s. A real duration test takes hours. */
const TEST_SECONDS = new Map<number, number>([
  [EMERGENCY_TEST.function, 10],
  [EMERGENCY_TEST.duration, 60],
]);

/** A floor's lamps follow their commands, or complement the daylight. */
export function stepLights(step: BuildingStep, floor: FloorModel): void {
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
