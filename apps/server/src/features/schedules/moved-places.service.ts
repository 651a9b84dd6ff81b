import { asService, type ActorCtx } from "#core/ctx.ts";

import { changeBuildings, openPlan, planTypes } from "./schedule-plan.service.ts";
import * as repository from "./schedules.repository.ts";

/** The schedules of moved zones that are not over. */
interface SchedulesOfZones {
  /** Titles of schedules that also contain zones that do not move. */
  blocking: string[];
  /** Titles that another schedule of the new building has. */
  taken: string[];
  /** Schedules that move with their zones. */
  moving: repository.ScheduleOfZones[];
}

/** The effect of a move of zones to a building on schedules. */
export async function listSchedulesOfZones(
  ctx: ActorCtx,
  zoneIds: readonly number[],
  buildingId: number,
): Promise<SchedulesOfZones> {
  const rows = await repository.listOfZones(ctx.db, zoneIds, buildingId, ctx.now());
  return {
    blocking: rows.filter(({ isWhole }) => !isWhole).map(({ title }) => title),
    taken: rows.filter(({ isTitleTaken }) => isTitleTaken).map(({ title }) => title),
    moving: rows.filter(({ isWhole }) => isWhole),
  };
}

/** Whether schedules of its building can switch a device. */
export async function isScheduled(ctx: ActorCtx, buildingId: number, deviceId: number): Promise<boolean> {
  const now = ctx.now();
  for (const type of planTypes) {
    const { units } = await openPlan(ctx, { buildingId, type }, { from: now, to: now });
    if (units.some((unit) => unit.deviceId === deviceId)) return true;
  }
  return false;
}

/** Moves schedules with their zones to a building, and to a floor if it changes. */
export const moveSchedules = asService(repository.updatePlaces);

/** Ends schedules whose zones are removed, until the removal is undone. */
export const removeSchedules = asService(repository.updateRemoved);

/** Brings the schedules of a removal back, except those whose title another one has now. */
export const restoreSchedules = asService(repository.updateRestored);

/** Runs work that moves equipment within or between buildings, and plans all schedules of the buildings again. Units follow at once. */
export const replanBuildings = <T>(
  ctx: ActorCtx,
  buildingIds: ReadonlySet<number>,
  work: (inner: ActorCtx) => Promise<T>,
): Promise<T> => changeBuildings(ctx, buildingIds, async (inner) => ({ result: await work(inner) }));
