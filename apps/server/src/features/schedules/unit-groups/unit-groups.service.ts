import { AppError } from "@verandah/contract/problems.ts";
import type { InputOf, ReplyOf } from "@verandah/contract/route.ts";
import { SCHEDULE_TYPE } from "@verandah/contract/schedules/schedules.ts";
import type {
  createUnitGroup as createRoute,
  editUnitGroup as editRoute,
  getDeviceWeek as getDeviceWeekRoute,
  listUnitGroups as listRoute,
} from "@verandah/contract/schedules/unit-groups.ts";

import type { ActorCtx } from "#core/ctx.ts";
import { recordAudit } from "#features/audit/audit.service.ts";

import { changeRules } from "../schedule-plan.service.ts";
import { findDevice, findRecurring, listAirUnits } from "../schedule-rules.repository.ts";
import { getOwnBuilding } from "../schedules.service.ts";
import * as repository from "./unit-groups.repository.ts";

const planOf = (buildingId: number) => ({ buildingId, type: SCHEDULE_TYPE.personalCooling });

/** The groups of a building with their units, and all its units. @throws AppError `not-found` */
export async function listUnitGroups(
  ctx: ActorCtx,
  input: InputOf<typeof listRoute>,
): Promise<ReplyOf<typeof listRoute>> {
  const building = await getOwnBuilding(ctx, input.building);
  const all = await listAirUnits(ctx.db, building.id);
  const shown = (units: typeof all) =>
    units.map(({ deviceId, ssid, name }) => ({ id: deviceId, ssid, name }));
  const groups = await repository.listGroups(ctx.db, building.id);
  return {
    groups: groups.map((group) => ({
      ...group,
      units: shown(all.filter(({ groupId }) => groupId === group.id)),
    })),
    units: shown(all),
  };
}

/** @throws AppError `not-found` for a unit of another building, `unit-in-group`, `group-name-taken` */
async function checkValues(
  ctx: ActorCtx,
  buildingId: number,
  { name, units }: repository.GroupValues,
  id?: number,
): Promise<void> {
  const groupOf = new Map((await listAirUnits(ctx.db, buildingId)).map((one) => [one.deviceId, one.groupId]));
  if (!units.every((unit) => groupOf.has(unit))) throw new AppError("not-found");
  const isFree = (groupId: number | null | undefined) => groupId === null || groupId === id;
  if (!units.every((unit) => isFree(groupOf.get(unit)))) throw new AppError("unit-in-group");
  if (await repository.hasGroupName(ctx.db, buildingId, name, id)) throw new AppError("group-name-taken");
}

const valuesOf = ({
  name,
  timeData,
  weekData,
  setbackCelsius,
  units,
}: InputOf<typeof createRoute>): repository.GroupValues => ({
  name,
  timeData,
  weekData: weekData.toSorted((a, b) => a - b),
  setbackCelsius,
  units: [...new Set(units)].toSorted((a, b) => a - b),
});

/**
 * Adds a group of units, which follow its weekly times at once.
 *
 * @throws AppError `not-found`, `unit-in-group`, `group-name-taken`
 */
export async function createUnitGroup(
  ctx: ActorCtx,
  input: InputOf<typeof createRoute>,
): Promise<{ id: number }> {
  const building = await getOwnBuilding(ctx, input.building);
  const values = valuesOf(input);
  return changeRules(ctx, planOf(building.id), async (inner) => {
    await checkValues(inner, building.id, values);
    const of = { campusId: inner.actor.campusId, buildingId: building.id, createdAt: inner.now() };
    const id = await repository.insertGroup(inner.db, of, values);
    await recordAudit(inner, { action: "create-unit-group", target: `unit-group:${id}`, after: values });
    return { result: { id }, source: { kind: "group", id, name: values.name } };
  });
}

async function getGroup(ctx: ActorCtx, id: number): Promise<repository.GroupRow> {
  const found = await repository.findGroup(ctx.db, ctx.actor.campusId, id);
  if (!found) throw new AppError("not-found");
  return found;
}

/** Changes a group. Units that leave it follow the default at once. @throws AppError as `createUnitGroup` */
export async function editUnitGroup(
  ctx: ActorCtx,
  input: InputOf<typeof editRoute>,
): Promise<{ id: number }> {
  const { id } = input;
  const { buildingId } = await getGroup(ctx, id);
  const values = valuesOf(input);
  return changeRules(ctx, planOf(buildingId), async (inner) => {
    const before = await getGroup(inner, id);
    await checkValues(inner, buildingId, values, id);
    await repository.updateGroup(inner.db, id, values);
    await recordAudit(inner, {
      action: "edit-unit-group",
      target: `unit-group:${id}`,
      before,
      after: values,
    });
    return { result: { id }, source: { kind: "group", id, name: values.name } };
  });
}

/** Deletes a group. Its units follow the default at once. @throws AppError `not-found` */
export async function deleteUnitGroup(ctx: ActorCtx, { id }: { id: number }): Promise<{ id: number }> {
  const { buildingId } = await getGroup(ctx, id);
  return changeRules(ctx, planOf(buildingId), async (inner) => {
    const before = await getGroup(inner, id);
    await repository.deleteGroup(inner.db, id, inner.now());
    await recordAudit(inner, { action: "delete-unit-group", target: `unit-group:${id}`, before });
    return { result: { id }, source: { kind: "group", id, name: before.name } };
  });
}

/** The weekly times that a unit follows. @throws AppError `not-found` */
export async function getDeviceWeek(
  ctx: ActorCtx,
  { ssid }: InputOf<typeof getDeviceWeekRoute>,
): Promise<ReplyOf<typeof getDeviceWeekRoute>> {
  const device = await findDevice(ctx.db, ctx.actor.campusId, ssid);
  if (!device) throw new AppError("not-found");
  const { buildingId } = device;
  if (buildingId === null) return null;
  const unit = (await listAirUnits(ctx.db, buildingId)).find((one) => one.ssid === ssid);
  if (!unit) return null;
  const group = (await repository.listGroups(ctx.db, buildingId)).find(({ id }) => id === unit.groupId);
  if (group) {
    const { id, name, ...week } = group;
    return { group: { id, name }, ...week };
  }
  const weekly = await findRecurring(ctx.db, buildingId);
  return { group: null, ...(weekly ?? { timeData: [], weekData: [], setbackCelsius: null }) };
}
