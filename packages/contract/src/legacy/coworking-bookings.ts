import { z } from "zod";

import {
  bookableSpace,
  booking,
  createBookings,
  forward,
  isForward,
  spaceKind,
} from "../bookings/bookings.ts";
import { buildingUsers } from "../roles.ts";
import { idParam, instantParam, route } from "../route.ts";

// The specification's calls of seats and rooms. Source: spec 1 §7 Coworking. The browser uses those of `bookings.ts`.

const inTime = z.object({ id: idParam, from: instantParam, to: instantParam }).refine(isForward, forward);
const hour = { from: "2026-01-05T08:00:00Z", to: "2026-01-05T09:00:00Z" };

export const listHotDesks = route({
  path: "/v1/coworking/:id/hot_desking_list",
  summary: "Seats of a place, and whether each is free in a time",
  access: buildingUsers,
  topics: ["bookings", "places"],
  input: inTime,
  sample: hour,
  reply: z.array(bookableSpace),
});

export const bookHotDesks = route({
  path: "/v1/coworking/hot_desking",
  summary: "Books seats: all of them, or none",
  access: createBookings.access,
  changes: ["bookings", "waitlist"],
  input: createBookings.input,
  sample: { spaces: [1], ...hour },
  reply: z.array(booking),
});

export const listHotDeskBookings = route({
  path: "/v1/coworking/:id/hot_desking/booking-status",
  summary: "Bookings of the seats of a place in a time; a member gets the own ones",
  access: buildingUsers,
  topics: ["bookings", "places"],
  input: inTime,
  sample: hour,
  reply: z.array(booking),
});

const counts = { kind: spaceKind, total: z.int(), free: z.int(), booked: z.int(), checkedIn: z.int() };

export const getBookingStatus = route({
  path: "/v1/coworking/:id/booking-status",
  summary: "How many seats and rooms of a place are free, booked and checked in now",
  access: buildingUsers,
  topics: ["bookings", "places"],
  input: z.object({ id: idParam }),
  reply: z.array(z.object(counts)),
});

export const getFloorBookingStatus = route({
  path: "/v1/coworking/:id/booking-status2",
  summary: "How many seats and rooms of each floor are free, booked and checked in now",
  access: buildingUsers,
  topics: ["bookings", "places"],
  input: z.object({ id: idParam }),
  reply: z.array(z.object({ floor: z.object({ id: z.int(), name: z.string() }), ...counts })),
});
