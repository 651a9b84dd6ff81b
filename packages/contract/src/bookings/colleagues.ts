import { z } from "zod";

import { idParam, instantParam, route } from "../route.ts";
import { BOOKING_MAX_MINUTES, createBookings, forward, isForward, space } from "./bookings.ts";

const MINUTE_MS = 60_000;
/** The longest booking: a day when the clocks change has an hour more. */
const RANGE_MAX_MS = (BOOKING_MAX_MINUTES + 60) * MINUTE_MS;

const seatOfColleague = z.object({
  /** Of the person. */
  id: z.int(),
  name: z.string(),
  space,
});
export type SeatOfColleague = z.output<typeof seatOfColleague>;

const nameShown = z.object({ isNameShown: z.boolean() });

/**
 * It takes no name and no person, and answers nothing about people who do not show their name. Colleagues are the people of the caller's
 * companies; for a caller without a company the users of the campus that have none. The e-mail address makes a user a person of a company;
 * one of several people of a company names none of them.
 */
export const listColleagueSeats = route({
  path: "/v1/bookings/colleagues",
  summary:
    "Seats in a building and a time of the caller's colleagues who show their names, and whether the caller does",
  access: createBookings.access,
  topics: ["bookings", "people", "users", "places"],
  input: z
    .object({ building: idParam, from: instantParam, to: instantParam })
    .refine(isForward, forward)
    .refine(({ from, to }) => Date.parse(to) - Date.parse(from) <= RANGE_MAX_MS, {
      path: ["to"],
      error: "A booking takes at most 24 hours",
    }),
  sample: { building: 1, from: "2026-01-05T08:00:00Z", to: "2026-01-05T09:00:00Z" },
  reply: nameShown.extend({
    /** The caller's companies, whose people see the name. */
    companies: z.array(z.string()),
    seats: z.array(seatOfColleague),
  }),
});

export const showOwnName = route({
  path: "/v1/bookings/colleagues/own_name",
  summary: "Shows the caller's name on the booked seats to colleagues, or hides it",
  access: createBookings.access,
  changes: ["users"],
  input: nameShown,
  sample: { isNameShown: true },
  reply: nameShown,
});
