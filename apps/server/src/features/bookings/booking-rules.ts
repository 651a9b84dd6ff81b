import { randomInt } from "node:crypto";

import { bookingTimeErrors } from "@verandah/contract/bookings/booking-times.ts";
import type { FieldErrors } from "@verandah/contract/problems.ts";
import { addDays, createWallClock } from "@verandah/time/wall-clock.ts";

/** A user or a coworking user. */
export type BookedFor = { userId: number } | { personId: number };

/** Letters and digits of a reference, without those that look alike. */
const REFERENCE_LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789";
const REFERENCE_LENGTH = 6;

export const newReference = () =>
  Array.from({ length: REFERENCE_LENGTH }, () => REFERENCE_LETTERS[randomInt(REFERENCE_LETTERS.length)]).join(
    "",
  );

/** The errors of the time of a booking in a time zone; undefined when the time is valid. */
export function timeErrors(
  range: { from: Date; to: Date },
  now: Date,
  timeZone: string,
): FieldErrors | undefined {
  const clock = createWallClock(timeZone);
  const { day, time } = clock.read(range.from);
  return bookingTimeErrors(range, { now, sameTimeNextDay: clock.instantOf(addDays(day, 1), time) });
}
