import type { BuildingModel, FloorModel } from "../campus/shapes.ts";
import { type BuildingStep, roomsOf } from "./building-step.ts";
import { ahuSetpoints, isAhuWanted } from "./controls.ts";
import { startOfAhu, stepAhu, supplyOf } from "./models/ahu.ts";
import { CHILLER_SETPOINT_CELSIUS, startOfChiller, stepChiller, waterFactor } from "./models/chiller.ts";
import { flowFactor, startOfVav, stepVav } from "./models/vav.ts";
import { localSupply, startOfZone, stepZone } from "./models/zone.ts";
import { isOfficeTime } from "./surroundings/people.ts";

/** The chillers share the load of all coils of the building. */
export function stepChillers(step: BuildingStep, building: BuildingModel): void {
  const { around, influence, next, world, seconds, isMainsThere } = step;
  const cooling = building.floors
    .flatMap((floor) => floor.ahus)
    .reduce((sum, ahu) => sum + (world.ahus.get(ahu.ssid)?.coolingKilowatt ?? 0), 0);
  for (const { ssid } of building.chillers) {
    const commands = influence.commandsOf(ssid);
    const onOff = commands?.ch_on_off_sp;
    // Without a command it runs in office hours, and whenever a coil needs cooling.
    const isWanted = onOff === undefined ? isOfficeTime(around.local) || cooling > 2 : onOff !== 0;
    const controls = {
      isOn: isWanted && isMainsThere,
      setpointCelsius: commands?.ch_water_temperature_sp ?? CHILLER_SETPOINT_CELSIUS,
    };
    const share = cooling / building.chillers.length;
    next.chillers.set(
      ssid,
      stepChiller(
        world.chillers.get(ssid) ?? startOfChiller,
        controls,
        share,
        around.weather.temperatureCelsius,
        seconds,
      ),
    );
  }
}

/** A floor's air handling units, with the chiller's water temperature. */
export function stepAhus(step: BuildingStep, building: BuildingModel, floor: FloorModel): void {
  const { around, influence, next, world, seconds, isMainsThere } = step;
  const chiller = next.chillers.get(building.chillers[0]?.ssid ?? "");
  for (const ahu of floor.ahus) {
    const commands = influence.commandsOf(ahu.ssid);
    const served = ahu.zoneKeys.map((key) => world.zones.get(key) ?? startOfZone);
    const controls = {
      ...ahuSetpoints(commands),
      isOn: isMainsThere && isAhuWanted(commands, around.local),
      waterFactor: chiller ? waterFactor(chiller.supplyCelsius) : 1,
      faults: {
        isValveStuck: influence.isBroken("valve-stuck", ahu.ssid),
        isValveLeaking: influence.isBroken("valve-leaking", ahu.ssid),
        isHeatingStuckOpen: influence.isBroken("heating-stuck-open", ahu.ssid),
        isFanUnproven: influence.isBroken("fan-unproven", ahu.ssid),
        isFilterLoaded: influence.isBroken("filter-loaded", ahu.ssid),
      },
    };
    const before = world.ahus.get(ahu.ssid) ?? startOfAhu;
    next.ahus.set(ahu.ssid, stepAhu(before, controls, served, around.weather, seconds));
  }
}

/** A floor's boxes, with the air flow of their units. */
export function stepVavs(step: BuildingStep, floor: FloorModel): void {
  const { influence, next, world, seconds } = step;
  for (const vav of floor.vavs) {
    const commands = influence.commandsOf(vav.ssid);
    const controls = {
      // A box without a setpoint follows its unit.
      setpointCelsius:
        commands?.vav_temperature_sp ?? ahuSetpoints(influence.commandsOf(vav.ahu)).returnSetpointCelsius,
      isManual: commands?.vav_damper_mode_sp === 1,
      positionPercent: commands?.vav_damper_position_sp,
      isAirComing: (next.ahus.get(vav.ahu)?.airShare ?? 0) > 0,
    };
    const zone = world.zones.get(vav.zoneKey) ?? startOfZone;
    const before = world.vavs.get(vav.ssid) ?? startOfVav;
    next.vavs.set(vav.ssid, stepVav(before, controls, zone.temperatureCelsius, seconds));
  }
}

/** On a floor without a UPS the mains supply the sockets. */
function hasSockets(
  { next, isMainsThere }: BuildingStep,
  building: BuildingModel,
  floor: FloorModel,
): boolean {
  const ups = building.upses.find((one) => one.floorKeys.includes(floor.key));
  return ups ? next.upses.get(ups.ssid)?.isFeeding !== false : isMainsThere;
}

/** A floor's rooms, with people, lamps, machines, sun and supply air. */
export function stepZones(step: BuildingStep, building: BuildingModel, floor: FloorModel): void {
  const { physics, around, atMs, next, world, seconds, isMainsThere } = step;
  const isOccupied = isOfficeTime(around.local);
  const sockets = hasSockets(step, building, floor);
  const lit = { ...world, atMs, circuits: next.circuits };
  for (const zone of roomsOf(floor)) {
    const state = world.zones.get(zone.key) ?? startOfZone;
    const ahuModel = floor.ahus.find((ahu) => ahu.zoneKeys.includes(zone.key));
    const ahu = next.ahus.get(ahuModel?.ssid ?? "");
    const vavs = floor.vavs.filter((vav) => vav.zoneKey === zone.key);
    const open = vavs.reduce((sum, vav) => sum + flowFactor(next.vavs.get(vav.ssid) ?? startOfVav), 0);
    const own = localSupply(state, around.weather, physics.campus.climate, isOccupied);
    const supply = ahu
      ? supplyOf(ahu, vavs.length > 0 ? open / vavs.length : 1)
      : { ...own, flowKgPerSecond: isMainsThere ? own.flowKgPerSecond : 0 };
    const surroundings = {
      weather: around.weather,
      people: physics.people(zone, atMs, around.local),
      wallWattPerSquareMetre: physics.wallRadiation(zone, around),
      lampShare: physics.lampShare(lit, zone),
      hasSockets: sockets,
      supply,
    };
    next.zones.set(zone.key, stepZone(zone, state, surroundings, seconds));
  }
}
