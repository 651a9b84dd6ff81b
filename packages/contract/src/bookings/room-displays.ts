import { z } from "zod";

import { buildingUsers, roles } from "../roles.ts";
import { idParam, instant, route } from "../route.ts";
import { booking, space } from "./bookings.ts";

/** When a space is taken from now on, for at most a day, the earliest first. No names and no titles. */
const taken = z.array(z.object({ from: instant, to: instant, status: z.enum(["booked", "checkedIn"]) }));
export type TakenTimes = z.output<typeof taken>;

export const getSpaceNow = route({
  path: "/v1/spaces/:id/now",
  summary: "A seat or room with the times at which it is taken, and the caller's booking of it",
  access: buildingUsers,
  topics: ["bookings", "places"],
  input: z.object({ id: idParam }),
  reply: z.object({
    space,
    taken,
    /** The caller's next booking of this space within a day, or the present one. */
    own: booking.nullable(),
  }),
});

export const listRoomDisplays = route({
  path: "/v1/room_displays",
  summary: "Rooms whose door display has a key, and since when",
  access: [roles.operator, roles.administrator],
  topics: ["room-links", "places"],
  input: z.object({}),
  reply: z.array(z.object({ room: z.int(), createdAt: instant })),
});

export const renewRoomDisplay = route({
  path: "/v1/room_displays",
  summary: "Makes the address of a room's door display; an earlier address ends",
  access: [roles.administrator],
  changes: ["room-links"],
  input: z.object({ room: z.int() }),
  sample: { room: 1 },
  reply: z.object({ path: z.string() }),
});

export const endRoomDisplay = route({
  path: "/v1/room_displays/:id/delete",
  summary: "Ends the address of a room's door display",
  access: [roles.administrator],
  changes: ["room-links"],
  input: z.object({ id: idParam }),
  reply: z.object({ room: z.int() }),
});

/** The header with the key of a door display. */
export const DISPLAY_KEY_HEADER = "x-display-key";

export const readRoomDisplay = route({
  path: "/v1/display/rooms/:id",
  summary: "The times at which a room is taken, for its door display; the header `X-Display-Key` has its key",
  access: "public",
  topics: ["bookings", "places", "room-links"],
  pauseMs: 15_000,
  input: z.object({ id: idParam }),
  reply: z.object({
    room: z.string(),
    floor: z.string(),
    seats: z.int(),
    timeZone: z.string(),
    /** The server's clock. */
    now: instant,
    taken,
  }),
});
export type RoomDisplay = z.output<typeof readRoomDisplay.reply>;
