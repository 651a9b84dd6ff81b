import { AppError } from "@verandah/contract/problems.ts";
import type { InputOf } from "@verandah/contract/route.ts";
import type {
  addScheduleDay as addRoute,
  listScheduleDays as listRoute,
  ScheduleDay,
} from "@verandah/contract/schedules/schedule-days.ts";
import { SCHEDULE_TYPE } from "@verandah/contract/schedules/schedules.ts";
import { addDays } from "@verandah/time/wall-clock.ts";
import { createIsWorkday } from "@verandah/time/workdays.ts";

import type { ActorCtx, Ctx } from "#core/ctx.ts";
import { today } from "#core/reply-times.ts";
import { recordAudit } from "#features/audit/audit.service.ts";

import { type ChangedSource, changeRules, getClock } from "./schedule-plan.service.ts";
import * as repository from "./schedule-rules.repository.ts";
import { getOwnBuilding } from "./schedules.service.ts";

/** Holidays and exceptions of a building, from a day on. @throws AppError `not-found` */
export async function listScheduleDays(
  ctx: ActorCtx,
  input: InputOf<typeof listRoute>,
): Promise<ScheduleDay[]> {
  const building = await getOwnBuilding(ctx, input.building);
  return repository.listDays(ctx.db, building.id, input.from);
}

/** The holidays of a building of any campus, from a day on. The caller checks the access. */
export async function listHolidays(ctx: Ctx, buildingId: number, from: string): Promise<string[]> {
  const days = await repository.listDays(ctx.db, buildingId, from);
  return days.filter(({ kind }) => kind === "holiday").map(({ day }) => day);
}

/** Workdays in a reply: a week, and the day after it. */
const WORKDAYS_LISTED = 6;
/** How far ahead workdays are looked for, days; a building that is closed for longer has none. */
const WORKDAYS_AHEAD = 90;

/** The next workdays of a building, today included. @throws AppError `not-found` */
export async function listWorkdays(ctx: ActorCtx, { id }: { id: number }): Promise<string[]> {
  const building = await getOwnBuilding(ctx, id);
  const first = today(ctx, await getClock(ctx, building.id));
  const isWorkday = createIsWorkday(await listHolidays(ctx, building.id, first));
  return Array.from({ length: WORKDAYS_AHEAD }, (_, at) => addDays(first, at))
    .filter(isWorkday)
    .slice(0, WORKDAYS_LISTED);
}

/** @throws AppError `schedule-day-over` for a past day in the time zone of the building */
async function checkDay(ctx: ActorCtx, buildingId: number, day: string): Promise<void> {
  if (day < (await getClock(ctx, buildingId)).read(ctx.now()).day) throw new AppError("schedule-day-over");
}

/** Changes special days. They affect air handling and repeated schedules of lighting. */
function changeDays<T>(
  ctx: ActorCtx,
  buildingId: number,
  work: (inner: ActorCtx) => Promise<{ result: T; source: ChangedSource }>,
): Promise<T> {
  const { lighting, personalCooling } = SCHEDULE_TYPE;
  return changeRules(ctx, { buildingId, type: lighting }, async (outer) => {
    const changed: ChangedSource[] = [];
    const result = await changeRules(outer, { buildingId, type: personalCooling }, async (inner) => {
      const done = await work(inner);
      changed.push(done.source);
      return done;
    });
    const [source = { kind: "holiday" as const, id: 0, name: "" }] = changed;
    return { result, source };
  });
}

/**
 * Adds a holiday or an exception. It applies at once if it is for today.
 *
 * @throws AppError `not-found`, `schedule-day-over`, `schedule-day-taken`
 */
export async function addScheduleDay(ctx: ActorCtx, input: InputOf<typeof addRoute>): Promise<ScheduleDay> {
  const building = await getOwnBuilding(ctx, input.building);
  const { day, kind, name, timeData } = input;
  await checkDay(ctx, building.id, day);
  return changeDays(ctx, building.id, async (inner) => {
    const of = { campusId: inner.actor.campusId, buildingId: building.id, createdAt: inner.now() };
    const id = await repository.insertDay(inner.db, of, { day, kind, name, timeData });
    if (id === undefined) throw new AppError("schedule-day-taken");
    const result = { id, day, kind, name, timeData };
    await recordAudit(inner, { action: "add-schedule-day", target: `schedule-day:${id}`, after: result });
    return { result, source: { kind, id, name } };
  });
}

/** Deletes a holiday or an exception. Units follow at once if it was for today. @throws AppError `not-found`, `schedule-day-over` */
export async function deleteScheduleDay(ctx: ActorCtx, { id }: { id: number }): Promise<{ id: number }> {
  const found = await repository.findDay(ctx.db, ctx.actor.campusId, id);
  if (!found) throw new AppError("not-found");
  await checkDay(ctx, found.buildingId, found.day);
  return changeDays(ctx, found.buildingId, async (inner) => {
    const before = await repository.findDay(inner.db, inner.actor.campusId, id);
    if (!before) throw new AppError("not-found");
    await repository.deleteDay(inner.db, id);
    await recordAudit(inner, { action: "delete-schedule-day", target: `schedule-day:${id}`, before });
    return { result: { id }, source: { kind: before.kind, id, name: before.name } };
  });
}
