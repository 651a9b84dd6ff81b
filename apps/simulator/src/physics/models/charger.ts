import type { LocalTime } from "../surroundings/local-clock.ts";
import { seedOf } from "../surroundings/noise.ts";
import { isBayTaken } from "./parking.ts";

/** Maximum current of a charger without a lower limit. */
export const CHARGER_AMPERE = 32;
const MAINS_VOLT = 230;
/** A car is full this many hours after its arrival. */
const CHARGING_HOURS = 3;

/** Power of a charger: a car in its bay charges for some hours after its arrival. */
export function chargingWatt(bay: string, local: LocalTime, limitAmpere = CHARGER_AMPERE): number {
  const seed = seedOf(bay);
  const wasThere = isBayTaken(seed, { ...local, hour: local.hour - CHARGING_HOURS });
  return isBayTaken(seed, local) && !wasThere ? limitAmpere * MAINS_VOLT : 0;
}
