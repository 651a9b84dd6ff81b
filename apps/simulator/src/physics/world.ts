import { ahusOf, type CampusModel, type ZoneModel, zonesOf } from "../campus/shapes.ts";
import { type AhuControls, type AhuState, startOfAhu, stepAhu, supplyOf } from "./ahu.ts";
import { type Influence, type Orders, undisturbed } from "./influence.ts";
import { createLocalClock, type LocalTime } from "./local-clock.ts";
import { seedOf } from "./noise.ts";
import { isOfficeTime, OFFICE_HOURS, peopleIn } from "./people.ts";
import { type Sun, sunAt, wallRadiation } from "./sun.ts";
import { type Weather, weatherAt } from "./weather.ts";
import { localSupply, startOfZone, stepZone, type ZoneState } from "./zone.ts";

/** The whole campus at one instant. */
export interface World {
  atMs: number;
  zones: ReadonlyMap<string, ZoneState>;
  ahus: ReadonlyMap<string, AhuState>;
}

/** What does not depend on the state, at one instant. */
export interface Surroundings {
  local: LocalTime;
  sun: Sun;
  weather: Weather;
}

/** Setpoints of a unit that nobody has told anything. */
export const AHU_DEFAULTS = { returnSetpointCelsius: 24, supplySetpointCelsius: 18 } as const;
/** Longest step the model is stable at, s. */
const LONGEST_STEP_SECOND = 60;
/** After this much time nothing of the start is left in the state, ms. */
const WARM_UP_MS = 36 * 3_600_000;

export interface Physics {
  readonly campus: CampusModel;
  surroundings(atMs: number): Surroundings;
  people(zone: ZoneModel, atMs: number, local: LocalTime): number;
  wallRadiation(zone: ZoneModel, around: Surroundings): number;
  /** What a unit does, its orders on top of its built-in schedule. */
  controls(orders: Orders | undefined, atMs: number): AhuControls;
  /** The world at `toMs`; pure, so the same world, influence and instant always give the same. */
  step(world: World, toMs: number, influence?: Influence): World;
  /** The world at an instant as its own past made it, under the built-in schedules. */
  warmUp(atMs: number): World;
}

/** The physics of one campus. `seed` makes it differ from others like it. */
export function createPhysics(campus: CampusModel, seed = seedOf(campus.key)): Physics {
  const localOf = createLocalClock(campus.timeZone);
  const zones = zonesOf(campus).filter((zone) => zone.sensors.length > 0);
  const seeds = new Map(zones.map((zone) => [zone.key, seedOf(zone.key) ^ seed]));
  const ahus = ahusOf(campus);
  const ahuOfZone = new Map(ahus.flatMap((ahu) => ahu.zoneKeys.map((key) => [key, ahu.ssid] as const)));

  let lastAtMs: number | undefined;
  let last: Surroundings | undefined;

  const physics: Physics = {
    campus,
    surroundings(atMs) {
      // Every device asks for the same instant.
      if (lastAtMs !== atMs || !last) {
        const local = localOf(atMs);
        last = {
          local,
          sun: sunAt(campus, atMs, local.dayOfYear),
          weather: weatherAt(campus.climate, seed, atMs, local),
        };
        lastAtMs = atMs;
      }
      return last;
    },
    people: (zone, atMs, local) => peopleIn(zone.seats, seeds.get(zone.key) ?? seed, atMs, local),
    wallRadiation: (zone, around) => wallRadiation(around.sun, zone.facingDegree, around.weather.clearness),
    controls(orders, atMs) {
      const onOff = orders?.ahu_on_off_sp;
      const isOn = onOff === undefined ? isOfficeTime(localOf(atMs)) : onOff !== 0;
      return {
        isOn,
        returnSetpointCelsius: orders?.ahu_in_air_temperature_sp ?? AHU_DEFAULTS.returnSetpointCelsius,
        supplySetpointCelsius: orders?.ahu_suply_air_temperature_sp ?? AHU_DEFAULTS.supplySetpointCelsius,
        valvePercent: orders?.ahu_chilled_valve_sp,
      };
    },
    step(world, toMs, influence = undisturbed) {
      let { zones: zoneStates, ahus: ahuStates } = world;
      let atMs = world.atMs;
      while (atMs < toMs) {
        const nextMs = Math.min(toMs, atMs + LONGEST_STEP_SECOND * 1_000);
        ({ zones: zoneStates, ahus: ahuStates } = stepOnce(
          zoneStates,
          ahuStates,
          nextMs,
          (nextMs - atMs) / 1_000,
          influence,
        ));
        atMs = nextMs;
      }
      return { atMs: toMs, zones: zoneStates, ahus: ahuStates };
    },
    warmUp(atMs) {
      // Whole minutes, so that two starts within one minute run through the same states.
      const fromMs = Math.floor((atMs - WARM_UP_MS) / 60_000) * 60_000;
      const start: World = {
        atMs: fromMs,
        zones: new Map(zones.map((zone) => [zone.key, startOfZone])),
        ahus: new Map(ahus.map((ahu) => [ahu.ssid, startOfAhu])),
      };
      return physics.step(start, atMs);
    },
  };

  function stepOnce(
    zoneStates: World["zones"],
    ahuStates: World["ahus"],
    atMs: number,
    seconds: number,
    influence: Influence,
  ): Pick<World, "zones" | "ahus"> {
    const around = physics.surroundings(atMs);
    const nextAhus = new Map<string, AhuState>();
    for (const ahu of ahus) {
      const served = ahu.zoneKeys.map((key) => zoneStates.get(key) ?? startOfZone);
      const controls = physics.controls(influence.ordersOf(ahu.ssid), atMs);
      nextAhus.set(
        ahu.ssid,
        stepAhu(ahuStates.get(ahu.ssid) ?? startOfAhu, controls, served, around.weather, seconds),
      );
    }
    const nextZones = new Map<string, ZoneState>();
    const isOccupied = isOfficeTime(around.local);
    for (const zone of zones) {
      const state = zoneStates.get(zone.key) ?? startOfZone;
      const ahu = nextAhus.get(ahuOfZone.get(zone.key) ?? "");
      const people = physics.people(zone, atMs, around.local);
      const surroundings = {
        weather: around.weather,
        people,
        wallWattPerSquareMetre: physics.wallRadiation(zone, around),
        areLampsOn: areLampsOn(around.local),
        supply: ahu ? supplyOf(ahu) : localSupply(state, around.weather, campus.climate, isOccupied),
      };
      nextZones.set(zone.key, stepZone(zone, state, surroundings, seconds));
    }
    return { zones: nextZones, ahus: nextAhus };
  }

  return physics;
}

/** Lamps burn in office hours and half an hour longer. */
export function areLampsOn(local: LocalTime): boolean {
  return (
    isOfficeTime(local) ||
    (isOfficeTime({ ...local, hour: local.hour - 0.5 }) && local.hour < OFFICE_HOURS.to + 0.5)
  );
}
