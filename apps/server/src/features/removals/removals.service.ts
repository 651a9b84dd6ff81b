import type * as contract from "@verandah/contract/campuses/removals.ts";
import {
  READINGS_DELETED_AFTER_HOURS,
  REMOVALS_LISTED_MAX,
  type Removal,
  type RemovedKind,
} from "@verandah/contract/campuses/removals.ts";
import { AppError } from "@verandah/contract/problems.ts";

import { type ActorCtx, campusCtx, type Ctx, inTransaction, publishChange, type Service } from "#core/ctx.ts";
import { presentStep } from "#core/reply-times.ts";
import { restoreAlarms } from "#features/alarms/evaluation/alarm-evaluation.service.ts";
import { raiseEventsAgain } from "#features/alarms/history/device-events.service.ts";
import { recordAudit } from "#features/audit/audit.service.ts";
import {
  findTreeItem,
  lockTree,
  raiseVersion,
  refuseTakenName,
} from "#features/campuses/campus-tree.service.ts";
import { getLocationRow, listIdsBelow } from "#features/campuses/campuses.service.ts";
import { cancelCommandsOfRemoved } from "#features/commands/commands.service.ts";
import { listHolding } from "#features/commands/overrides.service.ts";
import {
  listSchedulesOfZones,
  removeSchedules,
  replanBuildings,
  restoreSchedules,
} from "#features/schedules/moved-places.service.ts";
import { deleteReadingsOf } from "#features/telemetry/telemetry.service.ts";

import * as repository from "./removals.repository.ts";

const HOUR_MS = 3_600_000;

const removeActions = { place: "remove-place", space: "remove-space", device: "delete-device" } as const;

interface Item {
  kind: RemovedKind;
  id: number;
}

/** An item of the caller's campus with all that is removed with it. */
interface Removed extends repository.RemovedIds {
  name: string;
  zoneIds: number[];
}

/** @throws AppError `not-found`, also for a removed item and for the campus itself */
async function loadRemoved(ctx: ActorCtx, { kind, id }: Item): Promise<Removed> {
  const { title: name } = await findTreeItem(ctx, { kind, id });
  if (kind === "device") return { name, placeIds: [], zoneIds: [], spaceIds: [], deviceIds: [id] };
  if (kind === "space") return { name, placeIds: [], zoneIds: [], spaceIds: [id], deviceIds: [] };
  const below = await listIdsBelow(ctx, await getLocationRow(ctx, id));
  const places = await repository.listPresent(ctx.db, below);
  const placeIds = places.map((place) => place.id);
  const zones = places.filter(({ zoneType }) => zoneType === "GL_LOCATION_TYPE_ZONE");
  return {
    name,
    placeIds,
    zoneIds: zones.map((zone) => zone.id),
    ...(await repository.findInPlaces(ctx.db, placeIds)),
  };
}

async function describe(ctx: ActorCtx, removed: Removed): Promise<Removal> {
  const { booked, users, ...contents } = await repository.findContents(ctx.db, removed, presentStep(ctx));
  const holding = await listHolding(ctx, removed.deviceIds);
  const namesOf = (isReachable: boolean) =>
    holding.flatMap((one) => (one.isReachable === isReachable ? [one.name] : []));
  const { moving, blocking } = await listSchedulesOfZones(ctx, removed.zoneIds, 0);
  const obstacles = [
    { kind: "bookings" as const, names: booked },
    { kind: "overrides" as const, names: namesOf(true) },
    { kind: "users" as const, names: users },
  ];
  return {
    ...contents,
    obstacles: obstacles.filter(({ names }) => names.length > 0),
    places: removed.placeIds.length,
    spaces: removed.spaceIds.length,
    devices: removed.deviceIds.length,
    alarms: (await repository.listAlarmIds(ctx.db, removed)).length,
    held: namesOf(false),
    schedules: moving.filter(({ bookingId }) => bookingId === null).map(({ title }) => title),
    remaining: blocking,
  };
}

/** What a removal would remove, end and be prevented by. @throws AppError `not-found` */
export const previewRemoval: Service<typeof contract.previewRemoval> = async (ctx, input) =>
  describe(ctx, await loadRemoved(ctx, input));

/**
 * Removes an item with everything in it. Its alarms end, its open commands are cancelled, schedules of only its zones end, and schedules of
 * buildings go on without its units. No value is written to a device: it goes on as it is. Everything keeps its rows, so that the history
 * stays and `undoRemoval` is exact.
 *
 * @throws AppError `not-found`, `place-changed`, `item-in-use` with the names of what prevents it
 */
export const removeItem: Service<typeof contract.removeItem> = (ctx, { kind, id, version, readings }) =>
  inTransaction(ctx, async (outer) => {
    await lockTree(outer);
    const buildings = await repository.listBuildingIds(outer.db, await loadRemoved(outer, { kind, id }));
    return replanBuildings(outer, new Set(buildings), async (inner) => {
      const removed = await loadRemoved(inner, { kind, id });
      await raiseVersion(inner, { kind, id, version });
      const { obstacles, ...effects } = await describe(inner, removed);
      if (obstacles.length > 0)
        throw new AppError("item-in-use", {
          fields: Object.fromEntries(obstacles.map((one) => [one.kind, one.names.join(", ")])),
        });
      const at = inner.now();
      const { campusId, userId } = inner.actor;
      const isDeleting = readings === "delete" && removed.deviceIds.length > 0;
      const removalId = await repository.insertRemoval(inner.db, {
        campusId,
        kind,
        itemId: id,
        name: removed.name,
        removedAt: at,
        removedBy: userId,
        deleteReadingsAt: isDeleting ? new Date(at.getTime() + READINGS_DELETED_AFTER_HOURS * HOUR_MS) : null,
      });
      const { moving } = await listSchedulesOfZones(inner, removed.zoneIds, 0);
      await removeSchedules(
        inner,
        moving.map((schedule) => schedule.id),
        { removalId, at },
      );
      await restoreAlarms(inner, await repository.listAlarmIds(inner.db, removed));
      await cancelCommandsOfRemoved(inner, removed.deviceIds);
      await repository.lockDevices(inner.db, removed.deviceIds);
      await repository.updateRemoved(inner.db, removed, { id: removalId, at });
      const { places, spaces, devices, alarms } = effects;
      await recordAudit(inner, {
        action: removeActions[kind],
        target: `${kind}:${id}`,
        before: { title: removed.name, places, spaces, devices, alarms },
        after: { removal: removalId, readings },
      });
      return { id: removalId };
    });
  });

/** Removals that an administrator can undo. */
export const listRemovals: Service<typeof contract.listRemovals> = async (ctx) => {
  const rows = await repository.listRemovals(ctx.db, ctx.actor.campusId, REMOVALS_LISTED_MAX);
  return rows.map(({ deleteReadingsAt, readingsDeletedAt, removedAt, ...row }) => ({
    ...row,
    removedAt: removedAt.toISOString(),
    readings: readingsDeletedAt ? "deleted" : deleteReadingsAt ? "to-delete" : "kept",
    deletedAt: (readingsDeletedAt ?? deleteReadingsAt)?.toISOString() ?? null,
  }));
};

/**
 * Brings back what a removal removed, where it was. Events of its devices are raised again, all other alarms are evaluated again, and its units
 * follow the schedules at once.
 *
 * @throws AppError `not-found`, `removed-above` while its place is removed, `place-name-taken`
 */
export const undoRemoval: Service<typeof contract.undoRemoval> = (ctx, { id }) =>
  inTransaction(ctx, async (outer) => {
    await lockTree(outer);
    const removal = await repository.lockRemoval(outer.db, outer.actor.campusId, id);
    if (!removal) throw new AppError("not-found");
    const { kind, itemId, name } = removal;
    const parent = await repository.findParent(outer.db, id);
    if (!parent || parent.removalId !== null) throw new AppError("removed-above");
    if (kind !== "device") await refuseTakenName(outer, { kind, parent: parent.id, title: name });
    const ids = await repository.findRemovedIds(outer.db, id);
    const buildings = await repository.listBuildingIds(outer.db, ids);
    return replanBuildings(outer, new Set(buildings), async (inner) => {
      await repository.lockDevices(inner.db, ids.deviceIds);
      await repository.updateRestored(inner.db, id);
      await restoreSchedules(inner, id);
      await raiseEventsAgain(inner, ids.deviceIds, removal.removedAt);
      await repository.updateUndone(inner.db, id, inner.now());
      await recordAudit(inner, {
        action: `restore-${kind}`,
        target: `${kind}:${itemId}`,
        before: { removal: id },
        after: { title: name },
      });
      return { id };
    });
  });

/** Deletes the stored values of removed devices, where an administrator chose that and the time to undo has passed. */
export async function deleteRemovedReadings(ctx: Ctx): Promise<void> {
  const hasMore = await inTransaction(ctx, async (inner) => {
    const due = await repository.claimDue(inner.db, inner.now());
    if (!due) return false;
    const { deviceIds } = await repository.findRemovedIds(inner.db, due.id);
    await deleteReadingsOf(inner, deviceIds);
    await repository.updateReadingsDeleted(inner.db, due.id, inner.now());
    const actor = campusCtx(inner, due.campusId, "");
    await recordAudit(actor, {
      action: "delete-readings",
      target: `${due.kind}:${due.itemId}`,
      before: { title: due.name, removal: due.id, devices: deviceIds.length },
    });
    publishChange(inner, "devices", { campusId: due.campusId });
    return true;
  });
  if (hasMore) await deleteRemovedReadings(ctx);
}
