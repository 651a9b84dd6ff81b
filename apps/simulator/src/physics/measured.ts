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

const NIGHT_LUX = 4;
/** Air handling only, in an empty zone. */
const QUIET_DECIBEL = 36;
const FILTER_PASCAL_AT_FULL_SPEED = 165;
const FILTER_DIRTY_PASCAL = 250;

/** A sensor's values in a zone: the zone's state with the sensor's position, offset and noise. */
export function measureSensor(physics: Physics, world: World, zone: ZoneModel, sensor: SensorModel): Values {
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
    TEMPERATURE: roundTo(temperature, 2),
    HUMIDITY: roundTo(
      relativeHumidity(state.humidityGramPerKg, temperature, physics.campus.climate.pressureHectopascal) +
        1.2 * offset(2) +
        0.2 * noise(2),
      1,
    ),
    CO2: Math.round(state.co2Ppm + 18 * offset(3) + 5 * noise(3)),
    LUMINOUSITY: Math.round(
      (lamps + daylight) * (1 + 0.12 * offset(4)) * (1 + 0.01 * noise(4)) + NIGHT_LUX * (1 + 0.4 * offset(5)),
    ),
    OCCUPANCY: Math.floor((people + zone.sensors.length - 1 - place) / zone.sensors.length),
    PM25: roundTo(Math.max(0, state.pm25 * (1 + 0.08 * offset(6)) + 0.6 * noise(6)), 1),
    // Each person near the sensor talks sometimes; twice as many are 3 dB louder.
    NOISE: Math.round(QUIET_DECIBEL + 2 * offset(7) + 10 * Math.log10(1 + 3 * people) + noise(7)),
  };
}

/** An air handling unit's values, including setpoints and command in force. */
export function measureAhu(physics: Physics, world: World, ahu: AhuModel, commands?: Commands): Values {
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
    "Supply Fan Status": isBlowing ? 1 : 0,
    "VFD Speed": roundTo(100 * state.fanShare, 1),
    "VFD Bypass Status": roundTo(0.2 + 0.05 * noise(2), 2),
    "Chilled Water Valve Feedback": roundTo(clamp(state.valvePercent + 0.2 * noise(3), 0, 100), 1),
    "Heating Valve Feedback": roundTo(clamp(state.heatingPercent + 0.2 * noise(7), 0, 100), 1),
    "Mixed Air Temperature": roundTo(state.mixedCelsius + 0.05 * noise(8), 2),
    "Return Air Temperature": roundTo(state.returnCelsius + 0.04 * noise(4), 2),
    "Supply Air Temperature": roundTo(state.supplyCelsius + 0.05 * noise(5), 2),
    CO2: Math.round(state.returnCo2Ppm + 5 * noise(6)),
    "Filter Pressure": roundTo(Math.max(0, filterPascal), 1),
    "Filter Status": filterPascal > FILTER_DIRTY_PASCAL ? 1 : 0,
    "Fresh Air Damper": roundTo(state.freshPercent, 1),
    "Return Air Damper": roundTo(isBlowing ? 100 - state.freshPercent : 0, 1),
    "Fire Alarm": 0,
    ahu_in_air_temperature_sp: setpoints.returnSetpointCelsius,
    ahu_suply_air_temperature_sp: setpoints.supplySetpointCelsius,
    ahu_chilled_valve_sp: roundTo(state.valveDemandPercent, 1),
    ahu_heating_valve_sp: roundTo(state.heatingDemandPercent, 1),
    ahu_on_off_sp: isAhuWanted(commands, physics.surroundings(atMs).local) ? 10 : 0,
  };
}
