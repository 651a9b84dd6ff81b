import { clamp } from "../surroundings/noise.ts";

export interface VavState {
  damperPercent: number;
  isManual: boolean;
  /** Setpoint of the zone. */
  setpointCelsius: number;
  /** Command of the damper, from the VAV's own controller or a person. */
  demandPercent: number;
}

export interface VavControls {
  setpointCelsius: number;
  isManual: boolean;
  /** In manual mode; undefined keeps the damper's position. */
  positionPercent: number | undefined;
  isAirComing: boolean;
}

const LEAST_PERCENT = 20;
/** Opening at which a box passes the whole air flow of its unit. */
const NEUTRAL_PERCENT = 60;
const PERCENT_PER_KELVIN = 30;
const DAMPER_PERCENT_PER_SECOND = 1;

export const startOfVav: VavState = {
  damperPercent: NEUTRAL_PERCENT,
  isManual: false,
  setpointCelsius: 24,
  demandPercent: NEUTRAL_PERCENT,
};

/** The box `seconds` later. Pure. The damper opens as the zone gets warmer than its setpoint. */
export function stepVav(
  state: VavState,
  controls: VavControls,
  zoneCelsius: number,
  seconds: number,
): VavState {
  const { setpointCelsius, isManual, isAirComing } = controls;
  const own = isAirComing
    ? clamp(NEUTRAL_PERCENT + PERCENT_PER_KELVIN * (zoneCelsius - setpointCelsius), LEAST_PERCENT, 100)
    : LEAST_PERCENT;
  const demandPercent = isManual ? (controls.positionPercent ?? state.damperPercent) : own;
  const most = DAMPER_PERCENT_PER_SECOND * seconds;
  const damperPercent = state.damperPercent + clamp(demandPercent - state.damperPercent, -most, most);
  return { damperPercent, isManual, setpointCelsius, demandPercent };
}

/** Share of the unit's air that a box lets through, 1 at its neutral opening. */
export function flowFactor(state: VavState): number {
  return state.damperPercent / NEUTRAL_PERCENT;
}
