import type { CampusTreeNode } from "@verandah/contract/campuses/campus-tree.ts";
import type { ZoneType } from "@verandah/contract/campuses/campuses.ts";

/** The type of a place in the campus tree. */
export const nodeTypes: Partial<Record<ZoneType, CampusTreeNode["type"]>> = {
  GL_LOCATION_TYPE_CAMPUS: "campus",
  GL_LOCATION_TYPE_BUILDING: "building",
  GL_LOCATION_TYPE_FLOOR: "floor",
  GL_LOCATION_TYPE_ZONE: "zone",
  GL_LOCATION_TYPE_AREA: "area",
};
