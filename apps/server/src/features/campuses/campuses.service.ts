import type { CampusTreeNode, Configuration, ZoneType } from "@verandah/contract/campuses.ts";
import { AppError } from "@verandah/contract/problems.ts";

import { type ActorCtx, type Ctx, inTransaction } from "#core/ctx.ts";
import { recordAudit } from "#features/audit/audit.service.ts";

import * as repository from "./campuses.repository.ts";

export type { LocationRow } from "./campuses.repository.ts";

/** A location of the caller's campus. @throws AppError `not-found`, for another campus's as well */
export async function getLocationRow(ctx: ActorCtx, id: number): Promise<repository.LocationRow> {
  const row = await repository.findLocation(ctx.db, ctx.actor.campusId, id);
  if (!row) throw new AppError("not-found");
  return row;
}

/** A location of any campus. For the server's own work: it says nothing of who may see it. */
export function findLocationOf(ctx: Ctx, id: number): Promise<repository.LocationRow | undefined> {
  return repository.findLocationOfAny(ctx.db, id);
}

/** Every location of a campus, parents before children. */
export function listLocations(ctx: Ctx, campusId: number): Promise<repository.LocationRow[]> {
  return repository.listLocations(ctx.db, campusId);
}

/** The ids of a location and of everything below it. */
export function listIdsBelow(ctx: Ctx, location: repository.LocationRow): Promise<number[]> {
  return repository.listIdsBelow(ctx.db, location);
}

/** The building that was added first, of any campus. For commands run by hand. */
export function findFirstBuilding(ctx: Ctx): Promise<{ campusId: number; buildingId: number } | undefined> {
  return repository.findFirstBuilding(ctx.db);
}

/** Every campus, with its time zone. For the server's own work. */
export function listCampuses(ctx: Ctx): Promise<{ id: number; name: string; timeZone: string }[]> {
  return repository.listCampuses(ctx.db);
}

const nodeType: Partial<Record<ZoneType, CampusTreeNode["type"]>> = {
  GL_LOCATION_TYPE_CAMPUS: "campus",
  GL_LOCATION_TYPE_BUILDING: "building",
  GL_LOCATION_TYPE_FLOOR: "floor",
  GL_LOCATION_TYPE_ZONE: "zone",
  GL_LOCATION_TYPE_AREA: "area",
};

/**
 * The campus as a tree; campus and buildings expanded. On the wire a campus has the id of its root location.
 *
 * @throws AppError `not-found`, for another campus as well
 */
export async function getCampusTree(ctx: ActorCtx, input: { id: number }): Promise<CampusTreeNode> {
  const location = await getLocationRow(ctx, input.id);
  if (location.zoneType !== "GL_LOCATION_TYPE_CAMPUS") throw new AppError("not-found");
  const rows = await repository.listLocations(ctx.db, ctx.actor.campusId);
  const nodes = new Map<number, CampusTreeNode>();
  let root: CampusTreeNode | undefined;
  for (const row of rows) {
    const type = nodeType[row.zoneType];
    if (!type) continue;
    const node: CampusTreeNode = {
      id: row.id,
      title: row.name,
      type,
      expanded: type === "campus" || type === "building",
      activated: true,
      children: [],
      ...(row.floorType && { floor_type: row.floorType }),
    };
    nodes.set(row.id, node);
    if (row.parentId === null) root = node;
    else nodes.get(row.parentId)?.children.push(node);
  }
  if (!root) throw new AppError("not-found");
  return root;
}

/** The comfort limits of a campus. @throws AppError `not-found` */
export async function getLimits(ctx: Ctx, campusId: number): Promise<Configuration> {
  const limits = await repository.findLimits(ctx.db, campusId);
  if (!limits) throw new AppError("not-found");
  return limits;
}

/** The comfort limits of the caller's campus. */
export function getConfiguration(ctx: ActorCtx): Promise<Configuration> {
  return getLimits(ctx, ctx.actor.campusId);
}

/** Sets the comfort limits of the caller's campus; issues and alarms follow within seconds. */
export function saveConfiguration(ctx: ActorCtx, input: Configuration): Promise<Configuration> {
  const { campusId } = ctx.actor;
  return inTransaction(ctx, async (inner) => {
    const before = await getLimits(inner, campusId);
    await repository.updateLimits(inner.db, campusId, input);
    await recordAudit(inner, {
      action: "save-configuration",
      target: `campus:${campusId}`,
      before,
      after: input,
    });
    inner.publish({ name: "limits-changed", data: { campusId } });
    return getLimits(inner, campusId);
  });
}
