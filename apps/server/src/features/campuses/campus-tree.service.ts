import type { CampusTreeNode } from "@verandah/contract/campus-tree.ts";
import type { ZoneType } from "@verandah/contract/campuses.ts";
import { AppError } from "@verandah/contract/problems.ts";

import type { ActorCtx } from "#core/ctx.ts";

import * as repository from "./campus-tree.repository.ts";
import { listLocations } from "./campuses.repository.ts";
import { getLocationRow } from "./campuses.service.ts";

const nodeType: Partial<Record<ZoneType, CampusTreeNode["type"]>> = {
  GL_LOCATION_TYPE_CAMPUS: "campus",
  GL_LOCATION_TYPE_BUILDING: "building",
  GL_LOCATION_TYPE_FLOOR: "floor",
  GL_LOCATION_TYPE_ZONE: "zone",
  GL_LOCATION_TYPE_AREA: "area",
};

/**
 * The campus as a tree, with campus and buildings expanded. In the API a campus has the id of its root location.
 *
 * @throws AppError `not-found`, also for another campus
 */
export async function getCampusTree(ctx: ActorCtx, input: { id: number }): Promise<CampusTreeNode> {
  const location = await getLocationRow(ctx, input.id);
  if (location.zoneType !== "GL_LOCATION_TYPE_CAMPUS") throw new AppError("not-found");
  const { campusId } = ctx.actor;
  const [rows, spaces] = await Promise.all([
    listLocations(ctx.db, campusId),
    repository.listSpaces(ctx.db, campusId),
  ]);
  const nodes = new Map<number, CampusTreeNode>();
  for (const row of rows) {
    const type = nodeType[row.zoneType];
    if (!type) continue;
    nodes.set(row.id, {
      id: row.id,
      title: row.name,
      type,
      expanded: type === "campus" || type === "building",
      activated: true,
      children: [],
      ...(row.floorType && { floor_type: row.floorType }),
    });
  }
  for (const { id, parentId } of rows) {
    const node = nodes.get(id);
    if (node && parentId !== null) nodes.get(parentId)?.children.push(node);
  }
  for (const { id, name, kind, zoneId } of spaces)
    nodes
      .get(zoneId)
      ?.children.push({ id, title: name, type: kind, expanded: false, activated: true, children: [] });
  const root = nodes.get(location.id);
  if (!root) throw new AppError("not-found");
  return root;
}
