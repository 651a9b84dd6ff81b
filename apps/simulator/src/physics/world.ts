import type { CampusModel, ZoneModel } from "../campus/shapes.ts";
import type { AhuState } from "./models/ahu.ts";
import type { ChillerState } from "./models/chiller.ts";
import { type CircuitState, ordinaryBurnHours } from "./models/light.ts";
import { type MeterState, ordinaryEnergy } from "./models/meter.ts";
import type { PumpState } from "./models/pump.ts";
import type { UpsState } from "./models/ups.ts";
import type { VavState } from "./models/vav.ts";
import type { ZoneState } from "./models/zone.ts";
import type { SelfTestState } from "./self-test.ts";
import type { Influence } from "./surroundings/influence.ts";
import type { LocalTime } from "./surroundings/local-clock.ts";
import type { Sun } from "./surroundings/sun.ts";
import type { Weather } from "./surroundings/weather.ts";

/** The whole campus at one instant. Zones are identified by their keys, circuits by theirs, devices by their ssids. */
export interface World {
  atMs: number;
  zones: ReadonlyMap<string, ZoneState>;
  ahus: ReadonlyMap<string, AhuState>;
  vavs: ReadonlyMap<string, VavState>;
  circuits: ReadonlyMap<string, CircuitState>;
  /** Of emergency lights and UPSs, by device. */
  selfTests: ReadonlyMap<string, SelfTestState>;
  chillers: ReadonlyMap<string, ChillerState>;
  upses: ReadonlyMap<string, UpsState>;
  meters: ReadonlyMap<string, MeterState>;
  pumps: ReadonlyMap<string, PumpState>;
}

/** Surroundings that do not depend on the state, at one instant. */
export interface Surroundings {
  local: LocalTime;
  sun: Sun;
  weather: Weather;
}

export interface Physics {
  readonly campus: CampusModel;
  surroundings(atMs: number): Surroundings;
  people(zone: ZoneModel, atMs: number, local: LocalTime): number;
  wallRadiation(zone: ZoneModel, around: Surroundings): number;
  daylightLux(zone: ZoneModel, around: Surroundings): number;
  /** Light of the lamps over one of the zone's sensors, or over the whole zone, as a share of all at full output. */
  lampShare(world: World, zone: ZoneModel, sensor?: number): number;
  /** The world at `toMs`. Pure: the same world, influence and instant give the same result. */
  step(world: World, toMs: number, influence?: Influence): World;
  /** The world at an instant, calculated from its past without commands and faults. */
  warmUp(atMs: number): World;
}

/** New value of a counter by its key; `ordinary` estimates it at an instant. */
type CounterOf = (key: string, now: number, ordinary: (atMs: number) => number) => number;

/** The same world with other counters: energy by meter, and burn hours by circuit. */
export function withCounters(world: World, counterOf: CounterOf): World {
  return {
    ...world,
    circuits: new Map(
      [...world.circuits].map(([key, state]) => [
        key,
        {
          ...state,
          burnHours: counterOf(key, state.burnHours, (atMs) => ordinaryBurnHours(key, atMs)),
        },
      ]),
    ),
    meters: new Map(
      [...world.meters].map(([ssid, state]) => [
        ssid,
        {
          ...state,
          energyKilowattHour: counterOf(ssid, state.energyKilowattHour, (atMs) => ordinaryEnergy(ssid, atMs)),
        },
      ]),
    ),
  };
}
