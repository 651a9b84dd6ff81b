import { z } from "zod";

import { roles } from "../roles.ts";
import { idParam, instant, route } from "../route.ts";

export const listRoomFeeds = route({
  path: "/v1/room_feeds",
  summary: "Rooms whose times have a calendar feed, and since when",
  access: [roles.administrator],
  topics: ["room-links", "places"],
  input: z.object({}),
  reply: z.array(z.object({ room: z.int(), hasTitles: z.boolean(), createdAt: instant })),
});

export const renewRoomFeed = route({
  path: "/v1/room_feeds",
  summary:
    "Makes a secret address at which calendars read when a room is booked, with titles if they may be seen; an earlier address ends",
  access: [roles.administrator],
  changes: ["room-links"],
  input: z.object({ room: z.int(), hasTitles: z.boolean().default(false) }),
  sample: { room: 1 },
  reply: z.object({ path: z.string() }),
});

export const endRoomFeed = route({
  path: "/v1/room_feeds/:id/delete",
  summary: "Ends the address of a room's calendar feed",
  access: [roles.administrator],
  changes: ["room-links"],
  input: z.object({ id: idParam }),
  reply: z.object({ room: z.int() }),
});

export const readRoomFeed = route({
  path: "/v1/room_feed/:key",
  summary: "The booked times of the room whose feed has this key, as iCalendar, without names of people",
  access: "public",
  topics: ["bookings", "places", "room-links"],
  input: z.object({ key: z.string().max(100) }),
  sample: { key: "A-secret-key" },
  reply: z.unknown(),
});
