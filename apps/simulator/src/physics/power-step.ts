import type { BuildingModel, FloorModel } from "../campus/shapes.ts";
import { type BuildingStep, floorSocketWatt, roomsOf } from "./building-step.ts";
import { fanWatt, startOfAhu } from "./models/ahu.ts";
import { chargingWatt } from "./models/charger.ts";
import { startOfMeter, stepMeter } from "./models/meter.ts";
import { startOfUps, stepUps, UPS_TEST_SECONDS } from "./models/ups.ts";
import { lampWatt } from "./models/zone.ts";
import { startOfSelfTest, stepSelfTest } from "./self-test.ts";

/** Network and other electronics that a UPS always supplies. */
const UPS_BASE_WATT = 2_500;
/** Standby power of controllers and drives of a floor's air handling. */
const AIR_CONTROLS_WATT = 120;

/** The UPSs supply the plug loads of their floors. */
export function stepUpses(step: BuildingStep, building: BuildingModel): void {
  for (const ups of building.upses) {
    const floors = building.floors.filter((floor) => ups.floorKeys.includes(floor.key));
    const watt = UPS_BASE_WATT + floors.reduce((sum, floor) => sum + floorSocketWatt(step, floor), 0);
    const isOverloaded = step.influence.isBroken("overloaded", ups.ssid);
    const now = { isMainsThere: step.isMainsThere, isOverloaded, wattShare: watt / ups.ratedWatt };
    const state = stepUps(step.world.upses.get(ups.ssid) ?? startOfUps, now, step.seconds);
    step.next.upses.set(ups.ssid, state);
    const controls = {
      start: step.influence.commandsOf(ups.ssid)?.ups_test_start ?? 0,
      length: UPS_TEST_SECONDS,
      canRun: state.isFeeding && state.isMainsThere && !isOverloaded,
      isBatteryFailed: step.influence.isBroken("ups-battery-failed", ups.ssid),
    };
    const before = step.world.selfTests.get(ups.ssid) ?? startOfSelfTest;
    step.next.selfTests.set(ups.ssid, stepSelfTest(before, controls, step.seconds));
  }
}

/** Chargers have a meter of their own. */
export function stepChargers(step: BuildingStep, floor: FloorModel): void {
  const { around, atMs, influence, next, world, seconds, isMainsThere } = step;
  for (const { ssid, bay } of floor.chargers) {
    const before = world.meters.get(ssid) ?? startOfMeter(ssid, atMs);
    const limit = influence.commandsOf(ssid)?.["current_limit"];
    const watt = isMainsThere ? chargingWatt(bay, around.local, limit) : 0;
    next.meters.set(ssid, stepMeter(before, { isMainsThere, watt }, seconds));
  }
}

/** A floor's meters sum its loads: lamps and sockets, fans and the floor's share of the chiller. */
export function stepMeters(step: BuildingStep, building: BuildingModel, floor: FloorModel): void {
  const { physics, atMs, next, world, seconds, isMainsThere } = step;
  if (floor.meters.length === 0) return;
  const lit = { ...world, atMs, circuits: next.circuits };
  const lamps = roomsOf(floor).reduce((sum, zone) => sum + lampWatt(zone, physics.lampShare(lit, zone)), 0);
  const coolingOf = (one: FloorModel) =>
    one.ahus.reduce((sum, ahu) => sum + (next.ahus.get(ahu.ssid)?.coolingKilowatt ?? 0), 0);
  const cooling = building.floors.reduce((sum, one) => sum + coolingOf(one), 0);
  const equipped = building.floors.filter((one) => one.ahus.length > 0).length;
  const chillerWatt =
    1_000 *
    building.chillers.reduce((sum, { ssid }) => sum + (next.chillers.get(ssid)?.powerKilowatt ?? 0), 0);
  const chillerShare = cooling > 0 ? coolingOf(floor) / cooling : 1 / Math.max(1, equipped);
  const fans = floor.ahus.reduce((sum, ahu) => sum + fanWatt(next.ahus.get(ahu.ssid) ?? startOfAhu), 0);
  const loads = {
    lighting: lamps + floorSocketWatt(step, floor),
    air: AIR_CONTROLS_WATT + fans + chillerShare * chillerWatt,
  };
  for (const { ssid, measures } of floor.meters) {
    const before = world.meters.get(ssid) ?? startOfMeter(ssid, atMs);
    const watt = isMainsThere ? loads[measures] : 0;
    next.meters.set(ssid, stepMeter(before, { isMainsThere, watt }, seconds));
  }
}
