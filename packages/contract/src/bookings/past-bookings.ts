import { z } from "zod";

import { roles } from "../roles.ts";
import { instantParam, route } from "../route.ts";
import { shownLine } from "../shown-text.ts";
import { BOOKINGS_AT_ONCE_MAX, bookingStatus } from "./bookings.ts";

const sampleBooking = {
  space: 1,
  from: "2026-01-05T05:00:00Z",
  to: "2026-01-05T06:00:00Z",
  status: "checkedIn",
} as const;

export const importBookings = route({
  path: "/v1/bookings/past",
  summary:
    "Imports bookings that have begun from an earlier system, without mails; those that are already there are left out",
  access: [roles.administrator],
  changes: ["bookings"],
  input: z.object({
    bookings: z
      .array(
        z.object({
          space: z.int32(),
          from: instantParam,
          to: instantParam,
          /** A user of the campus; by default the caller. */
          bookedFor: z.int32().optional(),
          /** A coworking user of the campus, in place of a user. */
          person: z.int32().optional(),
          title: shownLine(100, 0).default(""),
          attendees: z.int().min(1).max(10_000).default(1),
          /** A booking with a check-in is completed when its time is over. */
          status: bookingStatus.extract(["checkedIn", "cancelled", "released"]),
        }),
      )
      .min(1)
      .max(BOOKINGS_AT_ONCE_MAX),
  }),
  sample: { bookings: [sampleBooking] },
  reply: z.object({ added: z.int() }),
});
