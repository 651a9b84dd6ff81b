import { AppError } from "@verandah/contract/problems.ts";
import type { InputOf, ReplyOf } from "@verandah/contract/route.ts";
import { SCHEDULE_TYPE } from "@verandah/contract/schedules/schedules.ts";
import type * as contract from "@verandah/contract/schedules/unit-groups.ts";

import type { ActorCtx, Service } from "#core/ctx.ts";
import { recordAudit } from "#features/audit/audit.service.ts";

import { changeRules, refuseChanged } from "../schedule-plan.service.ts";
import { findDevice, findRecurring, listAirUnits } from "../schedule-rules.repository.ts";
import { getOwnBuilding } from "../schedules.service.ts";
import * as repository from "./unit-groups.repository.ts";

const planOf = (buildingId: number) => ({ buildingId, type: SCHEDULE_TYPE.personalCooling });

type Groups = ReplyOf<typeof contract.listUnitGroups>;

async function readGroups(ctx: ActorCtx, buildingId: number): Promise<Groups> {
  const all = await listAirUnits(ctx.db, buildingId);
  const shown = (units: typeof all) =>
    units.map(({ deviceId, ssid, name }) => ({ id: deviceId, ssid, name }));
  const groups = await repository.listGroups(ctx.db, buildingId);
  return {
    groups: groups.map((group) => ({
      ...group,
      units: shown(all.filter(({ groupId }) => groupId === group.id)),
    })),
    units: shown(all),
  };
}

/** The groups of a building with their units, and all its units. @throws AppError `not-found` */
export const listUnitGroups = async (
  ctx: ActorCtx,
  { building }: InputOf<typeof contract.listUnitGroups>,
): Promise<Groups> => readGroups(ctx, (await getOwnBuilding(ctx, building)).id);

const idsOf = (units: readonly { id: number }[]) => units.map(({ id }) => id);

const valuesOf = ({
  name,
  timeData,
  weekData,
  setbackCelsius,
  units,
}: repository.GroupValues): repository.GroupValues => ({
  name,
  timeData,
  weekData: weekData.toSorted((a, b) => a - b),
  setbackCelsius,
  units: [...new Set(units)].toSorted((a, b) => a - b),
});

/** @throws AppError `not-found` for a unit of another building, `unit-in-group`, `group-name-taken` */
function checkValues(all: Groups, { name, units }: repository.GroupValues, id?: number): void {
  const known = new Set(idsOf(all.units));
  if (!units.every((unit) => known.has(unit))) throw new AppError("not-found");
  const others = all.groups.filter((one) => one.id !== id);
  const taken = new Set(others.flatMap((one) => idsOf(one.units)));
  if (units.some((unit) => taken.has(unit))) throw new AppError("unit-in-group");
  if (others.some((one) => one.name.toLowerCase() === name.toLowerCase()))
    throw new AppError("group-name-taken");
}

/**
 * Adds a group of units, which follow its weekly times at once.
 *
 * @throws AppError `not-found`, `unit-in-group`, `group-name-taken`
 */
export const createUnitGroup: Service<typeof contract.createUnitGroup> = async (ctx, input) => {
  const building = await getOwnBuilding(ctx, input.building);
  const values = valuesOf(input);
  return changeRules(ctx, planOf(building.id), async (inner) => {
    checkValues(await readGroups(inner, building.id), values);
    const of = { campusId: inner.actor.campusId, buildingId: building.id, createdAt: inner.now() };
    const id = await repository.insertGroup(inner.db, of, values);
    await recordAudit(inner, { action: "create-unit-group", target: `unit-group:${id}`, after: values });
    return { result: { id }, source: { kind: "group", id, name: values.name } };
  });
};

/** Changes or deletes a group. @param change returns its new values @throws AppError `not-found`, `unit-group-changed` */
async function changeGroup(
  ctx: ActorCtx,
  { id, openedOn }: InputOf<typeof contract.deleteUnitGroup>,
  action: "edit-unit-group" | "delete-unit-group",
  change: (inner: ActorCtx, all: Groups) => Promise<repository.GroupValues | undefined>,
): Promise<{ id: number }> {
  const buildingId = await repository.findBuildingOf(ctx.db, ctx.actor.campusId, id);
  if (buildingId === undefined) throw new AppError("not-found");
  return changeRules(ctx, planOf(buildingId), async (inner) => {
    const all = await readGroups(inner, buildingId);
    const found = all.groups.find((one) => one.id === id);
    if (!found) throw new AppError("not-found");
    const before = valuesOf({ ...found, units: idsOf(found.units) });
    refuseChanged(openedOn && valuesOf(openedOn), before, "unit-group-changed");
    const after = await change(inner, all);
    await recordAudit(inner, { action, target: `unit-group:${id}`, before, after });
    return { result: { id }, source: { kind: "group", id, name: (after ?? before).name } };
  });
}

/**
 * Changes a group. Units that leave it follow the default at once.
 *
 * @throws AppError as `createUnitGroup`, `unit-group-changed` when it was changed since the caller read it
 */
export const editUnitGroup = (
  ctx: ActorCtx,
  { id, openedOn, ...data }: InputOf<typeof contract.editUnitGroup>,
): Promise<{ id: number }> =>
  changeGroup(ctx, { id, openedOn }, "edit-unit-group", async (inner, all) => {
    const after = valuesOf(data);
    checkValues(all, after, id);
    await repository.updateGroup(inner.db, id, after);
    return after;
  });

/** Deletes a group. Its units follow the default at once. @throws AppError `not-found`, `unit-group-changed` as `editUnitGroup` */
export const deleteUnitGroup = (
  ctx: ActorCtx,
  input: InputOf<typeof contract.deleteUnitGroup>,
): Promise<{ id: number }> =>
  changeGroup(ctx, input, "delete-unit-group", async (inner) => {
    await repository.deleteGroup(inner.db, input.id, inner.now());
    return undefined;
  });

/** The weekly times that a unit follows. @throws AppError `not-found` */
export const getDeviceWeek: Service<typeof contract.getDeviceWeek> = async (ctx, { ssid }) => {
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
};
