import type {
  CampusTreeNode,
  editTreeItem as editTreeItemRoute,
  TreeItemKind,
} from "@verandah/contract/campuses/campus-tree.ts";
import { AppError } from "@verandah/contract/problems.ts";
import type { InputOf } from "@verandah/contract/route.ts";

import { type ActorCtx, inTransaction } from "#core/ctx.ts";
import { getLastActor, recordAudit } from "#features/audit/audit.service.ts";

import * as repository from "./campus-tree.repository.ts";
import { findLocation, listLocations } from "./campuses.repository.ts";
import { getLocationRow } from "./campuses.service.ts";
import { nodeTypes } from "./node-types.ts";

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
    const type = nodeTypes[row.zoneType];
    if (!type) continue;
    nodes.set(row.id, {
      id: row.id,
      title: row.name,
      type,
      expanded: type === "campus" || type === "building",
      activated: row.isActive,
      version: row.version,
      children: [],
      ...(row.floorType && { floor_type: row.floorType }),
    });
  }
  for (const { id, parentId } of rows) {
    const node = nodes.get(id);
    if (node && parentId !== null) nodes.get(parentId)?.children.push(node);
  }
  for (const { id, name, kind, zoneId, isActive, version } of spaces)
    nodes.get(zoneId)?.children.push({
      id,
      title: name,
      type: kind,
      expanded: false,
      activated: isActive,
      version,
      children: [],
    });
  const root = nodes.get(location.id);
  if (!root) throw new AppError("not-found");
  return root;
}

/**
 * Renames, moves, deactivates or activates one item of the caller's campus. Readings and alarms of a deactivated item go on.
 *
 * @throws AppError `not-found`, `place-changed` when another user (its field `by`) has changed it since `version`, `input-invalid` for a parent that
 * cannot have the item
 */
export function editTreeItem(
  ctx: ActorCtx,
  input: InputOf<typeof editTreeItemRoute>,
): Promise<{ version: number }> {
  return inTransaction(ctx, async (inner) => {
    const { kind, id, version, title, activated, parent } = input;
    const item = { campusId: inner.actor.campusId, kind, id, version };
    const before = await repository.findItem(inner.db, item);
    if (!before) throw new AppError("not-found");
    const after = {
      title: title ?? before.title,
      activated: activated ?? before.activated,
      parent: parent ?? before.parent,
    };
    if (after.parent !== before.parent) await refuseParent(inner, kind, parent ?? 0);
    const changed = await repository.updateItem(inner.db, item, before, after);
    if (changed === undefined) {
      const by = await getLastActor(inner, inner.actor.campusId, `${kind}:${id}`);
      throw new AppError("place-changed", { ...(by && { fields: { by } }) });
    }
    await recordAudit(inner, { action: `edit-${kind}`, target: `${kind}:${id}`, before, after });
    inner.publish({ name: "sites-imported", data: {} });
    return { version: changed };
  });
}

/** Refuses a new parent: seats and rooms are in zones, devices anywhere, and places do not move. */
async function refuseParent(ctx: ActorCtx, kind: TreeItemKind, parent: number): Promise<void> {
  const place = await findLocation(ctx.db, ctx.actor.campusId, parent);
  const isPossible = kind === "device" || (kind === "space" && place?.zoneType === "GL_LOCATION_TYPE_ZONE");
  if (!place || !isPossible) throw new AppError("input-invalid", { fields: { parent: "Choose a place" } });
}
