import type { LocalTime } from "./local-clock.ts";
import { clamp } from "./noise.ts";
import { isOfficeTime, OFFICE_HOURS } from "./people.ts";

/** The lamps of one DALI group or one controller's channel. */
export interface CircuitState {
  /** Dimming as it is, percent. */
  levelPercent: number;
  isAutomatic: boolean;
  hasFailedLamp: boolean;
  hasPower: boolean;
}

export interface CircuitControls {
  /** Ordered level; undefined leaves it where it is. */
  levelPercent: number | undefined;
  isAutomatic: boolean;
  /** Level that its own sensor would choose. */
  automaticPercent: number;
  hasFailedLamp: boolean;
  hasPower: boolean;
}

/** Light on a desk under lamps that burn fully. */
export const LAMP_LUX = 470;
/** Lamps and daylight together are to give this. */
const WANTED_LUX = 440;
/** Lamps that burn are not dimmed further. */
const DIMMEST_PERCENT = 20;
const FADE_PERCENT_PER_SECOND = 40;
/** What a circuit with a failed lamp still gives. */
const LIGHT_WITH_FAILURE = 0.4;

export const startOfCircuit: CircuitState = {
  levelPercent: 0,
  isAutomatic: true,
  hasFailedLamp: false,
  hasPower: true,
};

/** Lamps burn in office hours and half an hour longer. */
export function areLampsOn(local: LocalTime): boolean {
  return (
    isOfficeTime(local) ||
    (isOfficeTime({ ...local, hour: local.hour - 0.5 }) && local.hour < OFFICE_HOURS.to + 0.5)
  );
}

/** The level of a circuit that is left to itself: what daylight lacks while people may be there. */
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
  return { levelPercent, isAutomatic, hasFailedLamp, hasPower };
}

/** Light of a circuit, and the power that it draws, as a share of all its lamps burning fully. */
export function outputShare(state: CircuitState): number {
  return (state.levelPercent / 100) * (state.hasFailedLamp ? LIGHT_WITH_FAILURE : 1);
}
