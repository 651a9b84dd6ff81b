import {
  type BuildingModel,
  type FloorModel,
  lightsOf,
  type UpsModel,
  type ZoneModel,
} from "../campus/shapes.ts";
import { type AhuState, fanWatt, startOfAhu, stepAhu, supplyOf } from "./ahu.ts";
import {
  type ChillerState,
  CHILLER_SETPOINT_CELSIUS,
  startOfChiller,
  stepChiller,
  waterFactor,
} from "./chiller.ts";
import { ahuSetpoints, isAhuWanted, lightOrders } from "./controls.ts";
import type { Influence } from "./influence.ts";
import { automaticPercent, type CircuitState, startOfCircuit, stepCircuit } from "./light.ts";
import { type MeterState, startOfMeter, stepMeter } from "./meter.ts";
import { isOfficeTime } from "./people.ts";
import { type PumpState, startOfPump, stepPump, sunShare } from "./pump.ts";
import { startOfUps, stepUps, type UpsState } from "./ups.ts";
import { flowFactor, startOfVav, stepVav, type VavState } from "./vav.ts";
import type { Physics, Surroundings, World } from "./world.ts";
import { lampWatt, localSupply, socketWatt, startOfZone, stepZone, type ZoneState } from "./zone.ts";

/** The states of one step, as they come to be. */
interface Draft {
  zones: Map<string, ZoneState>;
  ahus: Map<string, AhuState>;
  vavs: Map<string, VavState>;
  circuits: Map<string, CircuitState>;
  chillers: Map<string, ChillerState>;
  upses: Map<string, UpsState>;
  meters: Map<string, MeterState>;
  pumps: Map<string, PumpState>;
}

/** What every part of a step needs. */
interface Step {
  world: World;
  next: Draft;
  around: Surroundings;
  influence: Influence;
  atMs: number;
  seconds: number;
}

export interface Stepper {
  /** A world that nothing has happened in. */
  start(atMs: number): World;
  /** The world at `atMs`, not more than a minute on. */
  step(world: World, atMs: number, influence: Influence): World;
}

function emptyDraft(): Draft {
  return {
    zones: new Map(),
    ahus: new Map(),
    vavs: new Map(),
    circuits: new Map(),
    chillers: new Map(),
    upses: new Map(),
    meters: new Map(),
    pumps: new Map(),
  };
}

/** One step of a whole campus, building by building: power first, then light, water and air, and at last what all that drew. */
export function createStepper(physics: Physics): Stepper {
  const { campus } = physics;
  const { buildings } = campus;
  const upsOf = new Map<string, UpsModel>();
  for (const building of buildings)
    for (const ups of building.upses) for (const floor of ups.floorKeys) upsOf.set(floor, ups);
  const roomsOf = (floor: FloorModel): ZoneModel[] => floor.zones.filter((zone) => zone.sensors.length > 0);

  function hasSockets({ next }: Pick<Step, "next">, floor: FloorModel): boolean {
    const ups = upsOf.get(floor.key);
    return !ups || next.upses.get(ups.ssid)?.isFeeding !== false;
  }

  function socketWattOf({ atMs, around }: Step, floor: FloorModel): number {
    return roomsOf(floor).reduce(
      (sum, zone) => sum + socketWatt(zone, physics.people(zone, atMs, around.local)),
      0,
    );
  }

  function stepUpses(step: Step, building: BuildingModel, isMainsThere: boolean): void {
    for (const ups of building.upses) {
      const floors = building.floors.filter((floor) => ups.floorKeys.includes(floor.key));
      const watt = UPS_BASE_WATT + floors.reduce((sum, floor) => sum + socketWattOf(step, floor), 0);
      const isOverloaded = step.influence.isBroken("overloaded", ups.ssid);
      const now = { isMainsThere, isOverloaded, wattShare: watt / ups.ratedWatt };
      step.next.upses.set(ups.ssid, stepUps(step.world.upses.get(ups.ssid) ?? startOfUps, now, step.seconds));
    }
  }

  function stepLights(step: Step, floor: FloorModel, hasPower: boolean): void {
    const { around, influence, next, world, seconds } = step;
    for (const light of lightsOf(floor)) {
      const zone = floor.zones.find((one) => one.key === light.zoneKey);
      const daylight = zone ? physics.daylightLux(zone, around) : 0;
      const orders = influence.ordersOf(light.ssid);
      const hasFailedLamp = influence.isBroken("lamp-failed", light.ssid);
      for (const { key, suffix } of light.circuits) {
        const controls = {
          ...lightOrders(orders, suffix),
          automaticPercent: automaticPercent(around.local, daylight),
          hasFailedLamp,
          hasPower,
        };
        next.circuits.set(key, stepCircuit(world.circuits.get(key) ?? startOfCircuit, controls, seconds));
      }
    }
  }

  function stepChillers(step: Step, building: BuildingModel, isMainsThere: boolean): void {
    const { around, influence, next, world, seconds } = step;
    const cooling = building.floors
      .flatMap((floor) => floor.ahus)
      .reduce((sum, ahu) => sum + (world.ahus.get(ahu.ssid)?.coolingKilowatt ?? 0), 0);
    for (const { ssid } of building.chillers) {
      const orders = influence.ordersOf(ssid);
      const onOff = orders?.ch_on_off_sp;
      // Left to itself it runs in office hours, and whenever a coil asks.
      const isWanted = onOff === undefined ? isOfficeTime(around.local) || cooling > 2 : onOff !== 0;
      const controls = {
        isOn: isWanted && isMainsThere,
        setpointCelsius: orders?.ch_water_temperature_sp ?? CHILLER_SETPOINT_CELSIUS,
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

  function stepAir(step: Step, building: BuildingModel, floor: FloorModel, isMainsThere: boolean): void {
    const { around, influence, next, world, seconds } = step;
    const chiller = next.chillers.get(building.chillers[0]?.ssid ?? "");
    for (const ahu of floor.ahus) {
      const orders = influence.ordersOf(ahu.ssid);
      const served = ahu.zoneKeys.map((key) => world.zones.get(key) ?? startOfZone);
      const controls = {
        ...ahuSetpoints(orders),
        isOn: isMainsThere && isAhuWanted(orders, around.local),
        waterFactor: chiller ? waterFactor(chiller.supplyCelsius) : 1,
        faults: {
          isValveStuck: influence.isBroken("valve-stuck", ahu.ssid),
          isFanUnproven: influence.isBroken("fan-unproven", ahu.ssid),
          isFilterLoaded: influence.isBroken("filter-loaded", ahu.ssid),
        },
      };
      const before = world.ahus.get(ahu.ssid) ?? startOfAhu;
      next.ahus.set(ahu.ssid, stepAhu(before, controls, served, around.weather, seconds));
    }
    for (const vav of floor.vavs) {
      const orders = influence.ordersOf(vav.ssid);
      const controls = {
        // A box that nobody has told anything holds what its unit holds.
        setpointCelsius:
          orders?.vav_temperature_sp ?? ahuSetpoints(influence.ordersOf(vav.ahu)).returnSetpointCelsius,
        isManual: orders?.vav_damper_mode_sp === 1,
        positionPercent: orders?.vav_damper_position_sp,
        isAirComing: (next.ahus.get(vav.ahu)?.airShare ?? 0) > 0,
      };
      const zone = world.zones.get(vav.zoneKey) ?? startOfZone;
      const before = world.vavs.get(vav.ssid) ?? startOfVav;
      next.vavs.set(vav.ssid, stepVav(before, controls, zone.temperatureCelsius, seconds));
    }
  }

  function stepZones(step: Step, floor: FloorModel, isMainsThere: boolean): void {
    const { around, atMs, next, world, seconds } = step;
    const isOccupied = isOfficeTime(around.local);
    const sockets = hasSockets(step, floor);
    const lit = { ...world, atMs, circuits: next.circuits };
    for (const zone of roomsOf(floor)) {
      const state = world.zones.get(zone.key) ?? startOfZone;
      const ahuModel = floor.ahus.find((ahu) => ahu.zoneKeys.includes(zone.key));
      const ahu = next.ahus.get(ahuModel?.ssid ?? "");
      const boxes = floor.vavs.filter((vav) => vav.zoneKey === zone.key);
      const open = boxes.reduce((sum, vav) => sum + flowFactor(next.vavs.get(vav.ssid) ?? startOfVav), 0);
      const own = localSupply(state, around.weather, campus.climate, isOccupied);
      const supply = ahu
        ? supplyOf(ahu, boxes.length > 0 ? open / boxes.length : 1)
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

  function stepMeters(step: Step, building: BuildingModel, floor: FloorModel, isMainsThere: boolean): void {
    const { atMs, next, world, seconds } = step;
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
      lighting: lamps + socketWattOf(step, floor),
      air: AIR_CONTROLS_WATT + fans + chillerShare * chillerWatt,
    };
    for (const { ssid, measures } of floor.meters) {
      const before = world.meters.get(ssid) ?? startOfMeter(ssid, atMs);
      const watt = isMainsThere ? loads[measures] : 0;
      next.meters.set(ssid, stepMeter(before, { isMainsThere, watt }, seconds));
    }
  }

  function stepPumps(step: Step, building: BuildingModel): void {
    const { around, influence, next, world, seconds } = step;
    const sun = {
      share: sunShare(around.sun, around.weather.clearness),
      dayOfYear: around.local.dayOfYear,
    };
    for (const { ssid } of building.pumps) {
      const controls = {
        isOn: influence.ordersOf(ssid)?.motor_on_off_sp !== 0,
        isDry: influence.isBroken("pump-dry", ssid),
        isOverloaded: influence.isBroken("overloaded", ssid),
        isLeaking: influence.isBroken("pipe-leaking", ssid),
        isPanelDirty: influence.isBroken("panel-dirty", ssid),
      };
      next.pumps.set(ssid, stepPump(world.pumps.get(ssid) ?? startOfPump, controls, sun, seconds));
    }
  }

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
      const step: Step = { world, next, around, influence, atMs, seconds: (atMs - world.atMs) / 1_000 };
      for (const building of buildings) {
        const isMainsThere = !influence.isBroken("mains-failed", building.key);
        stepUpses(step, building, isMainsThere);
        stepChillers(step, building, isMainsThere);
        for (const floor of building.floors) {
          stepLights(step, floor, isMainsThere);
          stepAir(step, building, floor, isMainsThere);
          stepZones(step, floor, isMainsThere);
        }
        for (const floor of building.floors) stepMeters(step, building, floor, isMainsThere);
        stepPumps(step, building);
      }
      return { ...next, atMs };
    },
  };
}

/** Network and other electronics that always draw on a UPS. */
const UPS_BASE_WATT = 2_500;
/** Controllers and drives of a floor's air handling that stand by. */
const AIR_CONTROLS_WATT = 120;
