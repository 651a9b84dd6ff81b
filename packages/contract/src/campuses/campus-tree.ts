import { z } from "zod";

import { buildingUsers, roles } from "../roles.ts";
import { idParam, route } from "../route.ts";
import { shownLine } from "../shown-text.ts";

/** Of a room. */
const seats = z.int().min(1).max(1_000);
/** Of a room, as in "Screen". */
const facilities = z.array(shownLine(60)).max(20);

const nodeType = z.enum(["campus", "building", "floor", "zone", "area", "seat", "room"]);

/** Source: spec 1 §3 Campus tree node; area, seat and room are ours. Seats and rooms have ids of their own, all other nodes share one id space. */
export interface CampusTreeNode {
  id: number;
  title: string;
  type: z.output<typeof nodeType>;
  expanded: boolean;
  /** False after an administrator deactivated it. The nodes below keep their own value. */
  activated: boolean;
  /** Grows with each change by an administrator. */
  version: number;
  /** Of a place in site files. */
  key?: string | undefined;
  floor_type?: "parking" | "wlms" | undefined;
  /** Of a room. */
  seats?: number | undefined;
  facilities?: string[] | undefined;
  children: CampusTreeNode[];
}
const campusTreeNode: z.ZodType<CampusTreeNode> = z.object({
  id: z.int(),
  title: z.string(),
  type: nodeType,
  expanded: z.boolean(),
  activated: z.boolean(),
  version: z.int(),
  key: z.string().optional(),
  floor_type: z.enum(["parking", "wlms"]).optional(),
  seats: z.int().optional(),
  facilities: z.array(z.string()).optional(),
  get children() {
    return z.array(campusTreeNode);
  },
});

export const getCampusTree = route({
  path: "/v1/campuses/:id/tree",
  summary: "Campus, buildings, floors, zones, areas, seats and rooms",
  access: buildingUsers,
  topics: ["places", "devices"],
  input: z.object({ id: idParam, context: z.string().max(20).optional() }),
  reply: campusTreeNode,
});

/** Names the item of a change; `version` is the one that the user saw. */
const treeItem = z.object({
  /** A building, floor, zone or area; a seat or room; or a device. */
  kind: z.enum(["place", "space", "device"]),
  id: z.int32(),
  version: z.int32(),
});
export type TreeItemKind = z.output<typeof treeItem>["kind"];

/** A deactivated item keeps its readings and alarms. Commands to it, and to all below it, are refused. */
export const editTreeItem = route({
  path: "/v1/campuses/tree/edit",
  summary:
    "Renames, moves, deactivates or activates a place, seat, room or device of one's campus; changes the seats and facilities of a room",
  access: [roles.administrator],
  changes: ["places", "devices"],
  input: treeItem.extend({
    title: shownLine(120).optional(),
    activated: z.boolean().optional(),
    /** Where a device goes, or the zone of a seat or room. */
    parent: z.int32().optional(),
    seats: seats.optional(),
    facilities: facilities.optional(),
  }),
  sample: { kind: "place", id: 1, version: 1, title: "Lobby" },
  reply: z.object({ version: z.int() }),
});

/** What a place can get below it. */
export const childTypes = {
  campus: ["building"],
  building: ["floor"],
  floor: ["zone"],
  zone: ["area", "seat", "room"],
  area: [],
  seat: [],
  room: [],
} as const satisfies Record<CampusTreeNode["type"], readonly CampusTreeNode["type"][]>;

export const addTreeItem = route({
  path: "/v1/campuses/tree/add",
  summary: "Adds a building, floor, zone, area, seat or room to one's campus",
  access: [roles.administrator],
  changes: ["places"],
  input: z.object({
    /** Id of the place that it is added to. */
    parent: z.int32(),
    type: nodeType.exclude(["campus"]),
    title: shownLine(120),
    /** Of a floor; without one it has offices. */
    floor_type: z.enum(["parking", "wlms"]).optional(),
    seats: seats.optional(),
    facilities: facilities.optional(),
  }),
  sample: { parent: 1, type: "building", title: "Tower B" },
  reply: z.object({ id: z.int() }),
});
