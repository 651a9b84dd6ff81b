import { z } from "zod";

import { mailAddress } from "./mail-address.ts";
import { roles } from "./roles.ts";
import { idParam, instant, route } from "./route.ts";

/** `ical`: the address of a feed, which is only read. `graph`: a mailbox of Microsoft 365. `google`: the id of a Google calendar. */
export const calendarKind = z.enum(["ical", "graph", "google"]);
export type CalendarKind = z.output<typeof calendarKind>;

/**
 * Why a calendar could not be read. `not-connected`: the server's settings give no access to this kind. `failed`: an error in the server.
 * `private-address`: the address is in a private network that the settings do not allow.
 */
export const calendarProblem = z.enum([
  "unreachable",
  "refused",
  "private-address",
  "not-found",
  "not-understood",
  "not-connected",
  "failed",
]);
export type CalendarProblem = z.output<typeof calendarProblem>;

/**
 * Why an entry is left out. `cut-off`: its end, or the end of the calendar, is missing. `too-often`: it repeats too often. `too-many`: the
 * calendar has too many entries, and the later ones are left out.
 */
export const skipReason = z.enum([
  "cut-off",
  "no-start",
  "bad-time",
  "bad-length",
  "bad-rule",
  "unknown-zone",
  "too-often",
  "too-many",
]);
export type SkipReason = z.output<typeof skipReason>;

const skippedEntry = z.object({
  title: z.string(),
  reason: skipReason,
  /** The name of an unknown time zone. */
  detail: z.string(),
});
export type SkippedEntry = z.output<typeof skippedEntry>;

/** Maximum number of skipped entries that are listed. */
export const SKIPPED_LISTED_MAX = 20;

const place = z.object({ id: z.int(), name: z.string() });

export const roomCalendar = z.object({
  room: place,
  floor: place,
  calendar: z
    .object({
      kind: calendarKind,
      /** Only the host of a feed for others than administrators: its address is often its key. */
      address: z.string(),
      /** When it was last read as a whole. */
      syncedAt: instant.nullable(),
      problem: calendarProblem.nullable(),
      /** Entries of the last reading that cannot be read, the first ones. */
      skipped: z.array(skippedEntry),
      /** Number of all these entries. */
      skippedCount: z.int(),
    })
    .nullable(),
  /** Entries of the calendar at times for which the room is booked in Verandah. */
  conflicts: z.array(z.object({ title: z.string(), organizer: z.string(), from: instant, to: instant })),
});
export type RoomCalendar = z.output<typeof roomCalendar>;

export const listRoomCalendars = route({
  path: "/v1/room_calendars",
  summary: "Rooms of the campus with their outside calendars, and the entries that conflict with bookings",
  access: [roles.operator, roles.administrator],
  topics: ["room-links", "bookings", "places"],
  input: z.object({}),
  reply: z.array(roomCalendar),
});

const saved = z
  .object({
    room: z.int(),
    kind: calendarKind,
    address: z.string().trim().min(1, "An address is needed").max(1_000),
  })
  .refine(
    ({ kind, address }) => kind !== "ical" || z.url({ protocol: /^https?$/ }).safeParse(address).success,
    {
      path: ["address"],
      error: "Give an address that begins with https://",
    },
  )
  .refine(
    ({ kind, address }) =>
      kind !== "ical" ||
      !URL.canParse(address) ||
      (new URL(address).username || new URL(address).password) === "",
    {
      path: ["address"],
      error: "Give an address without a user name and password: other administrators see it",
    },
  )
  .refine(({ kind, address }) => kind === "ical" || mailAddress.safeParse(address).success, {
    path: ["address"],
    error: "Give the e-mail address of the room's calendar",
  });

export const saveRoomCalendar = route({
  path: "/v1/room_calendars",
  summary: "Connects a room with an outside calendar, in place of an earlier one",
  access: [roles.administrator],
  changes: ["room-links"],
  input: saved,
  sample: { room: 1, kind: "ical", address: "https://calendar.example/room.ics" },
  reply: z.object({ room: z.int() }),
});

export const removeRoomCalendar = route({
  path: "/v1/room_calendars/:id/delete",
  summary:
    "Ends the connection of a room with its outside calendar; entries that were made there leave the room",
  access: [roles.administrator],
  changes: ["room-links", "bookings"],
  input: z.object({ id: idParam }),
  reply: z.object({ room: z.int() }),
});
