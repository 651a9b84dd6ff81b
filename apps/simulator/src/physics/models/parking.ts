import type { LocalTime } from "../surroundings/local-clock.ts";
import { chance } from "../surroundings/noise.ts";
import { isWorkday } from "../surroundings/people.ts";

/** Occupied bays on a working day, and on another day. */
const USED_SHARE = { workday: 0.86, other: 0.08 } as const;
/** Hour of the first arrival and departure, and the hours within which the others follow. */
const FIRST_ARRIVAL_HOUR = 7.8;
const ARRIVALS_HOUR = 3;
const FIRST_DEPARTURE_HOUR = 16.5;
const DEPARTURES_HOUR = 4;
/** Cars that are away at lunch. */
const LUNCH_SHARE = 0.12;

/** Whether a car is in the bay. It depends on the bay's seed, the day and the clock only. */
export function isBayTaken(seed: number, local: LocalTime): boolean {
  const draw = (n: number) => chance(seed, local.dayOfYear * 8 + n);
  if (draw(0) >= (isWorkday(local) ? USED_SHARE.workday : USED_SHARE.other)) return false;
  const from = FIRST_ARRIVAL_HOUR + ARRIVALS_HOUR * (draw(1) + draw(2)) * 0.5;
  const to = FIRST_DEPARTURE_HOUR + DEPARTURES_HOUR * (draw(3) + draw(4)) * 0.5;
  const isAtLunch = draw(5) < LUNCH_SHARE && local.hour > 12.8 && local.hour < 13.9;
  return local.hour >= from && local.hour < to && !isAtLunch;
}
