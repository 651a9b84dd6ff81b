import { seedOf, chance } from "../surroundings/noise.ts";
import { approach } from "./zone.ts";

export interface MeterState {
  isMainsThere: boolean;
  watt: number;
  /** Mean of the last quarter of an hour. */
  demandWatt: number;
  /** The counter, which never decreases. */
  energyKilowattHour: number;
}

const DEMAND_PER_SECOND = 1 / 900;
/** Initial value of a meter without a stored one: the load of a normal year. */
const COUNTS_SINCE_MS = Date.UTC(2024, 0, 1);
const MEAN_KILOWATT = 5;

/** Estimated counter of a meter at an instant. */
export function ordinaryEnergy(meter: string, atMs: number): number {
  const kilowatt = MEAN_KILOWATT * (0.9 + 0.2 * chance(seedOf(meter), 7));
  return (kilowatt * (atMs - COUNTS_SINCE_MS)) / 3_600_000;
}

export function startOfMeter(meter: string, atMs: number): MeterState {
  return {
    isMainsThere: true,
    watt: 0,
    demandWatt: 0,
    energyKilowattHour: ordinaryEnergy(meter, atMs),
  };
}

/** The meter `seconds` later. Pure. */
export function stepMeter(
  state: MeterState,
  now: { isMainsThere: boolean; watt: number },
  seconds: number,
): MeterState {
  return {
    ...now,
    demandWatt: approach(state.demandWatt, now.watt, DEMAND_PER_SECOND, seconds),
    energyKilowattHour: state.energyKilowattHour + (now.watt * seconds) / 3_600_000,
  };
}
