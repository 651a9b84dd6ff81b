import type { Ctx } from "#core/ctx.ts";

import * as repository from "../trends/hours.repository.ts";
import { getJournalState, hourOf, isJournalFull, moveJournalToHot } from "./readings.repository.ts";

/** The readings of the journal are grouped when there are this many, or when the oldest has this age, ms. Source: docs/adr/0012. */
const JOURNAL_READINGS_MAX = 100_000;
const JOURNAL_AGE_MAX_MS = 5 * 60_000;
/** Readings moved by one statement. */
const MOVE_READINGS_MAX = 200_000;
/** An hour is closed this long after its end, if no value arrived for it within `QUIET_MS`, ms. */
const CLOSE_AFTER_MS = 60_000;
const QUIET_MS = 20_000;
/** Points closed in one transaction. */
const CLOSE_POINTS_MAX = 500;
/**
 * A day is rewritten this long after its end and after one of its hours was last closed, ms. Readings stay in the journal for a shorter
 * time.
 */
const DAY_QUIET_MS = 2 * JOURNAL_AGE_MAX_MS;
/** Points of a day that one statement rewrites: about 5,000 rows. */
const DAY_POINTS_MAX = 200;
/** A round ends after this time, ms. The next one continues. */
const DAYS_WORK_MAX_MS = 1_000;

const DAY_MS = 86_400_000;

/** Retention of readings and their rollups, days. */
export interface KeepDays {
  readings: number;
  fiveMinutes: number;
  hours: number;
  days: number;
}

/** Whether the journal should be grouped. */
export const isGroupingDue = () =>
  isJournalFull(JOURNAL_READINGS_MAX, new Date(Date.now() - JOURNAL_AGE_MAX_MS));

/**
 * Moves the readings of the journal to readings_hot, grouped by point and hour, if there are enough or `isForced`. @returns readings moved
 */
export async function groupJournal(ctx: Ctx, isForced = false): Promise<number> {
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
 * Closes hours that have ended and are quiet, newest first. It merges their values into one row per point and computes their rollups. An
 * hour that received late values is closed again.
 *
 * @param quietMs how long an hour must be without new values
 * @returns number of closed hours, and of readings that were sent twice
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
      // Locks the day until its sums are written, so that a server that has read fewer values does not overwrite them.
      await repository.upsertChangedDay(transaction, day);
      await repository.upsertDay(transaction, day);
    });
  for (const hour of hours) await repository.deleteOpenHour(ctx.db, hour);
  await repository.truncateEmptyHot(ctx.db);
  return { hours: hours.length, repeated };
}

/** @returns number of readings that were sent twice */
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

/** Limits of one round. */
interface DayPortions {
  quietMs?: number;
  pointsMax?: number;
  workMaxMs?: number;
}

/**
 * Rewrites days that have ended and are quiet, newest first. A point's five-minute rollups are then side by side, so that a trend reads few
 * pages. Each day is rewritten once; later values change single rows. Source: docs/adr/0021.
 *
 * @returns number of completed days
 */
export async function rewriteDays(ctx: Ctx, portions: DayPortions = {}): Promise<number> {
  const { quietMs = DAY_QUIET_MS, pointsMax = DAY_POINTS_MAX, workMaxMs = DAYS_WORK_MAX_MS } = portions;
  const due = {
    day: Math.floor((ctx.now().getTime() - DAY_QUIET_MS) / DAY_MS),
    quietSince: new Date(Date.now() - quietMs),
  };
  const untilMs = performance.now() + workMaxMs;
  let done = 0;
  do {
    const portion = await repository.rewriteDay(ctx.db, due, pointsMax);
    if (!portion) break;
    if (portion.isDone) done += 1;
  } while (performance.now() < untilMs);
  return done;
}

/** Deletes rows past their retention, up to `atOnce` rows per statement. @returns rows deleted, by table */
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
