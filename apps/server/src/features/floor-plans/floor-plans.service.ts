import { createHash } from "node:crypto";

import type { DeviceEntry } from "@verandah/contract/devices/devices.ts";
import type * as contract from "@verandah/contract/floor-plans/floor-plans.ts";
import type { FloorPlan } from "@verandah/contract/floor-plans/floor-plans.ts";
import { AppError } from "@verandah/contract/problems.ts";
import { roles } from "@verandah/contract/roles.ts";
import type { InputOf } from "@verandah/contract/route.ts";

import { type ActorCtx, inTransaction, type Service } from "#core/ctx.ts";
import { recordAudit } from "#features/audit/audit.service.ts";
import { getLocationRow, listIdsBelow, type LocationRow } from "#features/campuses/campuses.service.ts";
import { listDevicesAt } from "#features/devices/devices.service.ts";

import { cleanDrawing } from "./clean-drawing.ts";
import type { Drawing } from "./drawings.ts";
import * as repository from "./floor-plans.repository.ts";

/** A floor of the caller's campus. @throws AppError `not-found` for any other place */
export async function getFloor(ctx: ActorCtx, id: number): Promise<LocationRow> {
  const row = await getLocationRow(ctx, id);
  if (row.zoneType !== "GL_LOCATION_TYPE_FLOOR") throw new AppError("not-found");
  return row;
}

/** Members see places and comfort only; staff see devices. */
export function seesDevices(ctx: ActorCtx): boolean {
  return ctx.actor.roleId !== roles.member;
}

/** The devices of a floor, of one type or of all. */
export async function listFloorDevices(
  ctx: ActorCtx,
  floor: LocationRow,
  type?: string,
): Promise<DeviceEntry[]> {
  return listDevicesAt(ctx, await listIdsBelow(ctx, floor), type, new Map());
}

/** A floor's current plan. @throws AppError `not-found` */
export async function getFloorPlan(ctx: ActorCtx, input: { id: number }): Promise<FloorPlan> {
  return toPlan(ctx, await getFloor(ctx, input.id));
}

async function toPlan(ctx: ActorCtx, floor: LocationRow): Promise<FloorPlan> {
  const plan = await repository.findPlan(ctx.db, floor.id);
  const zones = await repository.listZones(ctx.db, floor.id);
  const devices = seesDevices(ctx) ? await listFloorDevices(ctx, floor) : [];
  const spaces = seesDevices(ctx) ? await repository.listSpaces(ctx.db, floor.id) : [];
  return {
    id: floor.id,
    name: floor.name,
    floor_type: floor.floorType,
    version: plan?.version ?? 0,
    drawing: plan?.drawingType ? { type: plan.drawingType, version: plan.drawingVersion } : null,
    zones,
    devices: devices.map(({ id, ssid, name, type, zoneId, coordinates }) => ({
      id,
      ssid,
      name,
      type,
      zoneId,
      position: coordinates,
    })),
    spaces: spaces.map(({ x, y, ...space }) => ({
      ...space,
      position: x === null || y === null ? null : [x, y],
    })),
    changedAt: plan?.changedAt.toISOString() ?? null,
    changedBy: (seesDevices(ctx) && plan?.changedBy) || null,
  };
}

/** The uploaded drawing of a floor. @throws AppError `not-found` for a floor without a drawing */
export async function getDrawing(ctx: ActorCtx, input: { id: number }): Promise<Drawing> {
  const floor = await getFloor(ctx, input.id);
  const drawing = await repository.findDrawing(ctx.db, floor.id);
  if (!drawing) throw new AppError("not-found");
  return drawing;
}

/**
 * The drawing as it would be stored, and the labels that it would lose. Stores nothing.
 *
 * @throws the errors of `cleanDrawing`
 */
export const checkDrawing: Service<typeof contract.checkDrawing> = async (_ctx, input) => {
  const { type, bytes, ...found } = await cleanDrawing(Buffer.from(input.drawing, "base64"));
  return { type, drawing: bytes.toString("base64"), ...found };
};

/**
 * Changes a plan in one transaction. Parts that are left out do not change. A value that equals the site file changes with later site
 * files.
 *
 * @throws AppError `not-found`, `plan-changed` when another user has changed the plan since `version`, `input-invalid` for items of other
 * floors, and the errors of `cleanDrawing`
 */
export const saveFloorPlan: Service<typeof contract.saveFloorPlan> = async (ctx, input) => {
  const floor = await getFloor(ctx, input.id);
  const drawing =
    typeof input.drawing === "string"
      ? await cleanDrawing(Buffer.from(input.drawing, "base64"))
      : input.drawing;
  return inTransaction(ctx, async (inner) => {
    await incrementVersion(inner, floor, input.version);
    const before = await toPlan(inner, floor);
    refuseUnknownItems(before, input);
    if (input.zones) await repository.upsertOutlines(inner.db, floor.id, input.zones);
    for (const kind of ["devices", "spaces"] as const) {
      const changed = input[kind];
      if (changed) await repository.upsertPositions(inner.db, floor.id, kind, changed);
    }
    if (drawing !== undefined) await repository.updateDrawing(inner.db, floor.id, drawing);
    const after = await toPlan(inner, floor);
    await recordAudit(inner, {
      action: "save-floor-plan",
      target: `floor:${floor.id}`,
      before: differences(before, after),
      after: {
        ...differences(after, before),
        ...(drawing !== undefined && { drawing: fingerprint(drawing) }),
      },
    });
    return after;
  });
};

/** Resets a plan to the site file. @throws AppError `not-found`, `plan-changed` */
export const resetFloorPlan: Service<typeof contract.resetFloorPlan> = async (ctx, input) => {
  const floor = await getFloor(ctx, input.id);
  return inTransaction(ctx, async (inner) => {
    await incrementVersion(inner, floor, input.version);
    const before = await toPlan(inner, floor);
    await repository.deleteDrawn(inner.db, floor.id);
    await repository.updateDrawing(inner.db, floor.id, null);
    const after = await toPlan(inner, floor);
    await recordAudit(inner, {
      action: "reset-floor-plan",
      target: `floor:${floor.id}`,
      before: differences(before, after),
      after: differences(after, before),
    });
    return after;
  });
};

async function incrementVersion(ctx: ActorCtx, floor: LocationRow, version: number): Promise<void> {
  const { id: floorId, campusId } = floor;
  const change = { floorId, campusId, version, at: ctx.now(), userId: ctx.actor.userId };
  if ((await repository.updateVersion(ctx.db, change)) === undefined) throw new AppError("plan-changed");
}

type Changed = Pick<InputOf<typeof contract.saveFloorPlan>, "zones" | "devices" | "spaces">;

function refuseUnknownItems(plan: FloorPlan, { zones = [], devices = [], spaces = [] }: Changed): void {
  const fields: Record<string, string> = {};
  for (const [list, entries, known] of [
    ["zones", zones, plan.zones],
    ["devices", devices, plan.devices],
    ["spaces", spaces, plan.spaces],
  ] as const) {
    const ids = new Set(known.map(({ id }) => id));
    for (const [at, { id }] of entries.entries())
      // A second entry for one id would overwrite the first.
      if (!ids.delete(id)) fields[`${list}.${at}.id`] = "Not on this floor, or twice";
  }
  if (Object.keys(fields).length > 0) throw new AppError("input-invalid", { fields });
}

const text = (value: unknown) => JSON.stringify(value);

/** The parts of one plan that differ from the other. */
function differences(plan: FloorPlan, other: FloorPlan) {
  return {
    version: plan.version,
    hasDrawing: plan.drawing !== null,
    zones: plan.zones
      .filter((zone, at) => text(zone.outline) !== text(other.zones[at]?.outline))
      .map(({ id, name, outline }) => ({ id, name, outline })),
    devices: plan.devices
      .filter((device, at) => text(device.position) !== text(other.devices[at]?.position))
      .map(({ ssid, position }) => ({ ssid, position })),
    spaces: plan.spaces
      .filter((space, at) => text(space.position) !== text(other.spaces[at]?.position))
      .map(({ id, name, position }) => ({ id, name, position })),
  };
}

function fingerprint(drawing: Drawing | null) {
  if (!drawing) return null;
  const { type, bytes } = drawing;
  return { type, bytes: bytes.length, sha256: createHash("sha256").update(bytes).digest("hex") };
}
