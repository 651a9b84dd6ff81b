import { AppError } from "@verandah/contract/problems.ts";
import type { InputOf } from "@verandah/contract/route.ts";
import type {
  addScheduleDay as addRoute,
  listScheduleDays as listRoute,
  ScheduleDay,
} from "@verandah/contract/schedule-days.ts";

import type { ActorCtx } from "#core/ctx.ts";
import { recordAudit } from "#features/audit/audit.service.ts";

import { changeRules, openPlan } from "./schedule-plan.service.ts";
import * as repository from "./schedule-rules.repository.ts";
import { getOwnBuilding } from "./schedules.service.ts";

/** Holidays and exceptions of a building, beginning with a day. @throws AppError `not-found` */
export async function listScheduleDays(
  ctx: ActorCtx,
  input: InputOf<typeof listRoute>,
): Promise<ScheduleDay[]> {
  const building = await getOwnBuilding(ctx, input.building);
  return repository.listDays(ctx.db, building.id, input.from);
}

/** @throws AppError `schedule-day-over` for a past day on the building's clock */
async function checkDay(ctx: ActorCtx, buildingId: number, day: string): Promise<void> {
  const { timetable } = await openPlan(ctx, buildingId, ctx.now());
  if (day < timetable.clock.read(ctx.now()).day) throw new AppError("schedule-day-over");
}

/**
 * Adds a holiday or an exception. One for today applies at once.
 *
 * @throws AppError `not-found`, `schedule-day-over`, `schedule-day-taken`
 */
export async function addScheduleDay(ctx: ActorCtx, input: InputOf<typeof addRoute>): Promise<ScheduleDay> {
  const building = await getOwnBuilding(ctx, input.building);
  const { day, kind, name, timeData } = input;
  await checkDay(ctx, building.id, day);
  return changeRules(ctx, building.id, async (inner) => {
    const of = { campusId: inner.actor.campusId, buildingId: building.id, createdAt: inner.now() };
    const id = await repository.insertDay(inner.db, of, { day, kind, name, timeData });
    if (id === undefined) throw new AppError("schedule-day-taken");
    const result = { id, day, kind, name, timeData };
    await recordAudit(inner, { action: "add-schedule-day", target: `schedule-day:${id}`, after: result });
    return { result, source: { kind, id, name } };
  });
}

/** Deletes a holiday or an exception. One for today no longer applies. @throws AppError `not-found`, `schedule-day-over` */
export async function deleteScheduleDay(ctx: ActorCtx, { id }: { id: number }): Promise<{ id: number }> {
  const found = await repository.findDay(ctx.db, ctx.actor.campusId, id);
  if (!found) throw new AppError("not-found");
  await checkDay(ctx, found.buildingId, found.day);
  return changeRules(ctx, found.buildingId, async (inner) => {
    const before = await repository.findDay(inner.db, inner.actor.campusId, id);
    if (!before) throw new AppError("not-found");
    await repository.deleteDay(inner.db, id);
    await recordAudit(inner, { action: "delete-schedule-day", target: `schedule-day:${id}`, before });
    return { result: { id }, source: { kind: before.kind, id, name: before.name } };
  });
}
