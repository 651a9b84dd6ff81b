import { clamp } from "../surroundings/noise.ts";
import { approach } from "./zone.ts";

export interface ChillerState {
  isRunning: boolean;
  supplyCelsius: number;
  returnCelsius: number;
  /** Cooling load, as a share of its capacity. */
  loadShare: number;
  powerKilowatt: number;
}

export interface ChillerControls {
  isOn: boolean;
  setpointCelsius: number;
}

export const CHILLER_SETPOINT_CELSIUS = 7;
export const CHILLER_KILOWATT = 450;
const WATER_KILOWATT_PER_KELVIN = CHILLER_KILOWATT / 5.5;
const STANDING_WATER_CELSIUS = 22;
/** Cooling per kilowatt of power at 25 °C outside, and its decrease per kelvin above. */
const PERFORMANCE = 5.2;
const PERFORMANCE_PER_KELVIN = 0.06;

export const startOfChiller: ChillerState = {
  isRunning: false,
  supplyCelsius: 14,
  returnCelsius: 14,
  loadShare: 0,
  powerKilowatt: 0,
};

/** The chiller `seconds` later. Pure. `coolingKilowatt` is the load of the coils. */
export function stepChiller(
  state: ChillerState,
  controls: ChillerControls,
  coolingKilowatt: number,
  outdoorCelsius: number,
  seconds: number,
): ChillerState {
  const asked = coolingKilowatt / CHILLER_KILOWATT;
  const loadShare = controls.isOn ? clamp(asked, 0, 1.1) : 0;
  // Above its capacity the water gets warmer.
  const coldest = controls.setpointCelsius + 12 * Math.max(0, asked - 1.1);
  const supplyCelsius = controls.isOn
    ? approach(state.supplyCelsius, coldest, 1 / 200, seconds)
    : approach(state.supplyCelsius, STANDING_WATER_CELSIUS, (1 + 8 * asked) / 7_200, seconds);
  const performance = Math.max(2.5, PERFORMANCE - PERFORMANCE_PER_KELVIN * (outdoorCelsius - 25));
  const kilowatt = CHILLER_KILOWATT * (0.06 + 0.94 * loadShare);
  return {
    isRunning: controls.isOn,
    supplyCelsius,
    returnCelsius: supplyCelsius + (controls.isOn ? coolingKilowatt / WATER_KILOWATT_PER_KELVIN : 0),
    loadShare,
    powerKilowatt: controls.isOn ? kilowatt / performance : 0,
  };
}

/** How well a coil cools with the water that it gets, 1 with water at 7 °C. */
export function waterFactor(supplyCelsius: number): number {
  return clamp((24 - supplyCelsius) / (24 - CHILLER_SETPOINT_CELSIUS), 0, 1.15);
}
