import type { Ctx } from "#core/ctx.ts";

import * as dayRows from "./days.repository.ts";
import * as repository from "./hours.repository.ts";
import { getJournalState, hourOf, moveJournalToHot } from "./readings.repository.ts";

/** The journal is gathered when it holds this many readings, or when its oldest is this old. Source: docs/adr/0012. */
const JOURNAL_READINGS_MAX = 100_000;
const JOURNAL_AGE_MAX_MS = 5 * 60_000;
/** Readings moved by one statement. */
const MOVE_READINGS_MAX = 200_000;
/** An hour is closed this long after its end, and only when nothing came for it meanwhile, ms. */
const CLOSE_AFTER_MS = 60_000;
const QUIET_MS = 20_000;
/** Points closed in one transaction. */
const CLOSE_POINTS_MAX = 500;
/** A day is put together so long after its end and after the last closing of one of its hours, ms: the journal holds readings back for less. */
const DAY_QUIET_MS = 2 * JOURNAL_AGE_MAX_MS;
/** Points of a day put together by one statement: some 5,000 rows. */
const DAY_POINTS_MAX = 200;
/** After so much of it a round is over, ms; the next one goes on. */
const DAYS_WORK_MAX_MS = 1_000;

const DAY_MS = 86_400_000;

/** How long readings and their rollups are kept, days. */
export interface KeepDays {
  readings: number;
  fiveMinutes: number;
  hours: number;
  days: number;
}

/** Gathers what the journal holds by point and hour, when that is worth it, or in any case. @returns readings moved */
export async function gatherJournal(ctx: Ctx, isForced = false): Promise<number> {
  const { size, oldestAt } = await getJournalState(ctx.db);
  if (size === 0) return 0;
  const isOld = oldestAt !== null && Date.now() - oldestAt.getTime() > JOURNAL_AGE_MAX_MS;
  if (!isForced && size < JOURNAL_READINGS_MAX && !isOld) return 0;
  let moved = 0;
  while (moved < size) {
    const taken = await moveJournalToHot(ctx.db, MOVE_READINGS_MAX);
    if (taken === 0) break;
    moved += taken;
  }
  return moved;
}

/**
 * Closes hours that are over and quiet, the newest first: their values become one row a point, and their rollups are made. An hour to
 * which late values came is closed again.
 *
 * @param quietMs how long nothing may have come for an hour
 * @returns hours closed, and readings that were sent twice
 */
export async function closeHours(ctx: Ctx, quietMs = QUIET_MS): Promise<{ hours: number; repeated: number }> {
  const nowMs = ctx.now().getTime();
  const hours = await repository.listHoursToClose(
    ctx.db,
    hourOf(nowMs - CLOSE_AFTER_MS),
    new Date(Date.now() - quietMs),
  );
  let repeated = 0;
  const days = new Set<number>();
  for (const hour of hours) {
    repeated += await closeHour(ctx, hour);
    days.add(Math.floor(hour / 24));
  }
  for (const day of days)
    await ctx.db.transaction().execute(async (transaction) => {
      // Who has noted it holds the day until the sums are written: those of somebody who saw less must not come after them.
      await dayRows.upsertChangedDay(transaction, day);
      await repository.upsertDay(transaction, day);
    });
  for (const hour of hours) await repository.deleteOpenHour(ctx.db, hour);
  await repository.truncateEmptyHot(ctx.db);
  return { hours: hours.length, repeated };
}

/** @returns readings that were sent twice */
async function closeHour(ctx: Ctx, hour: number): Promise<number> {
  let repeated = 0;
  for (let from = 0; ;) {
    const closed = await repository.closeHour(ctx.db, {
      hour,
      fromPointId: from,
      pointsMax: CLOSE_POINTS_MAX,
    });
    if (!closed) return repeated;
    repeated += closed.repeated;
    from = closed.lastPointId + 1;
  }
}

/** How much of it to do at a time. */
interface DayPortions {
  quietMs?: number;
  pointsMax?: number;
  workMaxMs?: number;
}

/**
 * Puts days together that are over and quiet, the newest first: a point's rollups of five minutes come to stand side by side, so that a
 * trend reads few pages. Each day once: late values that come afterwards are merged where they are. Source: docs/adr/0021.
 *
 * @returns days that are done
 */
export async function putDaysTogether(ctx: Ctx, portions: DayPortions = {}): Promise<number> {
  const { quietMs = DAY_QUIET_MS, pointsMax = DAY_POINTS_MAX, workMaxMs = DAYS_WORK_MAX_MS } = portions;
  const due = {
    day: Math.floor((ctx.now().getTime() - DAY_QUIET_MS) / DAY_MS),
    quietSince: new Date(Date.now() - quietMs),
  };
  const untilMs = performance.now() + workMaxMs;
  let done = 0;
  do {
    const portion = await dayRows.putDayTogether(ctx.db, due, pointsMax);
    if (!portion) break;
    if (portion.isDone) done += 1;
  } while (performance.now() < untilMs);
  return done;
}

/** Deletes what is past its keeping, up to `atOnce` rows a statement. @returns rows deleted, by table */
export function dropOldReadings(ctx: Ctx, keep: KeepDays, atOnce?: number): Promise<Record<string, number>> {
  const nowMs = ctx.now().getTime();
  const firstHour = (days: number) => hourOf(nowMs - days * DAY_MS);
  const first = {
    chunkHour: firstHour(keep.readings),
    fiveMinuteHour: firstHour(keep.fiveMinutes),
    hour: firstHour(keep.hours),
    day: Math.floor((nowMs - keep.days * DAY_MS) / DAY_MS),
  };
  return repository.deleteBefore(ctx.db, first, atOnce);
}
