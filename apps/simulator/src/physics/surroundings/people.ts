import type { LocalTime } from "./local-clock.ts";
import { clamp, drift } from "./noise.ts";

/** Office hours of the air handling units and the lamps, local hours. */
export const OFFICE_HOURS = { from: 7, to: 20 } as const;

export function isWorkday(local: LocalTime): boolean {
  return local.weekday >= 1 && local.weekday <= 5;
}

export function isOfficeTime(local: LocalTime): boolean {
  return isWorkday(local) && local.hour >= OFFICE_HOURS.from && local.hour < OFFICE_HOURS.to;
}

/** A rise from 0 to 1 around `hour`. */
function arrival(at: number, hour: number, widthHour: number): number {
  return 1 / (1 + Math.exp((-4 * (at - hour)) / widthHour));
}

/** Share of occupied seats, 0 to 1: morning rise, lunch dip, evening fall; few people at the weekend. */
export function presence(local: LocalTime): number {
  const { hour } = local;
  if (!isWorkday(local)) return hour > 10 && hour < 17 ? 0.03 : 0;
  if (hour < 6.5 || hour > 22) return 0;
  const day = arrival(hour, 9.2, 1.2) * (1 - arrival(hour, 18.4, 1.4));
  const lunch = 0.35 * Math.exp(-((hour - 13.3) ** 2) / 0.18);
  return clamp(0.82 * day - lunch * day, 0, 1);
}

/** People in a zone, a whole number near the share of the seats. */
export function peopleIn(seats: number, seed: number, atMs: number, local: LocalTime): number {
  const share = presence(local) * (0.85 + 0.2 * drift(seed, atMs, 1_500_000));
  return Math.round(seats * clamp(share, 0, 1));
}
