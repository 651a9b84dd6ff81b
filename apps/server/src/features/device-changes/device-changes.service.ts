import type * as contract from "@verandah/contract/devices/device-changes.ts";
import { AppError } from "@verandah/contract/problems.ts";
import { healthPointIds } from "@verandah/equipment/catalogue.ts";
import type { EquipmentType } from "@verandah/equipment/schema.ts";
import { pointsOfType } from "@verandah/field/points.ts";

import { type ActorCtx, inTransaction, type Service } from "#core/ctx.ts";
import { recordAudit } from "#features/audit/audit.service.ts";
import { lockTree, raiseVersion } from "#features/campuses/campus-tree.service.ts";
import { listHolding } from "#features/commands/overrides.service.ts";
import { listEquipmentTypes } from "#features/equipment/equipment.service.ts";
import { replanBuildings } from "#features/schedules/moved-places.service.ts";

import * as repository from "./device-changes.repository.ts";

/** @throws AppError `not-found`, also for a removed device */
async function getModel(ctx: ActorCtx, id: number): Promise<repository.DeviceModel> {
  const model = await repository.findModel(ctx.db, ctx.actor.campusId, id, healthPointIds);
  if (!model) throw new AppError("not-found");
  return model;
}

/**
 * The points that a device would lose with a type; undefined for a type that does not fit: one without a common point, or with another unit
 * of a point, whose stored values keep their unit.
 */
function lostWith({ points, hidden }: repository.DeviceModel, type: EquipmentType): string[] | undefined {
  const shown = points.filter(({ paramId }) => !hidden.includes(paramId));
  const units = points.flatMap(({ paramId, unit }) => {
    const next = type.points[paramId]?.unit;
    return next === undefined ? [] : [next === unit];
  });
  if (units.length === 0 || units.includes(false)) return undefined;
  return shown.flatMap(({ paramId }) => (type.points[paramId] ? [] : [paramId]));
}

/** A device as an administrator changes it. @throws AppError `not-found` */
export const getDeviceModel: Service<typeof contract.getDeviceModel> = async (ctx, { id }) => {
  const model = await getModel(ctx, id);
  const replacements = await repository.listReplacements(ctx.db, id);
  const types = await listEquipmentTypes(ctx);
  return {
    id,
    version: model.version,
    type: model.type,
    serialNumber: replacements[0]?.serialNumber ?? null,
    replacements: replacements.map(({ at, ...row }) => ({ ...row, at: at.toISOString() })),
    points: model.points.map(({ paramId }) => ({
      param_id: paramId,
      isHidden: model.hidden.includes(paramId),
    })),
    types: types.flatMap((type) => {
      const lost = type.type === model.type ? undefined : lostWith(model, type);
      return lost ? [{ type: type.type, lost }] : [];
    }),
  };
};

/** A value of a user would stay in force at a point that no screen shows. @throws AppError `item-in-use` */
async function refuseHeld(ctx: ActorCtx, deviceId: number): Promise<void> {
  const names = (await listHolding(ctx, [deviceId])).map(({ name }) => name);
  if (names.length > 0) throw new AppError("item-in-use", { fields: { overrides: names.join(", ") } });
}

/** Notes the serial number of a new device. @throws AppError `not-found`, `place-changed` */
export const replaceDevice: Service<typeof contract.replaceDevice> = (ctx, input) =>
  inTransaction(ctx, async (inner) => {
    const { id, version, serial_number: serialNumber, note } = input;
    await getModel(inner, id);
    const [before] = await repository.listReplacements(inner.db, id);
    const next = await raiseVersion(inner, { kind: "device", id, version });
    const { userId: replacedBy } = inner.actor;
    await repository.insertReplacement(inner.db, {
      deviceId: id,
      at: inner.now(),
      replacedBy,
      serialNumber,
      note,
    });
    await recordAudit(inner, {
      action: "replace-device",
      target: `device:${id}`,
      before: { serialNumber: before?.serialNumber ?? null },
      after: { serialNumber, note },
    });
    return { version: next };
  });

/** Changes points of a device, and plans the schedules of its building again, as they write points. */
async function changePoints(
  ctx: ActorCtx,
  { id, version }: { id: number; version: number },
  change: (inner: ActorCtx, model: repository.DeviceModel) => Promise<void>,
): Promise<{ version: number }> {
  return inTransaction(ctx, async (outer) => {
    await lockTree(outer);
    const model = await getModel(outer, id);
    return replanBuildings(
      outer,
      new Set(model.buildingId === null ? [] : [model.buildingId]),
      async (inner) => {
        const next = await raiseVersion(inner, { kind: "device", id, version });
        await change(inner, model);
        return { version: next };
      },
    );
  });
}

/** Hides a point, or shows it again. @throws AppError `not-found`, `place-changed`, `item-in-use` while a value of a user is in force */
export const hidePoint: Service<typeof contract.hidePoint> = (ctx, { param_id: paramId, hidden, ...input }) =>
  changePoints(ctx, input, async (inner, { id, points }) => {
    if (!points.some((point) => point.paramId === paramId)) throw new AppError("not-found");
    if (hidden) await refuseHeld(inner, id);
    await repository.updateHidden(inner.db, id, [paramId], hidden ? inner.now() : null);
    await recordAudit(inner, {
      action: hidden ? "hide-point" : "show-point",
      target: `device:${id}`,
      before: { point: paramId, hidden: !hidden },
      after: { point: paramId, hidden },
    });
  });

/**
 * Gives a device another type. The points that the type lacks are hidden, and come back with the old type.
 *
 * @throws AppError `not-found`, `place-changed`, `item-in-use`, `input-invalid` for a type that does not fit
 */
export const changeDeviceType: Service<typeof contract.changeDeviceType> = (ctx, { type: name, ...input }) =>
  changePoints(ctx, input, async (inner, model) => {
    const { id, points } = model;
    const type = (await listEquipmentTypes(inner)).find((one) => one.type === name);
    const lost = type && name !== model.type ? lostWith(model, type) : undefined;
    if (!type || !lost) throw new AppError("input-invalid", { fields: { type: "Choose a type" } });
    await refuseHeld(inner, id);
    const intervalMs = Math.max(...points.map((point) => point.intervalMs));
    await repository.updateType(inner.db, id, type, pointsOfType(type, intervalMs));
    await repository.updateHidden(inner.db, id, lost, inner.now());
    await recordAudit(inner, {
      action: "change-device-type",
      target: `device:${id}`,
      before: { type: model.type, hidden: model.hidden },
      after: { type: name, hidden: lost },
    });
  });
