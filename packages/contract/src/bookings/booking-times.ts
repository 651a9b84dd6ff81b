import type { FieldErrors } from "../problems.ts";
import {
  BOOKING_AHEAD_DAYS,
  BOOKING_MAX_MINUTES,
  BOOKING_MIN_MINUTES,
  BOOKING_STEP_MINUTES,
} from "./bookings.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

interface Range {
  from: Date;
  to: Date;
}

/**
 * The errors of the time of a booking; undefined when the time is valid. A day when the clocks change has up to 25 hours, so a booking may
 * also end at the same time of the next day. Source: product.md Bookings.
 */
export function bookingTimeErrors(
  { from, to }: Range,
  { now, sameTimeNextDay }: { now: Date; sameTimeNextDay: Date },
): FieldErrors | undefined {
  const [fromMs, toMs] = [from.getTime(), to.getTime()];
  const isStep = (ms: number) => ms % (BOOKING_STEP_MINUTES * MINUTE_MS) === 0;
  const minutes = (toMs - fromMs) / MINUTE_MS;
  if (fromMs <= now.getTime()) return { from: "Choose a future time" };
  if (fromMs > now.getTime() + BOOKING_AHEAD_DAYS * DAY_MS) return { from: "Choose a time within 90 days" };
  if (!isStep(fromMs)) return { from: "Times are in steps of 15 minutes" };
  if (minutes <= 0) return { to: "End date should be greater than start date" };
  if (!isStep(toMs)) return { to: "Times are in steps of 15 minutes" };
  if (minutes < BOOKING_MIN_MINUTES) return { to: "A booking takes at least 30 minutes" };
  if (minutes > BOOKING_MAX_MINUTES && to > sameTimeNextDay)
    return { to: "A booking takes at most 24 hours" };
  return undefined;
}
