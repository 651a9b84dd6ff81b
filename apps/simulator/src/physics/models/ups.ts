import { clamp } from "../surroundings/noise.ts";
import { approach } from "./zone.ts";

export interface UpsState {
  chargePercent: number;
  isMainsThere: boolean;
  /** Whether its loads have power. */
  isFeeding: boolean;
  isOverloaded: boolean;
  /** Share of its rated power. */
  loadShare: number;
  batteryCelsius: number;
}

/** Runtime of a full battery at full load, minutes. */
const FULL_LOAD_MINUTE = 14;
/** A battery lasts more than twice as long at half the load. Source: Peukert's law for lead batteries. */
const PEUKERT = 1.12;
const CHARGE_PERCENT_PER_HOUR = 22;
/** Load while the fault "overloaded" lasts. */
const OVERLOAD_SHARE = 1.22;
/** Length of a test of the battery, s. */
export const UPS_TEST_SECONDS = 20;
/** Below this the battery counts as low. */
export const LOW_CHARGE_PERCENT = 20;

export const startOfUps: UpsState = {
  chargePercent: 100,
  isMainsThere: true,
  isFeeding: true,
  isOverloaded: false,
  loadShare: 0.2,
  batteryCelsius: 25,
};

/** Remaining runtime of the battery at the load, minutes. */
export function runtimeMinute({ chargePercent, loadShare }: UpsState): number {
  return (FULL_LOAD_MINUTE * chargePercent) / 100 / Math.max(0.05, loadShare) ** PEUKERT;
}

/** The UPS `seconds` later. Pure. `wattShare` is the load as a share of its rated power. */
export function stepUps(
  state: UpsState,
  now: { isMainsThere: boolean; isOverloaded: boolean; wattShare: number },
  seconds: number,
): UpsState {
  const isDead = !state.isFeeding && !now.isMainsThere;
  const asked = now.isOverloaded ? OVERLOAD_SHARE + 0.2 * now.wattShare : now.wattShare;
  const loadShare = isDead ? 0 : asked;
  const next = { ...state, ...now, loadShare };
  const isDischarging = !now.isMainsThere && !isDead;
  const percentPerSecond = isDischarging
    ? -100 / (60 * Math.max(0.01, runtimeMinute({ ...next, chargePercent: 100 })))
    : CHARGE_PERCENT_PER_HOUR / 3_600;
  const chargePercent =
    isDead && !now.isMainsThere ? 0 : clamp(state.chargePercent + percentPerSecond * seconds, 0, 100);
  return {
    chargePercent,
    isMainsThere: now.isMainsThere,
    isFeeding: now.isMainsThere || chargePercent > 0,
    isOverloaded: now.isOverloaded,
    loadShare,
    batteryCelsius: approach(state.batteryCelsius, isDischarging ? 38 : 25, 1 / 1_800, seconds),
  };
}
