import { z } from "zod";

import { roles } from "../roles.ts";
import { idParam, route } from "../route.ts";
import { limitKind } from "./campuses.ts";

/** Why a place cannot move, each with the names of what prevents it. */
export const moveObstacle = z.enum([
  /** The new parent has a place with this name. */
  "name",
  /** Schedules that also name other zones, which stay. */
  "schedules",
  /** Schedules whose title another schedule of the new building has. */
  "titles",
  /** Scenes of the zone with lights of the area. */
  "scenes",
  /** Air handling units and boxes that they feed which would be in different buildings. */
  "feeders",
]);
export type MoveObstacle = z.output<typeof moveObstacle>;

const placeMove = z.object({
  obstacles: z.array(z.object({ kind: moveObstacle, names: z.array(z.string()) })),
  /** What moves with the place. */
  devices: z.int(),
  alarms: z.int(),
  /** Bookings that are not over, and people on the waitlist. */
  bookings: z.int(),
  waiting: z.int(),
  /** Titles of schedules. */
  schedules: z.array(z.string()),
  /** Limits of the new place that differ from the present ones. */
  limits: z.array(limitKind),
  /** Outlines and positions that are on the plan of the present floor, and not on that of the new one. */
  onPlan: z.int(),
  /** Air handling units of the other floor that feed boxes in it, or boxes there that its units feed. */
  fed: z.array(z.string()),
  /** The new building, whose default schedule and holidays then apply; null when it stays in its building. */
  building: z.string().nullable(),
  /** Neither the new place nor one above it is deactivated. */
  isActive: z.boolean(),
});
export type PlaceMove = z.output<typeof placeMove>;

const asked = {
  id: z.int32(),
  /** The new parent: the zone of an area, the floor of a zone, or the building of a floor. */ parent:
    z.int32(),
};
const sample = { id: 1, parent: 2 };

export const previewPlaceMove = route({
  path: "/v1/campuses/tree/move",
  summary: "Preview of a move of an area, zone or floor: dependent items, changes and obstacles",
  access: [roles.administrator],
  topics: ["places", "devices", "alarms", "bookings", "schedules", "settings"],
  input: z.object({ id: idParam, parent: idParam }),
  sample,
  reply: placeMove,
});

export const movePlace = route({
  path: "/v1/campuses/tree/move",
  summary:
    "Moves an area to another zone, a zone to another floor, or a floor to another building of one's campus",
  access: [roles.administrator],
  changes: ["places", "devices", "alarms", "settings"],
  /** `version` is the one that the user saw. */
  input: z.object({ ...asked, version: z.int32() }),
  sample: { ...sample, version: 1 },
  reply: z.object({ version: z.int() }),
});
