import { z } from "zod";

import { roles } from "../roles.ts";
import { idParam, instant, route } from "../route.ts";

const itemKind = z.enum(["place", "space", "device"]);
export type RemovedKind = z.output<typeof itemKind>;

/** Why an item cannot be removed, each with the names of what prevents it. */
export const removalObstacle = z.enum([
  /** Seats and rooms with bookings that are not over, or with people on the waitlist. */
  "bookings",
  /** Devices that hold a value of a user, and that a release can reach: they would hold it for ever. */
  "overrides",
  /** Users of the building. */
  "users",
]);
export type RemovalObstacle = z.output<typeof removalObstacle>;

const removal = z.object({
  obstacles: z.array(z.object({ kind: removalObstacle, names: z.array(z.string()) })),
  /** Counts of the removed items, with itself. */
  places: z.int(),
  spaces: z.int(),
  devices: z.int(),
  /** Active alarms, which end. */
  alarms: z.int(),
  /** Commands that are not finished, which are cancelled. */
  commands: z.int(),
  /** Names of devices that hold a value of a user, and do not answer. */
  held: z.array(z.string()),
  /** Titles of schedules, which end; and of those that go on with their other zones. */
  schedules: z.array(z.string()),
  remaining: z.array(z.string()),
  /** Names of groups of units, and of light scenes, that lose a device. */
  groups: z.array(z.string()),
  scenes: z.array(z.string()),
  /** Planned tests, which then test nothing. */
  tests: z.int(),
  /** Devices elsewhere that it supplies with air. */
  fed: z.array(z.string()),
  /** Whether its devices have ever sent a value. */
  hasReadings: z.boolean(),
});
export type Removal = z.output<typeof removal>;

export const previewRemoval = route({
  path: "/v1/campuses/tree/removal",
  summary: "Preview of a removal: dependent items, effects and obstacles",
  access: [roles.administrator],
  topics: [
    "places",
    "devices",
    "device-states",
    "alarms",
    "bookings",
    "waitlist",
    "schedules",
    "commands",
    "scenes",
    "self-tests",
    "users",
  ],
  minorTopics: ["readings"],
  input: z.object({ kind: itemKind, id: idParam }),
  sample: { kind: "place", id: 1 },
  reply: removal,
});

/** Hours after which the stored values of removed devices are deleted, if the administrator chose that. Until then all can come back. */
export const READINGS_DELETED_AFTER_HOURS = 24;

/** What a removal, or its undo, changes. */
const removed = [
  "places",
  "devices",
  "device-states",
  "readings",
  "measurements",
  "alarms",
  "commands",
  "schedules",
  "bookings",
  "customers",
  "settings",
  "room-links",
  "self-tests",
  "waitlist",
  "scenes",
] as const;

export const removeItem = route({
  path: "/v1/campuses/tree/removal",
  summary:
    "Removes a place with everything in it, a seat, a room or a device of one's campus. Its history stays",
  access: [roles.administrator],
  changes: removed,
  /** `version` is the one that the user saw. */
  input: z.object({
    kind: itemKind,
    id: z.int32(),
    version: z.int32(),
    readings: z.enum(["keep", "delete"]),
  }),
  sample: { kind: "place", id: 1, version: 1, readings: "keep" },
  reply: z.object({ id: z.int() }),
});

export const REMOVALS_LISTED_MAX = 200;

export const listRemovals = route({
  path: "/v1/campuses/removals",
  summary: "Removed places, seats, rooms and devices of one's campus that can come back",
  access: [roles.administrator],
  topics: ["places", "devices"],
  input: z.object({}),
  /** The newest first. */
  reply: z.array(
    z.object({
      id: z.int(),
      kind: itemKind,
      name: z.string(),
      /** Names of the places above it. */
      path: z.array(z.string()),
      removedAt: instant,
      removedBy: z.string(),
      /** Devices that were removed with it, and itself. */
      devices: z.int(),
      /** Stored values of its devices: kept, to be deleted at `deletedAt`, or deleted then. */
      readings: z.enum(["kept", "to-delete", "deleted"]),
      deletedAt: instant.nullable(),
    }),
  ),
});
export type ListedRemoval = z.output<typeof listRemovals.reply>[number];

export const undoRemoval = route({
  path: "/v1/campuses/removals/undo",
  summary: "Brings back what a removal removed",
  access: [roles.administrator],
  changes: removed,
  input: z.object({ id: z.int32() }),
  sample: { id: 1 },
  reply: z.object({ id: z.int() }),
});
