import { z } from "zod";

import { buildingUsers } from "./roles.ts";
import { idParam, route } from "./route.ts";

const nodeType = z.enum(["campus", "building", "floor", "zone", "area", "seat", "room"]);

/** Source: spec 1 §3 Campus tree node; area, seat and room are ours. Seats and rooms have ids of their own, all other nodes share one id space. */
export interface CampusTreeNode {
  id: number;
  title: string;
  type: z.output<typeof nodeType>;
  expanded: boolean;
  activated: boolean;
  floor_type?: "parking" | "wlms" | undefined;
  children: CampusTreeNode[];
}
const campusTreeNode: z.ZodType<CampusTreeNode> = z.object({
  id: z.int(),
  title: z.string(),
  type: nodeType,
  expanded: z.boolean(),
  activated: z.boolean(),
  floor_type: z.enum(["parking", "wlms"]).optional(),
  get children() {
    return z.array(campusTreeNode);
  },
});

export const getCampusTree = route({
  method: "GET",
  path: "/v1/campuses/:id/tree",
  summary: "Campus, buildings, floors, zones, areas, seats and rooms",
  access: buildingUsers,
  input: z.object({ id: idParam, context: z.string().max(20).optional() }),
  reply: campusTreeNode,
});
