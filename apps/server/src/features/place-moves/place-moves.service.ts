import type { editTreeItem as editTreeItemRoute } from "@verandah/contract/campuses/campus-tree.ts";
import { limitKind } from "@verandah/contract/campuses/campuses.ts";
import type * as contract from "@verandah/contract/campuses/place-moves.ts";
import type { PlaceMove } from "@verandah/contract/campuses/place-moves.ts";
import { AppError } from "@verandah/contract/problems.ts";
import type { InputOf } from "@verandah/contract/route.ts";

import { type ActorCtx, inTransaction, type Service } from "#core/ctx.ts";
import { presentStep } from "#core/reply-times.ts";
import { recordAudit } from "#features/audit/audit.service.ts";
import { mailNewPlaces } from "#features/bookings/calendars/invitations.service.ts";
import {
  editTreeItem,
  hasSibling,
  lockTree,
  moveLocation,
  refuseOldVersion,
} from "#features/campuses/campus-tree.service.ts";
import {
  getLocationRow,
  listIdsBelow,
  listLocations,
  type LocationRow,
} from "#features/campuses/campuses.service.ts";
import { loadLimitSettings } from "#features/campuses/limits.service.ts";
import { listScenesWith } from "#features/lighting/light-scenes.service.ts";
import {
  isScheduled,
  listSchedulesOfZones,
  moveSchedules,
  replanBuildings,
} from "#features/schedules/moved-places.service.ts";

import * as repository from "./place-moves.repository.ts";

/** The type of the parent of each type of place that can move. */
const parentTypes: Partial<Record<LocationRow["zoneType"], LocationRow["zoneType"]>> = {
  GL_LOCATION_TYPE_AREA: "GL_LOCATION_TYPE_ZONE",
  GL_LOCATION_TYPE_ZONE: "GL_LOCATION_TYPE_FLOOR",
  GL_LOCATION_TYPE_FLOOR: "GL_LOCATION_TYPE_BUILDING",
};

interface Move {
  place: LocationRow;
  parent: LocationRow;
  /** The ids of the place and of those below it. */
  belowIds: number[];
  /** The zones that get another floor or building. */
  zoneIds: number[];
  /** The places that contain the place after the move. */
  after: Pick<LocationRow, "campusId" | "buildingId" | "floorId" | "zoneId">;
}

const refusedParent = () => new AppError("input-invalid", { fields: { parent: "Choose another place" } });

/** @throws AppError `not-found`, `input-invalid` for a parent that cannot contain the place, or already contains it */
async function loadMove(ctx: ActorCtx, input: InputOf<typeof contract.previewPlaceMove>): Promise<Move> {
  const place = await getLocationRow(ctx, input.id);
  const parent = await getLocationRow(ctx, input.parent);
  if (parentTypes[place.zoneType] !== parent.zoneType || parent.id === place.parentId) throw refusedParent();
  const after = {
    campusId: place.campusId,
    buildingId: parent.buildingId,
    floorId: parent.floorId ?? place.floorId,
    zoneId: parent.zoneId ?? place.zoneId,
  };
  const rows = new Map((await listLocations(ctx, place.campusId)).map((row) => [row.id, row]));
  const floorType = (id: number | null) => rows.get(id ?? 0)?.floorType;
  // Screens show bays only on decks, and seats and lights only on the other floors.
  if (floorType(place.floorId) !== floorType(after.floorId)) throw refusedParent();
  const belowIds = await listIdsBelow(ctx, place);
  const zoneIds = belowIds.filter((id) => rows.get(id)?.zoneType === "GL_LOCATION_TYPE_ZONE");
  return { place, parent, belowIds, zoneIds, after };
}

/** The limits that change with the move. */
async function listOtherLimits(ctx: ActorCtx, { place, after }: Move): Promise<PlaceMove["limits"]> {
  const settings = await loadLimitSettings(ctx, place.campusId);
  const [now, then] = [place, after].map((at) => settings.at(at).limits);
  return limitKind.options.filter((kind) => JSON.stringify(now?.[kind]) !== JSON.stringify(then?.[kind]));
}

async function describeMove(ctx: ActorCtx, move: Move): Promise<PlaceMove> {
  const { place, parent, belowIds, zoneIds, after } = move;
  const { ssids, fed, onPlan, ...counts } = await repository.findContents(ctx.db, belowIds, presentStep(ctx));
  const { blocking, taken, moving } = await listSchedulesOfZones(ctx, zoneIds, after.buildingId ?? 0);
  const isOtherBuilding = after.buildingId !== place.buildingId;
  const isOtherFloor = after.floorId !== place.floorId;
  const scenes =
    place.zoneType === "GL_LOCATION_TYPE_AREA" ? await listScenesWith(ctx, place.zoneId ?? 0, ssids) : [];
  const obstacles = [
    { kind: "name" as const, names: (await hasSibling(ctx, nameIn(place, parent))) ? [place.name] : [] },
    { kind: "schedules" as const, names: blocking },
    { kind: "titles" as const, names: taken },
    { kind: "scenes" as const, names: scenes },
    { kind: "feeders" as const, names: isOtherBuilding ? fed : [] },
  ];
  return {
    ...counts,
    obstacles: obstacles.filter(({ names }) => names.length > 0),
    devices: ssids.length,
    schedules: moving.filter(({ bookingId }) => bookingId === null).map(({ title }) => title),
    limits: await listOtherLimits(ctx, move),
    onPlan: isOtherFloor ? onPlan : 0,
    fed: isOtherFloor ? fed : [],
    building: isOtherBuilding ? (await getLocationRow(ctx, after.buildingId ?? 0)).name : null,
    isActive: await repository.isActive(ctx.db, parent.id),
  };
}

const nameIn = ({ id, name }: LocationRow, { id: parent }: LocationRow) =>
  ({ kind: "place", id, parent, title: name }) as const;

/** The effects of a move, without moving. @throws AppError `not-found`, `input-invalid` */
export const previewPlaceMove: Service<typeof contract.previewPlaceMove> = async (ctx, input) =>
  describeMove(ctx, await loadMove(ctx, input));

/**
 * Moves an area, zone or floor with its content. Schedules for only its zones move as well. Units follow the schedules of the new place at
 * once. People whose booked seat or room gets another floor get a mail.
 *
 * @throws AppError `not-found`, `input-invalid`, `place-changed`, `place-name-taken`, `place-cannot-move`
 */
export const movePlace: Service<typeof contract.movePlace> = (ctx, { version, ...input }) =>
  inTransaction(ctx, async (outer) => {
    await lockTree(outer);
    await refuseOldVersion(outer, await getLocationRow(outer, input.id), version);
    const { place, after } = await loadMove(outer, input);
    const buildings = [place.buildingId, after.buildingId].filter((id) => id !== null);
    return replanBuildings(outer, new Set(buildings), async (inner) => {
      const move = await loadMove(inner, input);
      const { obstacles } = await describeMove(inner, move);
      if (obstacles.some(({ kind }) => kind === "name")) throw new AppError("place-name-taken");
      refuseObstacles(obstacles);
      return { version: await executeMove(inner, move, version) };
    });
  });

/** @returns the new version of the place */
async function executeMove(ctx: ActorCtx, move: Move, version: number): Promise<number> {
  const { place, parent, belowIds, zoneIds, after } = move;
  const buildingId = after.buildingId ?? 0;
  const { moving } = await listSchedulesOfZones(ctx, zoneIds, buildingId);
  const changed = await moveLocation(ctx, { place, parent, belowIds, version });
  await moveSchedules(
    ctx,
    moving.map(({ id }) => id),
    { buildingId, floorId: parent.floorId },
  );
  if (after.floorId !== place.floorId) await mailNewPlaces(ctx, { zoneIds });
  await recordAudit(ctx, {
    action: "move-place",
    target: `place:${place.id}`,
    before: { title: place.name, parent: place.parentId },
    after: { title: place.name, parent: parent.id },
  });
  return changed;
}

function refuseObstacles(obstacles: PlaceMove["obstacles"]): void {
  const fields = obstacles.flatMap(({ kind, names }) => (names.length > 0 ? [[kind, names.join(", ")]] : []));
  if (fields.length > 0) throw new AppError("place-cannot-move", { fields: Object.fromEntries(fields) });
}

type EditItem = InputOf<typeof editTreeItemRoute>;

/**
 * Changes an item of the campus tree. People who have booked a seat or room that moves get a mail. A device that moves follows the schedules of
 * its new place at once.
 *
 * @throws AppError as `editTreeItem`; `place-cannot-move` for a device
 */
export const editItem: Service<typeof editTreeItemRoute> = (ctx, input) =>
  inTransaction(ctx, async (inner) => {
    if (input.kind === "device") return editDevice(inner, input);
    const isSpace = input.kind === "space";
    const before = isSpace ? await repository.findZoneOfSpace(inner.db, input.id) : undefined;
    const edited = await editTreeItem(inner, input);
    if (isSpace && input.parent !== undefined && input.parent !== before)
      await mailNewPlaces(inner, { spaceIds: [input.id] });
    return edited;
  });

async function editDevice(ctx: ActorCtx, input: EditItem): Promise<{ version: number }> {
  await lockTree(ctx);
  const { campusId } = ctx.actor;
  const places = new Map((await listLocations(ctx, campusId)).map((row) => [row.id, row]));
  const device = await repository.findDevice(ctx.db, campusId, input.id);
  const before = places.get(device?.locationId ?? 0);
  const after = places.get(input.parent ?? 0);
  if (!device || !before || !after || before === after) return editTreeItem(ctx, input);
  refuseObstacles([
    {
      kind: "scenes",
      names:
        before.zoneId === after.zoneId ? [] : await listScenesWith(ctx, before.zoneId ?? 0, [device.ssid]),
    },
    {
      kind: "feeders",
      names:
        before.buildingId === after.buildingId
          ? []
          : await repository.listSuppliedElsewhere(ctx.db, input.id, after.buildingId),
    },
  ]);
  // The schedules of a building switch only units of the building.
  if (before.buildingId !== null && after.buildingId === null)
    if (await isScheduled(ctx, before.buildingId, input.id)) throw refusedParent();
  const buildings = [before.buildingId, after.buildingId].filter((id) => id !== null);
  return replanBuildings(ctx, new Set(buildings), (inner) => editTreeItem(inner, input));
}
