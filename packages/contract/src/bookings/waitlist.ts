import { z } from "zod";

import { buildingUsers } from "../roles.ts";
import { idParam, instant, instantParam, route } from "../route.ts";
import { shownLine } from "../shown-text.ts";
import { createBookings } from "./bookings.ts";

const entry = z.object({
  id: z.int(),
  space: z.object({ id: z.int(), name: z.string(), floor: z.string(), zone: z.string() }),
  kind: z.enum(["seat", "room"]),
  from: instant,
  to: instant,
});
const waiting = entry.extend({
  /** People who want the same time of the space and came before. */
  before: z.int(),
});
export type Waiting = z.output<typeof waiting>;

/** A wait that ended with a booking, which the person has not seen yet. */
const news = entry.extend({ reference: z.string() });
export type WaitlistNews = z.output<typeof news>;

export const listWaitlist = route({
  path: "/v1/waitlist",
  summary: "The caller's waitlist entries, the earliest first",
  access: buildingUsers,
  topics: ["waitlist", "bookings", "places"],
  input: z.object({}),
  reply: z.array(waiting),
});

export const listWaitlistNews = route({
  path: "/v1/waitlist/news",
  summary: "The caller's bookings from the waitlist that are not over and not seen yet, the newest first",
  access: createBookings.access,
  topics: ["waitlist", "bookings", "places"],
  input: z.object({}),
  reply: z.array(news),
});

export const markWaitlistNewsSeen = route({
  path: "/v1/waitlist/news/seen",
  summary: "Marks some of the caller's bookings from the waitlist as seen",
  access: createBookings.access,
  changes: ["waitlist"],
  input: z.object({ ids: z.array(z.int32()).max(1_000) }),
  sample: { ids: [1] },
  reply: z.array(news),
});

export const joinWaitlist = route({
  path: "/v1/waitlist",
  summary:
    "Waits for a taken seat or room: the first person gets it when it becomes free, at the latest 15 minutes after the start",
  access: createBookings.access,
  changes: ["waitlist", "bookings"],
  input: z.object({
    space: z.int(),
    from: instantParam,
    to: instantParam,
    title: shownLine(100, 0).default(""),
    attendees: z.int().min(1).max(10_000).default(1),
  }),
  sample: { space: 1, from: "2026-01-05T08:00:00Z", to: "2026-01-05T09:00:00Z" },
  reply: z.array(waiting),
});

export const leaveWaitlist = route({
  path: "/v1/waitlist/:id/delete",
  summary: "Waits no longer",
  access: createBookings.access,
  changes: ["waitlist"],
  input: z.object({ id: idParam }),
  reply: z.array(waiting),
});
