import type {
  CampusTreeNode,
  editTreeItem as editTreeItemRoute,
  TreeItemKind,
} from "@verandah/contract/campuses/campus-tree.ts";
import { AppError } from "@verandah/contract/problems.ts";

import { type ActorCtx, type Ctx, inTransaction, publishChange, type Service } from "#core/ctx.ts";
import { refuseField } from "#core/refuse-field.ts";
import { getLastActor, recordAudit } from "#features/audit/audit.service.ts";

import * as repository from "./campus-tree.repository.ts";
import { findLocation, listLocations, type LocationRow } from "./campuses.repository.ts";
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
      key: row.key,
      children: [],
      ...(row.floorType && { floor_type: row.floorType }),
    });
  }
  for (const { id, parentId } of rows) {
    const node = nodes.get(id);
    if (node && parentId !== null) nodes.get(parentId)?.children.push(node);
  }
  for (const { id, name, kind, zoneId, isActive, version, seats, facilities } of spaces)
    nodes.get(zoneId)?.children.push({
      id,
      title: name,
      type: kind,
      expanded: false,
      activated: isActive,
      version,
      children: [],
      ...(kind === "room" && { seats, facilities }),
    });
  const root = nodes.get(location.id);
  if (!root) throw new AppError("not-found");
  return root;
}

/**
 * Changes one item of the caller's campus: its name, its activation, the parent of a device, seat or room, and the seats and facilities of
 * a room. A deactivated item still has readings and alarms.
 *
 * @throws AppError `not-found`, `place-changed` when another user (field `by`) has changed the item since `version`, `place-name-taken`,
 * `input-invalid` for a parent that cannot have the item, and for seats and facilities of an item that is not a room
 */
export const editTreeItem: Service<typeof editTreeItemRoute> = (ctx, input) => {
  return inTransaction(ctx, async (inner) => {
    const { kind, id, version, title, activated, parent, seats, facilities } = input;
    // The lock prevents that another administrator gives the same name to a sibling between the check and the write.
    await lockTree(inner);
    const item = { campusId: inner.actor.campusId, kind, id, version };
    const before = await findTreeItem(inner, item);
    const after = {
      title: title ?? before.title,
      activated: activated ?? before.activated,
      parent: parent ?? before.parent,
      room: before.room,
    };
    if (seats !== undefined || facilities !== undefined) {
      if (!before.room) throw refuseField("input-invalid", "kind", { code: "value" });
      const { room } = before;
      after.room = {
        seats: seats ?? room.seats,
        facilities: [...new Set(facilities ?? room.facilities)],
      };
    }
    const isMoved = after.parent !== before.parent;
    if (isMoved) await refuseParent(inner, kind, parent ?? 0);
    if (isMoved && kind === "space" && !before.room) await refuseDeck(inner, parent ?? 0);
    if (kind !== "device" && (isMoved || after.title !== before.title))
      await refuseTakenName(inner, { kind, id, ...after });
    const changed = await repository.updateItem(inner.db, item, before, after);
    if (changed === undefined) throw await changedBy(inner, `${kind}:${id}`);
    if (isMoved && kind === "device") await moveActiveAlarms(inner, item.campusId);
    await recordAudit(inner, { action: `edit-${kind}`, target: `${kind}:${id}`, before, after });
    return { version: changed };
  });
};

/** Sets the places of active and shelved alarms to the present places of their devices. */
export async function moveActiveAlarms(ctx: Ctx, campusId: number): Promise<void> {
  if (await repository.moveActiveAlarms(ctx.db, campusId)) publishChange(ctx, "alarms", { campusId });
}

/**
 * Checks a new parent: seats and rooms must be in a zone, devices may be in any place. Places move with `movePlace`.
 *
 * @throws AppError `input-invalid`
 */
async function refuseParent(ctx: ActorCtx, kind: TreeItemKind, parent: number): Promise<void> {
  const place = await findLocation(ctx.db, ctx.actor.campusId, parent);
  const isPossible = kind === "device" || (kind === "space" && place?.zoneType === "GL_LOCATION_TYPE_ZONE");
  if (!place || !isPossible) throw new AppError("input-invalid", { fields: { parent: "Choose a place" } });
}

/** Refuses a seat on a parking deck, where no screen shows it. @throws AppError `input-invalid` */
export async function refuseDeck(ctx: ActorCtx, zoneId: number): Promise<void> {
  const { campusId } = ctx.actor;
  const zone = await findLocation(ctx.db, campusId, zoneId);
  const floor = zone?.floorId ? await findLocation(ctx.db, campusId, zone.floorId) : undefined;
  if (floor?.floorType === "parking")
    throw new AppError("input-invalid", { fields: { parent: "Choose a place" } });
}

/** An item of the caller's campus. @throws AppError `not-found`, also for a removed one */
export async function findTreeItem(
  ctx: ActorCtx,
  { kind, id }: { kind: TreeItemKind; id: number },
): Promise<repository.ItemRow> {
  const item = await repository.findItem(ctx.db, { campusId: ctx.actor.campusId, kind, id });
  if (!item) throw new AppError("not-found");
  return item;
}

/** Takes a change of an item by one who saw `version`. @throws AppError `place-changed` when another user has changed it since */
export async function raiseVersion(
  ctx: ActorCtx,
  item: { kind: TreeItemKind; id: number; version: number },
): Promise<number> {
  const version = await repository.updateVersion(ctx.db, { campusId: ctx.actor.campusId, ...item });
  if (version === undefined) throw await changedBy(ctx, `${item.kind}:${item.id}`);
  return version;
}

async function changedBy(ctx: ActorCtx, target: string): Promise<AppError> {
  const by = await getLastActor(ctx, ctx.actor.campusId, target);
  return new AppError("place-changed", { ...(by && { fields: { by } }) });
}

type NamedItem = Parameters<typeof repository.hasSibling>[2];

/** Whether the parent of an item has another item with the same name, in any case. */
export const hasSibling = (ctx: ActorCtx, item: NamedItem): Promise<boolean> =>
  repository.hasSibling(ctx.db, ctx.actor.campusId, item);

/** The items of one place must have different names. @throws AppError `place-name-taken` */
export async function refuseTakenName(ctx: ActorCtx, item: NamedItem): Promise<void> {
  if (await hasSibling(ctx, item)) throw new AppError("place-name-taken");
}

/** Locks the places of the caller's campus until commit, so that only one administrator at a time moves or adds a place. */
export const lockTree = (ctx: ActorCtx): Promise<void> => repository.lockTree(ctx.db, ctx.actor.campusId);

/** @throws AppError `place-changed` when another user has changed the place since `version` */
export async function refuseOldVersion(ctx: ActorCtx, place: LocationRow, version: number): Promise<void> {
  if (place.version !== version) throw await changedBy(ctx, `place:${place.id}`);
}

/** Moves a place, with all places below it, to another parent. @returns its new version @throws AppError `place-changed` */
export async function moveLocation(
  ctx: ActorCtx,
  {
    place,
    parent,
    belowIds,
    version,
  }: {
    place: LocationRow;
    parent: LocationRow;
    belowIds: readonly number[];
    version: number;
  },
): Promise<number> {
  const item = { campusId: place.campusId, kind: "place", id: place.id, version } as const;
  const before = { title: place.name, activated: place.isActive, parent: place.parentId, room: null };
  const changed = await repository.updateItem(ctx.db, item, before, { ...before, parent: parent.id });
  if (changed === undefined) throw await changedBy(ctx, `place:${place.id}`);
  await repository.updateAncestors(ctx.db, belowIds, parent);
  return changed;
}
