import { z } from "zod";

import { buildingUsers, roles } from "../roles.ts";
import { idParam, instant, instantParam, route, timeRange } from "../route.ts";
import { shownLine } from "../shown-text.ts";

/** Steps and shortest length of a booking, and its longest, minutes. Source: product.md Bookings. */
export const BOOKING_STEP_MINUTES = 15;
export const BOOKING_MIN_MINUTES = 30;
export const BOOKING_MAX_MINUTES = 24 * 60;
/** How far ahead a booking may begin, days. */
export const BOOKING_AHEAD_DAYS = 90;
/** A booking is released so long after its start without a check-in, and can be checked in so long before, minutes. Source: product.md Bookings. */
export const CHECK_IN_MINUTES = 15;
/** Notice of a cancellation, and of a move by a member, minutes. Source: product.md Bookings. */
export const CANCEL_NOTICE_MINUTES = 60;
const SPACES_MAX = 20;

export const spaceKind = z.enum(["seat", "room"]);
export type SpaceKind = z.output<typeof spaceKind>;

/** Viewers see bookings and make none. */
export const bookers = [roles.operator, roles.administrator, roles.member] as const;

const place = z.object({ id: z.int(), name: z.string() });
export const space = z.object({
  id: z.int(),
  kind: spaceKind,
  name: z.string(),
  buildingId: z.int(),
  floor: place,
  zone: place,
  seats: z.int(),
  facilities: z.array(z.string()),
  coordinates: z.tuple([z.number(), z.number()]).nullable(),
});
export type Space = z.output<typeof space>;

/** A space in a time range. `isOwn`: the caller has booked it for a part of the time. */
export const bookableSpace = space.extend({ isFree: z.boolean(), isOwn: z.boolean() });
export type BookableSpace = z.output<typeof bookableSpace>;

export const bookingStatus = z.enum(["booked", "checkedIn", "completed", "cancelled", "released"]);

export const booking = z.object({
  id: z.int(),
  /** Reference of six characters that the person sees. */
  reference: z.string(),
  kind: spaceKind,
  /** `isActive` is false when the space or a place above it is deactivated; a new booking is then refused. */
  space: z.object({
    id: z.int(),
    name: z.string(),
    buildingId: z.int(),
    building: z.string(),
    floorId: z.int(),
    floor: z.string(),
    zoneId: z.int(),
    zone: z.string(),
    isActive: z.boolean(),
  }),
  /** `id` is null for a person of an outside calendar. */
  bookedFor: z.object({ id: z.int().nullable(), name: z.string(), email: z.string().nullable() }),
  /** Made in the outside calendar of the room, and changed only there. */
  isOutside: z.boolean(),
  /** Null for a member whose booking another person made. */
  bookedBy: z.string().nullable(),
  /** The coworking company of the person; `bookedFor` is then one of its people, else a user. */
  client: place.nullable(),
  title: z.string(),
  attendees: z.int(),
  from: instant,
  to: instant,
  status: bookingStatus,
  /** How many bookings of its repetition that can still be cancelled begin later. */
  laterInSeries: z.int(),
  createdAt: instant,
});
export type Booking = z.output<typeof booking>;

const range = { from: instantParam, to: instantParam };
export const isForward = ({ from, to }: { from?: string | undefined; to?: string | undefined }) =>
  from === undefined || to === undefined || Date.parse(from) < Date.parse(to);
export const forward = { path: ["to"], error: "End date should be greater than start date" };
const searched = { id: idParam, kind: spaceKind };

/** `id` is a building, floor or zone. */
export const searchBookable = route({
  path: "/v1/gl_zone_booking/:id/:kind/searchBookable",
  summary: "Seats or rooms of a place, and whether each is free in a time",
  access: buildingUsers,
  topics: ["bookings", "places", "alarms", "room-links"],
  input: z.object({ ...searched, ...range }).refine(isForward, forward),
  sample: { kind: "seat", from: "2026-01-05T08:00:00Z", to: "2026-01-05T09:00:00Z" },
  reply: z.array(bookableSpace),
});

export const BOOKINGS_LISTED_MAX = 1_000;

export const listBookings = route({
  path: "/v1/gl_zone_booking/:id/:kind/bookingList",
  summary:
    "Bookings of a place in a time, by default the rest of the day, the newest first, at most 1,000 nearest to now; a member gets the own ones",
  access: buildingUsers,
  topics: ["bookings", "places", "people"],
  input: z
    .object({
      ...searched,
      ...timeRange,
      /** A part of the reference, the title, the person, the company or the place. */
      search: z.string().trim().max(80).optional(),
    })
    .refine(isForward, forward),
  sample: { kind: "seat", from: "2026-01-05T08:00:00Z", to: "2026-01-05T09:00:00Z" },
  reply: z.array(booking),
});

export const listOwnBookings = route({
  path: "/v1/bookings/own",
  summary: "The caller's bookings in all buildings of the campus in a time, the newest first",
  access: buildingUsers,
  topics: ["bookings", "places"],
  input: z.object({ kind: spaceKind.optional(), ...range }).refine(isForward, forward),
  sample: { from: "2026-01-05T08:00:00Z", to: "2026-01-05T09:00:00Z" },
  reply: z.array(booking),
});

export const BOOKINGS_AT_ONCE_MAX = 200;

const repeat = z.object({
  every: z.enum(["day", "week"]),
  /** The last day, on the clock of the campus. */
  until: z.iso.date(),
  /** Leaves out the days on which a space is taken; otherwise they refuse the whole. */
  isLeavingOutTaken: z.boolean().default(false),
});

export const createBookings = route({
  path: "/v1/gl_zone_booking/booking",
  summary: "Books seats or a room, once or repeatedly: all of them, or none",
  access: bookers,
  changes: ["bookings", "waitlist"],
  input: z.object({
    /** A member books one. */
    spaces: z.array(z.int()).min(1, "Choose a seat or room").max(SPACES_MAX),
    ...range,
    /** A user of the campus; a member books for themselves only. */
    bookedFor: z.int().optional(),
    /** A coworking user of the campus, in place of a user. */
    person: z.int().optional(),
    title: shownLine(100, 0).default(""),
    attendees: z.int().min(1).max(10_000).default(1),
    repeat: repeat.optional(),
  }),
  sample: { spaces: [1], from: "2026-01-05T08:00:00Z", to: "2026-01-05T09:00:00Z" },
  /** Each booking has the days of the call's repetition that were left out, on the clock of the campus, if there are any. */
  reply: z.array(booking.extend({ leftOutDays: z.array(z.iso.date()).optional() })),
});

export const updateSeatBooking = route({
  path: "/v1/coworking/hot_desking/update_booking",
  summary: "Moves the booking of a seat that has not begun to another time or seat",
  access: bookers,
  changes: ["bookings", "waitlist"],
  input: z.object({ id: z.int(), ...range, space: z.int().optional() }),
  sample: { id: 1, from: "2026-01-05T08:00:00Z", to: "2026-01-05T09:00:00Z" },
  reply: booking,
});

export const updateRoomBooking = route({
  path: "/v1/coworking/meeting_room/update_booking",
  summary:
    "Moves the booking of a room that has not begun to another time or room, or changes its title or people",
  access: bookers,
  changes: ["bookings", "waitlist"],
  input: z.object({
    id: z.int(),
    ...range,
    space: z.int().optional(),
    title: shownLine(100, 0).optional(),
    attendees: z.int().min(1).max(10_000).optional(),
  }),
  sample: { id: 1, from: "2026-01-05T08:00:00Z", to: "2026-01-05T09:00:00Z" },
  reply: booking,
});

const cancelled = z.object({
  id: z.int(),
  /** Also the later bookings of its repetition. */
  withLater: z.boolean().default(false),
});

export const cancelSeatBooking = route({
  path: "/v1/coworking/hot_desking/cancel_booking",
  summary:
    "Cancels the booking of a seat an hour or more before its start, also the later ones of its repetition",
  access: bookers,
  changes: ["bookings", "waitlist"],
  input: cancelled,
  sample: { id: 1 },
  reply: booking,
});

export const cancelRoomBooking = route({
  ...cancelSeatBooking,
  path: "/v1/coworking/meeting_room/cancel_booking",
  summary:
    "Cancels the booking of a room an hour or more before its start, also the later ones of its repetition",
});

export const checkIn = route({
  path: "/v1/bookings/:id/check_in",
  summary:
    "Confirms that a booked seat or room is used, from 15 minutes before its start until 15 minutes after",
  access: bookers,
  changes: ["bookings"],
  input: z.object({ id: idParam }),
  reply: booking,
});

const roomDay = space.extend({
  /** Times that are taken. A member gets the title of the own bookings only. */
  taken: z.array(
    z.object({ from: instant, to: instant, title: z.string().nullable(), booking: z.int().nullable() }),
  ),
});
export type RoomDay = z.output<typeof roomDay>;

export const listMeetingRooms = route({
  path: "/v1/buildings/:id/meeting-rooms",
  summary: "Rooms of a building and the times at which each is taken, by default in the rest of the day",
  access: buildingUsers,
  topics: ["bookings", "places"],
  input: z.object({ id: idParam, ...timeRange }).refine(isForward, forward),
  sample: { from: "2026-01-05T08:00:00Z", to: "2026-01-06T08:00:00Z" },
  reply: z.array(roomDay),
});
