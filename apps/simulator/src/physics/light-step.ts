import { type FloorModel, lightsOf } from "../campus/shapes.ts";
import type { BuildingStep } from "./building-step.ts";
import { lightOrders } from "./controls.ts";
import { startOfEmergency, stepEmergency } from "./emergency-light.ts";
import { automaticPercent, startOfCircuit, stepCircuit } from "./light.ts";

/** A floor's lamps follow their commands, or complement the daylight. */
export function stepLights(step: BuildingStep, floor: FloorModel): void {
  const { physics, around, influence, next, world, seconds, isMainsThere } = step;
  for (const light of lightsOf(floor)) {
    const zone = floor.zones.find((one) => one.key === light.zoneKey);
    const daylight = zone ? physics.daylightLux(zone, around) : 0;
    const orders = influence.ordersOf(light.ssid);
    const hasFailedLamp = influence.isBroken("lamp-failed", light.ssid);
    for (const { key, suffix } of light.circuits) {
      const controls = {
        ...lightOrders(orders, suffix),
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
    const controls = {
      command: influence.ordersOf(ssid)?.emergency_test ?? 0,
      isBatteryFailed: influence.isBroken("emergency-battery-failed", ssid),
    };
    const state = world.emergencies.get(ssid) ?? startOfEmergency;
    next.emergencies.set(ssid, stepEmergency(state, controls, seconds));
  }
}
