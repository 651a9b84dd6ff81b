import type { LocalTime } from "../surroundings/local-clock.ts";
import { chance, clamp, seedOf } from "../surroundings/noise.ts";
import { isOfficeTime, OFFICE_HOURS } from "../surroundings/people.ts";

/** The lamps of one DALI group or one controller's channel. */
export interface CircuitState {
  /** Present dimming level, percent. */
  levelPercent: number;
  isAutomatic: boolean;
  hasFailedLamp: boolean;
  hasPower: boolean;
  /** Basis of automatic light, as `auto_basis` of the catalogue. */
  autoBasis: AutoBasis;
  /** A counter, which never decreases. */
  burnHours: number;
}

const AUTO_BASIS = { none: 0, daylight: 1, occupancy: 2, both: 3 } as const;
type AutoBasis = (typeof AUTO_BASIS)[keyof typeof AUTO_BASIS];

export interface CircuitControls {
  /** Commanded level; undefined keeps the present one. */
  levelPercent: number | undefined;
  isAutomatic: boolean;
  /** Level of the automatic function. */
  automaticPercent: number;
  /** Its sensor measures daylight. */
  isDaylit: boolean;
  /** Without an occupancy sensor it follows daylight only. */
  hasOccupancySensor: boolean;
  hasFailedLamp: boolean;
  hasPower: boolean;
}

/** Light on a desk under lamps at full output. */
export const LAMP_LUX = 470;
/** Target of lamps and daylight together. */
const WANTED_LUX = 440;
/** Minimum dimming level of lamps that are on. */
const DIMMEST_PERCENT = 20;
const FADE_PERCENT_PER_SECOND = 40;
/** Light output of a circuit with a failed lamp. */
const LIGHT_WITH_FAILURE = 0.4;

export const startOfCircuit: CircuitState = {
  levelPercent: 0,
  isAutomatic: true,
  hasFailedLamp: false,
  hasPower: true,
  autoBasis: AUTO_BASIS.none,
  burnHours: 0,
};

/** Initial burn hours of a circuit without a stored value assume this share of the time on. */
const COUNTS_SINCE_MS = Date.UTC(2024, 0, 1);
const LIT_SHARE = 0.3;

/** Estimated burn hours of a circuit at an instant. */
export function ordinaryBurnHours(circuit: string, atMs: number): number {
  const share = LIT_SHARE * (0.8 + 0.4 * chance(seedOf(circuit), 7));
  return (share * (atMs - COUNTS_SINCE_MS)) / 3_600_000;
}

function autoBasisOf({ isAutomatic, isDaylit, hasOccupancySensor }: CircuitControls): AutoBasis {
  if (!isAutomatic) return AUTO_BASIS.none;
  if (!hasOccupancySensor) return AUTO_BASIS.daylight;
  return isDaylit ? AUTO_BASIS.both : AUTO_BASIS.occupancy;
}

/** Lamps are on in office hours and half an hour longer. */
export function areLampsOn(local: LocalTime): boolean {
  return (
    isOfficeTime(local) ||
    (isOfficeTime({ ...local, hour: local.hour - 0.5 }) && local.hour < OFFICE_HOURS.to + 0.5)
  );
}

/** The level of a circuit in Auto: the light that daylight lacks while people may be present. */
export function automaticPercent(local: LocalTime, daylightLux: number): number {
  if (!areLampsOn(local)) return 0;
  return clamp((100 * (WANTED_LUX - daylightLux)) / LAMP_LUX, DIMMEST_PERCENT, 100);
}

/** The circuit `seconds` later. Pure. */
export function stepCircuit(state: CircuitState, controls: CircuitControls, seconds: number): CircuitState {
  const { isAutomatic, hasFailedLamp, hasPower } = controls;
  const ordered = controls.levelPercent ?? state.levelPercent;
  const wanted = isAutomatic ? controls.automaticPercent : ordered;
  const most = FADE_PERCENT_PER_SECOND * seconds;
  const levelPercent = hasPower ? state.levelPercent + clamp(wanted - state.levelPercent, -most, most) : 0;
  const burnHours = state.burnHours + (levelPercent > 0 ? seconds / 3_600 : 0);
  return {
    levelPercent,
    isAutomatic,
    hasFailedLamp,
    hasPower,
    autoBasis: autoBasisOf(controls),
    burnHours,
  };
}

/** Light and power of a circuit, as shares of all its lamps at full output. */
export function outputShare(state: CircuitState): number {
  return (state.levelPercent / 100) * (state.hasFailedLamp ? LIGHT_WITH_FAILURE : 1);
}
