import { clamp } from "../surroundings/noise.ts";
import type { Weather } from "../surroundings/weather.ts";
import type { SupplyAir, ZoneState } from "./zone.ts";
import { approach } from "./zone.ts";

export interface AhuState {
  /** Present speed of the fan's drive, 0 to 1. */
  fanShare: number;
  /** Air flow as a share of the maximum: none when the fan does not turn with its drive. */
  airShare: number;
  isFilterLoaded: boolean;
  /** Heat that the coil takes out of the air, kW. */
  coolingKilowatt: number;
  /** Command of the controller to the valve, percent. */
  valveDemandPercent: number;
  valvePercent: number;
  /** Command to the heating valve and its position, percent. */
  heatingDemandPercent: number;
  heatingPercent: number;
  /** Integral part of the fan's controller, 0 to 1. */
  fanIntegral: number;
  freshPercent: number;
  /** Before the coils and the fan. */
  mixedCelsius: number;
  supplyCelsius: number;
  supplyGramPerKg: number;
  returnCelsius: number;
  returnCo2Ppm: number;
  returnGramPerKg: number;
}

/** Commands of the unit; `valvePercent` and `heatingPercent` undefined leave a valve to the unit's own controller. */
export interface AhuControls {
  isOn: boolean;
  returnSetpointCelsius: number;
  supplySetpointCelsius: number;
  valvePercent: number | undefined;
  heatingPercent: number | undefined;
  /** How well the coil cools with the water that it gets, 1 with water at 7 °C. */
  waterFactor: number;
  faults: {
    isValveStuck: boolean;
    isValveLeaking: boolean;
    isHeatingStuckOpen: boolean;
    isFanUnproven: boolean;
    isFilterLoaded: boolean;
  };
}

/** Air that one zone gets at full fan speed, kg/s. */
const FULL_FLOW_KG_PER_SECOND_ZONE = 1.35;
/** Share of the air flow with a dirty filter. */
const LOADED_FILTER_AIR = 0.75;
/** Cooling of dry air; drying takes a quarter more. */
const KILOWATT_PER_KG_KELVIN = 1.005 * 1.25;
/** Power of a fan at full speed, W, which goes with the cube of the speed. */
const FULL_FAN_WATT = 7_500;
const SLOWEST_FAN_SHARE = 0.4;
/** Cooling of the mixed air by a fully open valve at half fan speed, K. */
const COIL_KELVIN = 15;
/** Warming by a fully open heating valve at half fan speed, K. */
const HEATING_KELVIN = 12;
/** The heating valve opens when the supply air is colder than its target by more than this with the cooling valve closed, K. */
const HEATING_BELOW_KELVIN = 1.5;
/** Position of a heating valve that is stuck open, percent. */
const STUCK_OPEN_PERCENT = 40;
/** Leakage of a worn cooling valve when it is closed, as a share of its full flow. */
const LEAK_SHARE = 0.6;
/** The coil's surface dries the air towards this, g/kg. */
const COIL_GRAM_PER_KG = 8.6;
const VALVE_PERCENT_PER_SECOND = 1.2;
const FAN_SHARE_PER_SECOND = 0.02;
/** Maximum shift of the supply air's target by the return air, K: both labels stay within 1 K. */
const RESET_KELVIN = 0.9;
const FAN_HEAT_KELVIN = 0.4;
const CO2_COMFORT_PPM = 650;

export const startOfAhu: AhuState = {
  fanShare: 0,
  airShare: 0,
  isFilterLoaded: false,
  coolingKilowatt: 0,
  valveDemandPercent: 0,
  valvePercent: 0,
  heatingDemandPercent: 0,
  heatingPercent: 0,
  fanIntegral: 0.6,
  freshPercent: 10,
  mixedCelsius: 24.5,
  supplyCelsius: 24,
  supplyGramPerKg: 10.5,
  returnCelsius: 24.5,
  returnCo2Ppm: 450,
  returnGramPerKg: 10.5,
};

function towards(value: number, target: number, most: number): number {
  return value + clamp(target - value, -most, most);
}

function mean(zones: readonly ZoneState[], of: (zone: ZoneState) => number): number {
  return zones.reduce((sum, zone) => sum + of(zone), 0) / Math.max(1, zones.length);
}

/**
 * The unit `seconds` later. Pure. The fan's speed controls the return air. The chilled water valve controls the supply air, whose setpoint
 * the return air's error shifts. The heating valve opens only when that valve is closed and the air is still too cold. The fresh air damper
 * follows the carbon dioxide.
 */
export function stepAhu(
  state: AhuState,
  controls: AhuControls,
  zones: readonly ZoneState[],
  weather: Weather,
  seconds: number,
): AhuState {
  const returnCelsius = mean(zones, (zone) => zone.temperatureCelsius);
  const returnCo2Ppm = mean(zones, (zone) => zone.co2Ppm);
  const returnGramPerKg = mean(zones, (zone) => zone.humidityGramPerKg);

  const tooWarm = returnCelsius - controls.returnSetpointCelsius;
  const fanIntegral = controls.isOn
    ? clamp(state.fanIntegral + 0.00012 * tooWarm * seconds, SLOWEST_FAN_SHARE, 1)
    : state.fanIntegral;
  const fanDemand = controls.isOn ? clamp(fanIntegral + 0.25 * tooWarm, SLOWEST_FAN_SHARE, 1) : 0;
  const fanShare = towards(state.fanShare, fanDemand, FAN_SHARE_PER_SECOND * seconds);
  const { isValveStuck, isValveLeaking, isHeatingStuckOpen, isFanUnproven, isFilterLoaded } = controls.faults;
  const turning = isFanUnproven || fanShare <= 0.05 ? 0 : fanShare;
  const airShare = turning * (isFilterLoaded ? LOADED_FILTER_AIR : 1);
  const isBlowing = airShare > 0;

  const freshDemand = isBlowing ? clamp(20 + 0.12 * (returnCo2Ppm - CO2_COMFORT_PPM), 20, 60) : 0;
  const freshPercent = towards(state.freshPercent, freshDemand, 0.5 * seconds);
  const fresh = freshPercent / 100;
  const mixedCelsius = fresh * weather.temperatureCelsius + (1 - fresh) * returnCelsius;
  const mixedGram = fresh * weather.humidityGramPerKg + (1 - fresh) * returnGramPerKg;

  const reset = clamp(-0.6 * tooWarm, -RESET_KELVIN, RESET_KELVIN) + 4 * Math.max(0, -tooWarm - 1.2);
  const supplyError = state.supplyCelsius - (controls.supplySetpointCelsius + reset);
  const ownDemand = isBlowing ? clamp(state.valveDemandPercent + 0.05 * supplyError * seconds, 0, 100) : 0;
  const valveDemandPercent = controls.valvePercent ?? ownDemand;
  const valvePercent = isValveStuck
    ? state.valvePercent
    : towards(state.valvePercent, valveDemandPercent, VALVE_PERCENT_PER_SECOND * seconds);

  const isTooCold = isBlowing && valveDemandPercent === 0;
  const ownHeating = isTooCold
    ? clamp(state.heatingDemandPercent - 0.05 * (supplyError + HEATING_BELOW_KELVIN) * seconds, 0, 100)
    : 0;
  const heatingDemandPercent = controls.heatingPercent ?? ownHeating;
  const heatingPercent = towards(
    state.heatingPercent,
    isHeatingStuckOpen ? STUCK_OPEN_PERCENT : heatingDemandPercent,
    VALVE_PERCENT_PER_SECOND * seconds,
  );

  const water = Math.max(valvePercent / 100, isValveLeaking ? LEAK_SHARE : 0);
  const coil = isBlowing ? water * controls.waterFactor : 0;
  // The faster the air, the less of the coil's heat each part of it takes.
  const perCoil = 1 / Math.sqrt(Math.max(fanShare, 0.25) / 0.5);
  const coolingKelvin = COIL_KELVIN * coil * perCoil;
  const heatingKelvin = HEATING_KELVIN * (heatingPercent / 100) * perCoil;
  const blown = mixedCelsius + FAN_HEAT_KELVIN * fanShare - coolingKelvin + heatingKelvin;
  const supplyRest = isBlowing ? blown : returnCelsius;
  return {
    fanShare,
    airShare,
    isFilterLoaded,
    coolingKilowatt:
      KILOWATT_PER_KG_KELVIN * zones.length * FULL_FLOW_KG_PER_SECOND_ZONE * airShare * coolingKelvin,
    valveDemandPercent,
    valvePercent,
    heatingDemandPercent,
    heatingPercent,
    fanIntegral,
    freshPercent,
    mixedCelsius,
    supplyCelsius: approach(state.supplyCelsius, supplyRest, isBlowing ? 1 / 45 : 1 / 1_800, seconds),
    supplyGramPerKg: mixedGram - 0.6 * coil * Math.max(0, mixedGram - COIL_GRAM_PER_KG),
    returnCelsius,
    returnCo2Ppm,
    returnGramPerKg,
  };
}

/** The air flow of each of the unit's zones; `factor` is the share that its boxes let through, 1 for a zone without boxes. */
export function supplyOf(state: AhuState, factor: number): SupplyAir {
  return {
    flowKgPerSecond: FULL_FLOW_KG_PER_SECOND_ZONE * state.airShare * factor,
    temperatureCelsius: state.supplyCelsius,
    humidityGramPerKg: state.supplyGramPerKg,
    freshShare: state.freshPercent / 100,
  };
}

export function fanWatt(state: AhuState): number {
  return FULL_FAN_WATT * state.fanShare ** 3;
}
