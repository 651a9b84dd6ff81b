import { comfortPoints } from "@verandah/equipment/comfort-points.ts";
import {
  type ahu as ahuType,
  ahuSwitch,
  COOLING_COMMAND,
  COOLING_VALVE,
  FILTER_STATUS,
  FIRE_ALARM,
  FRESH_AIR_DAMPER,
  HEATING_VALVE,
  MIXED_AIR,
  RETURN_AIR,
  RETURN_AIR_DAMPER,
  SUPPLY_AIR,
  SUPPLY_FAN,
  VFD_SPEED,
} from "@verandah/equipment/types/ahu.ts";
import { type environment, OCCUPANCY } from "@verandah/equipment/types/environment.ts";

import type { AhuModel, SensorModel, ZoneModel } from "../campus/shapes.ts";
import { ahuSetpoints, isAhuWanted } from "./controls.ts";
import { startOfAhu } from "./models/ahu.ts";
import { LAMP_LUX } from "./models/light.ts";
import { startOfZone } from "./models/zone.ts";
import type { Commands } from "./surroundings/influence.ts";
import { chance, clamp, drift, roundTo, scatter, seedOf } from "./surroundings/noise.ts";
import { relativeHumidity } from "./surroundings/weather.ts";
import type { Physics, World } from "./world.ts";

/** Values by `param_id`. */
export type Values = Record<string, number>;
/** A value for each point of a type. */
export type ValuesOf<T extends { points: object }> = Record<keyof T["points"], number>;

const NIGHT_LUX = 4;
/** Air handling only, in an empty zone. */
const QUIET_DECIBEL = 36;
const FILTER_PASCAL_AT_FULL_SPEED = 165;
const FILTER_DIRTY_PASCAL = 250;

/** What a sensor in a zone shows: the zone's state with the sensor's own place, offset and scatter. */
export function measureSensor(
  physics: Physics,
  world: World,
  zone: ZoneModel,
  sensor: SensorModel,
): ValuesOf<typeof environment> {
  const { atMs } = world;
  const state = world.zones.get(zone.key) ?? startOfZone;
  const around = physics.surroundings(atMs);
  const seed = seedOf(sensor.ssid);
  const offset = (n: number) => 2 * chance(seed, n) - 1;
  const noise = (n: number) => scatter(seed + n, atMs);

  const temperature =
    state.temperatureCelsius + 0.35 * offset(1) + 0.1 * drift(seed, atMs, 900_000) + 0.03 * noise(1);
  const people = physics.people(zone, atMs, around.local);
  const place = zone.sensors.indexOf(sensor);
  const daylight = physics.daylightLux(zone, around);
  const lamps = LAMP_LUX * physics.lampShare(world, zone, place);
  return {
    [comfortPoints.temperature]: roundTo(temperature, 2),
    [comfortPoints.humidity]: roundTo(
      relativeHumidity(state.humidityGramPerKg, temperature, physics.campus.climate.pressureHectopascal) +
        1.2 * offset(2) +
        0.2 * noise(2),
      1,
    ),
    [comfortPoints.co2]: Math.round(state.co2Ppm + 18 * offset(3) + 5 * noise(3)),
    [comfortPoints.lux]: Math.round(
      (lamps + daylight) * (1 + 0.12 * offset(4)) * (1 + 0.01 * noise(4)) + NIGHT_LUX * (1 + 0.4 * offset(5)),
    ),
    [OCCUPANCY]: Math.floor((people + zone.sensors.length - 1 - place) / zone.sensors.length),
    PM25: roundTo(Math.max(0, state.pm25 * (1 + 0.08 * offset(6)) + 0.6 * noise(6)), 1),
    // Each person near the sensor talks sometimes; twice as many are 3 dB louder.
    NOISE: Math.round(QUIET_DECIBEL + 2 * offset(7) + 10 * Math.log10(1 + 3 * people) + noise(7)),
  };
}

/** What an air handling unit shows, setpoints and command as they are in force included. */
export function measureAhu(
  physics: Physics,
  world: World,
  ahu: AhuModel,
  commands?: Commands,
): ValuesOf<typeof ahuType> {
  const { atMs } = world;
  const state = world.ahus.get(ahu.ssid) ?? startOfAhu;
  const setpoints = ahuSetpoints(commands);
  const seed = seedOf(ahu.ssid);
  const noise = (n: number) => scatter(seed + n, atMs);
  const isBlowing = state.airShare > 0;

  const load = 1 + 0.25 * chance(seed, 1) + 0.03 * drift(seed, atMs, 86_400_000);
  const cleanPascal = FILTER_PASCAL_AT_FULL_SPEED * load * state.fanShare ** 2 + 2 * noise(1);
  const loadedPascal = state.isFilterLoaded ? FILTER_DIRTY_PASCAL : 0;
  const filterPascal = isBlowing ? cleanPascal + loadedPascal : 0;
  return {
    [SUPPLY_FAN]: isBlowing ? 1 : 0,
    [VFD_SPEED]: roundTo(100 * state.fanShare, 1),
    "VFD Bypass Status": roundTo(0.2 + 0.05 * noise(2), 2),
    [COOLING_VALVE]: roundTo(clamp(state.valvePercent + 0.2 * noise(3), 0, 100), 1),
    [HEATING_VALVE]: roundTo(clamp(state.heatingPercent + 0.2 * noise(7), 0, 100), 1),
    [MIXED_AIR]: roundTo(state.mixedCelsius + 0.05 * noise(8), 2),
    [RETURN_AIR]: roundTo(state.returnCelsius + 0.04 * noise(4), 2),
    [SUPPLY_AIR]: roundTo(state.supplyCelsius + 0.05 * noise(5), 2),
    CO2: Math.round(state.returnCo2Ppm + 5 * noise(6)),
    "Filter Pressure": roundTo(Math.max(0, filterPascal), 1),
    [FILTER_STATUS]: filterPascal > FILTER_DIRTY_PASCAL ? 1 : 0,
    [FRESH_AIR_DAMPER]: roundTo(state.freshPercent, 1),
    [RETURN_AIR_DAMPER]: roundTo(isBlowing ? 100 - state.freshPercent : 0, 1),
    [FIRE_ALARM]: 0,
    ahu_in_air_temperature_sp: setpoints.returnSetpointCelsius,
    ahu_suply_air_temperature_sp: setpoints.supplySetpointCelsius,
    [COOLING_COMMAND]: roundTo(state.valveDemandPercent, 1),
    ahu_heating_valve_sp: roundTo(state.heatingDemandPercent, 1),
    [ahuSwitch.point]: isAhuWanted(commands, physics.surroundings(atMs).local) ? ahuSwitch.on : ahuSwitch.off,
  };
}
