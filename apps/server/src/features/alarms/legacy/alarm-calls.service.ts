import type { AlarmGridRow } from "@verandah/contract/alarms/alarms.ts";
import { NEWAPIS_ROWS_MAX } from "@verandah/contract/legacy/newapis.ts";

import type { ActorCtx } from "#core/ctx.ts";
import { getLocationRow, listAlarmPlaces } from "#features/campuses/campuses.service.ts";

import * as alarmRows from "../alarm-rows.repository.ts";
import { listGridRows } from "../alarms.service.ts";

// The specification's lists of alarms.

type Range = { from?: string | undefined; to?: string | undefined };

const within = ({ from, to }: Range) => ({
  from: from === undefined ? undefined : new Date(from),
  to: to === undefined ? undefined : new Date(to),
  limit: NEWAPIS_ROWS_MAX,
});

async function listNewest(ctx: ActorCtx, range: Range, isCritical?: boolean): Promise<AlarmGridRow[]> {
  const ids = await alarmRows.listNewestIds(ctx.db, ctx.actor.campusId, isCritical, within(range));
  return listGridRows(ctx, ids);
}

/** The newest alarms of the caller's campus, whatever their state. */
export const listAllAlarms = (ctx: ActorCtx, range: Range) => listNewest(ctx, range);

export const listCriticalAlarms = (ctx: ActorCtx, range: Range) => listNewest(ctx, range, true);

export const listNonCriticalAlarms = (ctx: ActorCtx, range: Range) => listNewest(ctx, range, false);

/** Alarms of a location that were ignored and have not returned, newest first. @throws AppError `not-found` */
export async function hideEvents(ctx: ActorCtx, input: { id: number }): Promise<AlarmGridRow[]> {
  const locationIds = await listAlarmPlaces(ctx, await getLocationRow(ctx, input.id));
  const { campusId } = ctx.actor;
  return listGridRows(ctx, await alarmRows.listShelvedIds(ctx.db, campusId, locationIds, NEWAPIS_ROWS_MAX));
}
