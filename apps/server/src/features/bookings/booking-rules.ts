import { randomInt } from "node:crypto";

import {
  BOOKING_AHEAD_DAYS,
  BOOKING_MAX_MINUTES,
  BOOKING_MIN_MINUTES,
  BOOKING_STEP_MINUTES,
} from "@verandah/contract/bookings/bookings.ts";
import type { FieldErrors } from "@verandah/contract/problems.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** Letters and digits of a reference, without those that look alike. */
const REFERENCE_LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789";
const REFERENCE_LENGTH = 6;

export const newReference = () =>
  Array.from({ length: REFERENCE_LENGTH }, () => REFERENCE_LETTERS[randomInt(REFERENCE_LETTERS.length)]).join(
    "",
  );

/** The errors of the time of a booking; undefined when the time is valid. Source: product.md Bookings. */
export function timeErrors(from: Date, to: Date, now: Date): FieldErrors | undefined {
  const [fromMs, toMs] = [from.getTime(), to.getTime()];
  const isStep = (ms: number) => ms % (BOOKING_STEP_MINUTES * MINUTE_MS) === 0;
  const minutes = (toMs - fromMs) / MINUTE_MS;
  if (fromMs <= now.getTime()) return { from: "Choose a future time" };
  if (fromMs > now.getTime() + BOOKING_AHEAD_DAYS * DAY_MS) return { from: "Choose a time within 90 days" };
  if (!isStep(fromMs)) return { from: "Times are in steps of 15 minutes" };
  if (minutes <= 0) return { to: "End date should be greater than start date" };
  if (!isStep(toMs)) return { to: "Times are in steps of 15 minutes" };
  if (minutes < BOOKING_MIN_MINUTES) return { to: "A booking takes at least 30 minutes" };
  if (minutes > BOOKING_MAX_MINUTES) return { to: "A booking takes at most 24 hours" };
  return undefined;
}
