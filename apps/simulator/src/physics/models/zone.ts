import type { Climate, ZoneModel } from "../../campus/shapes.ts";
import { clamp } from "../surroundings/noise.ts";
import { relativeHumidity, type Weather } from "../surroundings/weather.ts";

export interface ZoneState {
  temperatureCelsius: number;
  humidityGramPerKg: number;
  co2Ppm: number;
  pm25: number;
}

export interface SupplyAir {
  flowKgPerSecond: number;
  temperatureCelsius: number;
  humidityGramPerKg: number;
  /** Share of outside air, 0 to 1. */
  freshShare: number;
}

export interface ZoneSurroundings {
  weather: Weather;
  people: number;
  /** Sun on the zone's outer wall, W/m². */
  wallWattPerSquareMetre: number;
  /** Lamps as a share of all at full output, 0 to 1. */
  lampShare: number;
  /** Sockets have power. */
  hasSockets: boolean;
  supply: SupplyAir;
}

const AIR_JOULE_PER_KG_KELVIN = 1_005;
const AIR_KG_PER_CUBIC_METRE = 1.2;
const CEILING_METRE = 2.8;
/** Heat capacity of furniture, partitions and the surface of the slab, J/K per m² of floor. */
const HEAT_CAPACITY_JOULE_PER_KELVIN_SQUARE_METRE = 55_000;
const WALL_WATT_PER_KELVIN_SQUARE_METRE = 0.9;
const PERSON_WATT = 75;
const PERSON_CO2_CUBIC_METRE_PER_SECOND = 5e-6;
const PERSON_WATER_GRAM_PER_SECOND = 0.014;
const LAMP_WATT_PER_SQUARE_METRE = 6;
const MACHINE_WATT_PER_PERSON = 70;
const STANDBY_WATT_PER_SQUARE_METRE = 0.8;
const LEAK_AIR_CHANGES_PER_SECOND = 0.15 / 3_600;
const OUTDOOR_CO2_PPM = 420;
/** Share of the dust that the filter removes. */
const FILTER_SHARE = 0.75;

export const startOfZone: ZoneState = {
  temperatureCelsius: 24.5,
  humidityGramPerKg: 10.5,
  co2Ppm: 450,
  pm25: 14,
};

/** Approaches `target` at `ratePerSecond`; exact for any step, so that a long step never overshoots. */
export function approach(value: number, target: number, ratePerSecond: number, seconds: number): number {
  return target + (value - target) * Math.exp(-ratePerSecond * seconds);
}

/** Plug loads of people, and standby loads. */
export function socketWatt(zone: ZoneModel, people: number): number {
  return people * MACHINE_WATT_PER_PERSON + zone.areaSquareMetre * STANDBY_WATT_PER_SQUARE_METRE;
}

/** Power of a zone's lamps at a share of full output. */
export function lampWatt(zone: ZoneModel, share: number): number {
  return zone.areaSquareMetre * LAMP_WATT_PER_SQUARE_METRE * share;
}

/** The zone `seconds` later. Pure. */
export function stepZone(
  zone: ZoneModel,
  state: ZoneState,
  around: ZoneSurroundings,
  seconds: number,
): ZoneState {
  const { weather, supply, people } = around;
  const volume = zone.areaSquareMetre * CEILING_METRE;
  const airKg = volume * AIR_KG_PER_CUBIC_METRE;
  const capacity = zone.areaSquareMetre * HEAT_CAPACITY_JOULE_PER_KELVIN_SQUARE_METRE;

  const wall =
    zone.areaSquareMetre * WALL_WATT_PER_KELVIN_SQUARE_METRE +
    airKg * AIR_JOULE_PER_KG_KELVIN * LEAK_AIR_CHANGES_PER_SECOND;
  const blown = supply.flowKgPerSecond * AIR_JOULE_PER_KG_KELVIN;
  const gainWatt =
    people * PERSON_WATT +
    (around.hasSockets ? socketWatt(zone, people) : 0) +
    lampWatt(zone, around.lampShare) +
    zone.sunSquareMetre * around.wallWattPerSquareMetre;
  const restCelsius =
    (wall * weather.temperatureCelsius + blown * supply.temperatureCelsius + gainWatt) / (wall + blown);

  const freshPerSecond = LEAK_AIR_CHANGES_PER_SECOND + (supply.flowKgPerSecond * supply.freshShare) / airKg;
  const blownPerSecond = supply.flowKgPerSecond / airKg;
  const waterRate = LEAK_AIR_CHANGES_PER_SECOND + blownPerSecond;
  const dustRate = LEAK_AIR_CHANGES_PER_SECOND + blownPerSecond;
  const dustIn =
    weather.pm25 * (LEAK_AIR_CHANGES_PER_SECOND + blownPerSecond * supply.freshShare * (1 - FILTER_SHARE));
  const dustBack = state.pm25 * blownPerSecond * (1 - supply.freshShare) * (1 - FILTER_SHARE);
  return {
    temperatureCelsius: approach(state.temperatureCelsius, restCelsius, (wall + blown) / capacity, seconds),
    humidityGramPerKg: approach(
      state.humidityGramPerKg,
      (LEAK_AIR_CHANGES_PER_SECOND * weather.humidityGramPerKg +
        blownPerSecond * supply.humidityGramPerKg +
        (people * PERSON_WATER_GRAM_PER_SECOND) / airKg) /
        waterRate,
      waterRate,
      seconds,
    ),
    co2Ppm: approach(
      state.co2Ppm,
      OUTDOOR_CO2_PPM + (people * PERSON_CO2_CUBIC_METRE_PER_SECOND * 1e6) / volume / freshPerSecond,
      freshPerSecond,
      seconds,
    ),
    pm25: approach(state.pm25, (dustIn + dustBack) / dustRate, dustRate, seconds),
  };
}

/**
 * The air of a zone's split unit, where no air handling unit serves it: holds about 25 °C in office hours, and limits heat and humidity at
 * other times.
 */
export function localSupply(
  state: ZoneState,
  weather: Weather,
  climate: Climate,
  isOccupied: boolean,
): SupplyAir {
  const holdCelsius = isOccupied ? 24.5 : 26.5;
  const isDamp =
    relativeHumidity(state.humidityGramPerKg, state.temperatureCelsius, climate.pressureHectopascal) > 57;
  const cooling = clamp((state.temperatureCelsius - holdCelsius) / 1.5, 0, 1);
  // The unit reheats while it dries; otherwise the zone would be cold after a damp night.
  const drying = Math.max(cooling, isDamp ? 0.6 : 0);
  const freshShare = isOccupied ? 0.25 : 0;
  const mixedCelsius = freshShare * weather.temperatureCelsius + (1 - freshShare) * state.temperatureCelsius;
  const mixedGram = freshShare * weather.humidityGramPerKg + (1 - freshShare) * state.humidityGramPerKg;
  const unoccupiedFlow = drying > 0 ? 0.5 : 0;
  return {
    flowKgPerSecond: isOccupied ? 0.9 : unoccupiedFlow,
    temperatureCelsius: mixedCelsius - 10 * cooling,
    humidityGramPerKg: mixedGram - 0.7 * drying * Math.max(0, mixedGram - 8.5),
    freshShare,
  };
}
