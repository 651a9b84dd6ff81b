import { BOOKING_AHEAD_DAYS, type createBookings } from "@verandah/contract/bookings/bookings.ts";
import type { InputOf } from "@verandah/contract/route.ts";
import { addDays, createWallClock } from "@verandah/time/wall-clock.ts";

export interface Range {
  from: Date;
  to: Date;
}

/**
 * The times of a booking, the first one included: at the same time of the wall on each day, also when the clocks change. `until` is any
 * day, so the list ends soon after the last day that can be booked.
 */
export function listRepeats(
  range: Range,
  { every, until }: NonNullable<InputOf<typeof createBookings>["repeat"]>,
  timeZone: string,
): Range[] {
  const clock = createWallClock(timeZone);
  const [from, to] = [clock.read(range.from), clock.read(range.to)];
  const stepDays = every === "day" ? 1 : 7;
  const repeats: Range[] = [];
  const latest = addDays(from.day, BOOKING_AHEAD_DAYS + stepDays);
  const last = until < latest ? until : latest;
  for (let days = 0; addDays(from.day, days) <= last; days += stepDays)
    repeats.push({
      from: clock.instantOf(addDays(from.day, days), from.time),
      to: clock.instantOf(addDays(to.day, days), to.time),
    });
  return repeats;
}
