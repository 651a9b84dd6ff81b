import { AppError } from "@verandah/contract/problems.ts";
import type {
  addScheduleDay as addRoute,
  deleteScheduleDay as deleteRoute,
  listScheduleDays as listRoute,
} from "@verandah/contract/schedules/schedule-days.ts";
import { addDays } from "@verandah/time/wall-clock.ts";
import { createIsWorkday } from "@verandah/time/workdays.ts";

import { type ActorCtx, type Ctx, inTransaction, type Service } from "#core/ctx.ts";
import { today } from "#core/reply-times.ts";
import { recordAudit } from "#features/audit/audit.service.ts";

import { changeBuildings, getClock } from "../schedule-plan.service.ts";
import { getOwnBuilding } from "../schedules.service.ts";
import { getCalendar, getPresentDay, lockCalendar } from "./holiday-calendars.service.ts";
import * as repository from "./schedule-days.repository.ts";

/** Holidays and exceptions of a building, from a day on or between two days. @throws AppError `not-found` */
export const listScheduleDays: Service<typeof listRoute> = async (ctx, { building, from, to }) => {
  const { id } = await getOwnBuilding(ctx, building);
  return to === undefined
    ? repository.listDaysFrom(ctx.db, id, from)
    : repository.listDaysBetween(ctx.db, id, { from, to });
};

/** The holidays of a building of any campus between two days. The caller checks the access. */
export async function listHolidays(
  ctx: Ctx,
  buildingId: number,
  range: { from: string; to: string },
): Promise<string[]> {
  const days = await repository.listDaysBetween(ctx.db, buildingId, range);
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
  const ahead = { from: first, to: addDays(first, WORKDAYS_AHEAD) };
  const isWorkday = createIsWorkday(await listHolidays(ctx, building.id, ahead));
  return Array.from({ length: WORKDAYS_AHEAD }, (_, at) => addDays(first, at))
    .filter(isWorkday)
    .slice(0, WORKDAYS_LISTED);
}

/** Changes days of a building or of a calendar. They affect air handling and repeated schedules of lighting. */
const changeDays = <T>(
  ctx: ActorCtx,
  { buildingId, calendarId }: repository.DayOwner,
  work: Parameters<typeof changeBuildings<ActorCtx, T>>[2],
): Promise<T> =>
  inTransaction(ctx, async (inner) => {
    const buildings = calendarId === null ? [] : (await lockCalendar(inner, calendarId)).buildings;
    return changeBuildings(inner, buildingId === null ? buildings : [buildingId], work);
  });

/**
 * Adds a holiday or an exception. It applies at once if it is for today.
 *
 * @throws AppError `not-found`, `schedule-day-over`, `schedule-day-taken`
 */
export const addScheduleDay: Service<typeof addRoute> = async (ctx, input) => {
  const { day, kind, name, timeData, isYearly, calendar: calendarId = null } = input;
  const buildingId = calendarId === null ? (await getOwnBuilding(ctx, input.building)).id : null;
  if (day < (await getPresentDay(ctx))) throw new AppError("schedule-day-over");
  return changeDays(ctx, { buildingId, calendarId }, async (inner) => {
    const of = { campusId: inner.actor.campusId, createdAt: inner.now(), buildingId, calendarId };
    const id = await repository.insertDay(inner.db, of, { day, kind, name, timeData, isYearly });
    if (id === undefined) throw new AppError("schedule-day-taken");
    const calendar = calendarId === null ? null : await getCalendar(inner, calendarId);
    const result = { id, day, kind, name, timeData, isYearly, until: null };
    await recordAudit(inner, {
      action: "add-schedule-day",
      target: `schedule-day:${id}`,
      after: { id, day, kind, name, timeData, isYearly, calendar: calendar?.name },
    });
    return {
      result: { ...result, calendar: calendar && { id: calendar.id, name: calendar.name } },
      source: { kind, id, name },
    };
  });
};

/**
 * Deletes a holiday or an exception; of one that repeats, its dates from a day on. Units follow at once if it was for today.
 *
 * @throws AppError `not-found`, `schedule-day-over`
 */
export const deleteScheduleDay: Service<typeof deleteRoute> = async (ctx, { id, from }) => {
  const known = await getDay(ctx, id);
  const present = await getPresentDay(ctx);
  const end = known.isYearly ? (from ?? present) : known.day;
  if (end < present) throw new AppError("schedule-day-over");
  return changeDays(ctx, known, async (inner) => {
    const before = await getDay(inner, id);
    const { day, kind, name, untilDay } = before;
    if (untilDay !== null && untilDay < end) throw new AppError("schedule-day-over");
    if (day < end) await repository.updateUntil(inner.db, id, addDays(end, -1));
    else await repository.deleteDay(inner.db, id);
    await recordAudit(inner, { action: "delete-schedule-day", target: `schedule-day:${id}`, before });
    return { result: { id }, source: { kind, id, name } };
  });
};

async function getDay(ctx: ActorCtx, id: number): Promise<repository.DayRow> {
  const found = await repository.findDay(ctx.db, ctx.actor.campusId, id);
  if (!found) throw new AppError("not-found");
  return found;
}
