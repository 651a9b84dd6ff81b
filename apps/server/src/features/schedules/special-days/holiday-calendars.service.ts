import { AppError } from "@verandah/contract/problems.ts";
import type { InputOf } from "@verandah/contract/route.ts";
import type {
  createHolidayCalendar as createRoute,
  deleteHolidayCalendar as deleteRoute,
  editHolidayCalendar as editRoute,
  listHolidayCalendars as listRoute,
} from "@verandah/contract/schedules/holiday-calendars.ts";

import { type ActorCtx, inTransaction, type Service } from "#core/ctx.ts";
import { today } from "#core/reply-times.ts";
import { recordAudit } from "#features/audit/audit.service.ts";
import { listLocations } from "#features/campuses/campuses.service.ts";

import { changeBuildings, getClock, refuseChanged } from "../schedule-plan.service.ts";
import * as repository from "./schedule-days.repository.ts";

/** The present day of the campus. Its buildings share a time zone. */
export const getPresentDay = async (ctx: ActorCtx): Promise<string> =>
  today(ctx, await getClock(ctx, ctx.actor.buildingId));

/** A calendar of the campus. @throws AppError `not-found` */
export async function getCalendar(
  ctx: ActorCtx,
  id: number,
  isLocked = false,
): Promise<repository.CalendarRow> {
  const found = await repository.findCalendar(ctx.db, ctx.actor.campusId, id, isLocked);
  if (!found) throw new AppError("not-found");
  return found;
}

/** Locks a calendar until commit, with its days and its buildings. @throws AppError `not-found` */
export const lockCalendar = (ctx: ActorCtx, id: number) => getCalendar(ctx, id, true);

async function listBuildings(ctx: ActorCtx): Promise<{ id: number; name: string }[]> {
  const all = await listLocations(ctx, ctx.actor.campusId);
  return all
    .filter(({ zoneType }) => zoneType === "GL_LOCATION_TYPE_BUILDING")
    .map(({ id, name }) => ({ id, name }));
}

export const listHolidayCalendars: Service<typeof listRoute> = async (ctx) => {
  const day = await getPresentDay(ctx);
  return {
    calendars: await repository.listCalendars(ctx.db, ctx.actor.campusId, day),
    buildings: await listBuildings(ctx),
  };
};

/** @throws AppError `not-found` for a building outside the caller's campus */
async function checkBuildings(ctx: ActorCtx, ids: readonly number[]): Promise<void> {
  const own = new Set((await listBuildings(ctx)).map(({ id }) => id));
  if (!ids.every((id) => own.has(id))) throw new AppError("not-found");
}

/** Adds a calendar, which buildings follow from today on. @throws AppError `not-found`, `calendar-name-taken` */
export const createHolidayCalendar: Service<typeof createRoute> = async (ctx, { name, buildings }) => {
  await checkBuildings(ctx, buildings);
  const day = await getPresentDay(ctx);
  return changeBuildings(ctx, buildings, async (inner) => {
    const of = { campusId: inner.actor.campusId, name, createdAt: inner.now() };
    const id = await repository.insertCalendar(inner.db, of);
    if (id === undefined) throw new AppError("calendar-name-taken");
    await repository.updateFollowers(inner.db, id, buildings, day);
    await recordAudit(inner, {
      action: "create-holiday-calendar",
      target: `holiday-calendar:${id}`,
      after: { name, buildings },
    });
    return { result: { id } };
  });
};

type Values = Omit<repository.CalendarRow, "id">;

const valuesOf = ({ name, buildings }: Values): Values => ({
  name,
  buildings: [...new Set(buildings)].toSorted((a, b) => a - b),
});

/**
 * Changes a calendar, or deletes it without `after`.
 *
 * @throws AppError `not-found`, `calendar-name-taken`, `holiday-calendar-changed` when it was changed since the caller read it
 */
async function changeCalendar(
  ctx: ActorCtx,
  { id, openedOn }: InputOf<typeof deleteRoute>,
  after?: Values,
): Promise<{ id: number }> {
  const buildings = after?.buildings ?? [];
  await checkBuildings(ctx, buildings);
  const day = await getPresentDay(ctx);
  return inTransaction(ctx, async (outer) => {
    const before = await lockCalendar(outer, id);
    refuseChanged(openedOn && valuesOf(openedOn), valuesOf(before), "holiday-calendar-changed");
    return changeBuildings(outer, [...before.buildings, ...buildings], async (inner) => {
      if (!after) await repository.deleteCalendar(inner.db, id, inner.now());
      else if (!(await repository.updateCalendarName(inner.db, id, after.name)))
        throw new AppError("calendar-name-taken");
      await repository.updateFollowers(inner.db, id, buildings, day);
      const action = after ? "edit-holiday-calendar" : "delete-holiday-calendar";
      await recordAudit(inner, { action, target: `holiday-calendar:${id}`, before, after });
      return { result: { id } };
    });
  });
}

/** Changes a calendar and, from today on, its buildings. @throws AppError as `changeCalendar` */
export const editHolidayCalendar = (
  ctx: ActorCtx,
  { id, openedOn, ...after }: InputOf<typeof editRoute>,
): Promise<{ id: number }> => changeCalendar(ctx, { id, openedOn }, after);

/** Deletes a calendar. Its past days stay at the buildings that followed it. @throws AppError as `changeCalendar` */
export const deleteHolidayCalendar = (
  ctx: ActorCtx,
  input: InputOf<typeof deleteRoute>,
): Promise<{ id: number }> => changeCalendar(ctx, input);
