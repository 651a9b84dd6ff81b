import { z } from "zod";

import { buildingOperators } from "../roles.ts";
import { idParam, route } from "../route.ts";
import { booking } from "./bookings.ts";

/** Bookings that begin within this time are listed beside an alarm, ms. */
export const AFFECTED_AHEAD_MS = 24 * 3_600_000;

const place = z.object({ id: z.int(), name: z.string(), zone: z.string(), floor: z.string() });

/** Why a booking stays: it has `begun`, no free space has its kind and size, or it belongs to another calendar (`outside`). */
export const notMovedReason = z.enum(["begun", "none-free", "outside"]);

const affected = z.object({
  booking,
  /** A free space of the same kind outside the place of the alarm. */
  proposed: place.nullable(),
  /** Null for a booking that can move. */
  reason: notMovedReason.nullable(),
});
export type AffectedBooking = z.output<typeof affected>;

export const listAlarmBookings = route({
  path: "/v1/alarms/:id/bookings",
  summary: "Bookings of the next 24 hours at the place of an active alarm, each with a free space to move to",
  access: buildingOperators,
  topics: ["alarms", "bookings", "places"],
  input: z.object({ id: idParam }),
  reply: z.array(affected),
});

export const moveAlarmBookings = route({
  path: "/v1/alarms/:id/bookings",
  summary: "Moves the bookings at the place of an active alarm to equal free spaces, and mails the people",
  access: buildingOperators,
  changes: ["bookings", "waitlist"],
  input: z.object({ id: idParam }),
  reply: z.object({
    moved: z.array(booking),
    /** Those that stay, with the reason. */
    left: z.array(affected),
  }),
});
