import { z } from "zod";

import { buildingUsers } from "../roles.ts";
import { instant, route } from "../route.ts";

const feed = z.object({
  /** When its address was made; null without a feed. */
  createdAt: instant.nullable(),
});

export const getBookingFeed = route({
  path: "/v1/booking_feed",
  summary: "Whether the caller's bookings have a calendar feed",
  access: buildingUsers,
  topics: ["bookings"],
  input: z.object({}),
  reply: feed,
});

export const renewBookingFeed = route({
  path: "/v1/booking_feed",
  summary: "Makes a secret address at which a calendar reads the caller's bookings; an earlier address ends",
  access: buildingUsers,
  changes: ["bookings"],
  input: z.object({}),
  reply: z.object({ path: z.string() }),
});

export const endBookingFeed = route({
  path: "/v1/booking_feed/delete",
  summary: "Ends the address of the caller's calendar feed",
  access: buildingUsers,
  changes: ["bookings"],
  input: z.object({}),
  reply: feed,
});

export const readBookingFeed = route({
  path: "/v1/booking_feed/:key",
  summary: "The bookings of the person whose feed has this key, as iCalendar",
  access: "public",
  topics: ["bookings", "places"],
  input: z.object({ key: z.string().max(100) }),
  sample: { key: "A-secret-key" },
  reply: z.unknown(),
});
