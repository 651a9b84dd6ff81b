import { sql } from "kysely";

import { type Db, queryRow, runSql } from "#core/db.ts";
import { codeOf } from "#core/errors.ts";

import { isSummable } from "../readings/readings.repository.ts";

/** SQLSTATE of a lock that was not granted in time. */
const LOCK_NOT_AVAILABLE = "55P03";

/** Open hours before `hour` without new values since `quietSince`, newest first. */
export async function listHoursToClose(db: Db, hour: number, quietSince: Date): Promise<number[]> {
  const rows = await db
    .selectFrom("readingsOpenHours")
    .select("hour")
    .where("hour", "<", hour)
    .where("changedAt", "<=", quietSince)
    .orderBy("hour", "desc")
    .execute();
  return rows.map((row) => row.hour);
}

/**
 * Locks the hour's row until commit against other closers and writers of late values. Later statements of this transaction read the rows
 * that those transactions committed. A single statement that waits for the lock would read an older snapshot.
 *
 * @returns whether the hour is still open
 */
async function lockOpenHour(transaction: Db, hour: number): Promise<boolean> {
  const rows = await transaction
    .selectFrom("readingsOpenHours")
    .select("hour")
    .where("hour", "=", hour)
    .forUpdate()
    .execute();
  return rows.length > 0;
}

/** Up to `pointsMax` points of one hour, from the point `fromPointId` on. */
interface Portion {
  hour: number;
  fromPointId: number;
  pointsMax: number;
}

/**
 * Merges the portion's rows of readings_hot into chunks, and recomputes rollups from the complete chunks.
 *
 * @returns the last point and the number of duplicate readings; undefined when no rows are left
 */
export function closeHour(db: Db, portion: Portion) {
  return db
    .transaction()
    .execute(async (transaction) =>
      (await lockOpenHour(transaction, portion.hour)) ? mergeHot(transaction, portion) : undefined,
    );
}

async function mergeHot(transaction: Db, { hour, fromPointId, pointsMax }: Portion) {
  const row = await queryRow(transaction)<{ lastPointId: number | null; repeated: number }>`
    with due as (
      select distinct point_id from readings_hot where hour = ${hour} and point_id >= ${fromPointId} order by 1 limit ${pointsMax}
    ), taken as (
      delete from readings_hot where hour = ${hour} and point_id >= ${fromPointId} and point_id <= (select max(point_id) from due)
      returning point_id, piece, offsets, values, qualities
    ), brought as (
      select point_id, 0 as piece, 0 as n, offset_ms, value, quality
      from readings_chunk join due using (point_id), unnest(offsets, values, qualities) as u (offset_ms, value, quality)
      where hour = ${hour}
      union all
      select point_id, piece, n, offset_ms, value, quality
      from taken, unnest(offsets, values, qualities) with ordinality as u (offset_ms, value, quality, n)
    ), samples as materialized (
      select distinct on (point_id, offset_ms) point_id, offset_ms, value,
        case when ${isSummable} then coalesce(quality, 0::smallint) else 1::smallint end as quality
      from brought order by point_id, offset_ms, piece, n
    ), chunks as (
      insert into readings_chunk (point_id, hour, offsets, values, qualities)
      select point_id, ${hour}, array_agg(offset_ms order by offset_ms), array_agg(value order by offset_ms),
        case when bool_or(quality <> 0) then array_agg(quality order by offset_ms) end
      from samples group by point_id
      on conflict (point_id, hour) do update set
        offsets = excluded.offsets, values = excluded.values, qualities = excluded.qualities
    ), fives as materialized (
      select point_id, (offset_ms / 300000)::smallint as slot, count(*)::int as count, min(value), max(value), sum(value)
      from samples where quality = 0 group by 1, 2
    ), kept_fives as (
      insert into readings_5m (point_id, hour, slots, counts, mins, maxs, sums)
      select point_id, ${hour}, array_agg(slot order by slot), array_agg(count order by slot), array_agg(min order by slot),
        array_agg(max order by slot), array_agg(sum order by slot)
      from fives group by point_id
      on conflict (point_id, hour) do update set slots = excluded.slots, counts = excluded.counts, mins = excluded.mins,
        maxs = excluded.maxs, sums = excluded.sums
    ), kept_hours as (
      insert into readings_1h (point_id, hour, count, min, max, sum)
      select point_id, ${hour}, sum(count), min(min), max(max), sum(sum) from fives group by point_id
      on conflict (point_id, hour) do update set count = excluded.count, min = excluded.min, max = excluded.max, sum = excluded.sum
    )
    select (select max(point_id) from due) as "lastPointId",
      (select count(*) from brought)::int - (select count(*) from samples)::int as repeated`;
  if (!row || row.lastPointId === null) return undefined;
  return { lastPointId: row.lastPointId, repeated: row.repeated };
}

/** Recomputes the rollups of a day from its hours. `day`: UTC days since 1970. */
export async function upsertDay(db: Db, day: number): Promise<void> {
  await runSql(db)`
    insert into readings_1d as kept (point_id, day, count, min, max, sum)
    select point_id, ${day}, sum(count), min(min), max(max), sum(sum) from readings_1h
    where hour between ${day * 24} and ${day * 24 + 23} group by point_id
    on conflict (point_id, day) do update set count = excluded.count, min = excluded.min, max = excluded.max, sum = excluded.sum
    where (kept.count, kept.sum) is distinct from (excluded.count, excluded.sum)`;
}

/** Removes an hour from the open hours if readings_hot has no rows of it. */
export async function deleteOpenHour(db: Db, hour: number): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    if (!(await lockOpenHour(transaction, hour))) return;
    await runSql(transaction)`
      delete from readings_open_hours where hour = ${hour}
        and not exists (select from readings_hot where readings_hot.hour = ${hour})`;
  });
}

/** Longest wait for readers of a partition, ms. Queries after this statement wait too. */
const LOCK_WAIT_MS = 100;

/** Truncates the empty partitions of readings_hot that no transaction reads. @returns the names of the truncated partitions */
export async function truncateEmptyHot(db: Db): Promise<string[]> {
  const truncated: string[] = [];
  for (const partition of ["readings_hot_even", "readings_hot_odd"]) {
    const table = sql.table(partition);
    const row = await queryRow(db)<{ isDue: boolean }>`
      select pg_relation_size(${partition}) > 0 and not exists (select from ${table}) as "isDue"`;
    if (row?.isDue && (await truncateIfEmpty(db, partition))) truncated.push(partition);
  }
  return truncated;
}

async function truncateIfEmpty(db: Db, partition: string): Promise<boolean> {
  const table = sql.table(partition);
  try {
    return await db.transaction().execute(async (transaction) => {
      await runSql(transaction)`set local lock_timeout = ${sql.lit(LOCK_WAIT_MS)}`;
      await runSql(transaction)`lock table ${table} in access exclusive mode`;
      const row = await queryRow(transaction)<{
        isEmpty: boolean;
      }>`select not exists (select from ${table}) as "isEmpty"`;
      if (row?.isEmpty) await sql`truncate ${table}`.execute(transaction);
      return row?.isEmpty ?? false;
    });
  } catch (error) {
    if (codeOf(error) === LOCK_NOT_AVAILABLE) return false;
    throw error;
  }
}

/** The first hour that is kept (for `day`: the first UTC day), by table. */
export interface RetentionStart {
  chunkHour: number;
  fiveMinuteHour: number;
  hour: number;
  day: number;
}

/** Rows that one statement deletes. When the retention becomes a year shorter, a single statement would run for minutes. */
const DELETED_AT_ONCE = 20_000;

/** Deletes rows past their retention in several statements. @returns rows deleted, by table */
export async function deleteBefore(
  db: Db,
  first: RetentionStart,
  atOnce = DELETED_AT_ONCE,
): Promise<Record<string, number>> {
  const tables = [
    ["readings_chunk", "hour", first.chunkHour],
    ["readings_5m", "hour", first.fiveMinuteHour],
    ["readings_1h", "hour", first.hour],
    ["readings_1d", "day", first.day],
    ["readings_misdated", "arrived_at", new Date(first.chunkHour * 3_600_000)],
  ] as const;
  const deleted: Record<string, number> = {};
  for (const [name, column, limit] of tables) {
    const table = sql.table(name);
    deleted[name] = 0;
    for (let last = atOnce; last === atOnce;) {
      const { numAffectedRows } = await sql`
        delete from ${table} where ctid = any (array(
          select ctid from ${table} where ${sql.ref(column)} < ${limit} limit ${atOnce}))`.execute(db);
      last = Number(numAffectedRows ?? 0);
      deleted[name] += last;
    }
  }
  return deleted;
}

/**
 * Records that an hour of a day was closed, unless the day has been rewritten, or its values have been deleted meanwhile. `day`: UTC days
 * since 1970.
 */
export async function upsertChangedDay(db: Db, day: number): Promise<void> {
  await runSql(db)`
    insert into readings_days as kept (day)
    select ${day}::int where exists (select from readings_1h where hour between ${day * 24}::int and ${day * 24 + 23}::int)
    on conflict (day) do update set changed_at = excluded.changed_at where kept.next_point_id is not null`;
}

/** Days before `day` without an open hour and without a change since `quietSince`. */
export interface DueDays {
  day: number;
  quietSince: Date;
}

/**
 * Rewrites the five-minute rollups of up to `pointsMax` points of the newest due day, so that a point's hours are side by side. This is one
 * statement, so that a trend reads either the old rows or the new ones. It skips rows that another transaction locks, and a day that
 * another server is rewriting.
 *
 * @returns the day, and whether it is done; undefined when no day is due
 */
export async function rewriteDay(db: Db, due: DueDays, pointsMax: number) {
  const ofTheDay = sql`hour between (select day * 24 from turn) and (select day * 24 + 23 from turn)`;
  return queryRow(db)<{ day: number; isDone: boolean }>`
    with turn as materialized (
      select day, next_point_id from readings_days
      where next_point_id is not null and day < ${due.day}::int and changed_at <= ${due.quietSince}
        and not exists (select from readings_open_hours where hour between day * 24 and day * 24 + 23)
      order by day desc limit 1 for update skip locked
    ), portion as materialized (
      select id as point_id from points where id >= (select next_point_id from turn)
        and exists (select from readings_5m where point_id = points.id and ${ofTheDay})
      order by id limit ${pointsMax}
    ), taken as (
      delete from readings_5m where ctid = any (array(
        select ctid from readings_5m where point_id = any (array(select point_id from portion)) and ${ofTheDay}
        for update skip locked))
      returning point_id, hour, slots, counts, mins, maxs, sums
    ), put as (
      insert into readings_5m (point_id, hour, slots, counts, mins, maxs, sums)
      select point_id, hour, slots, counts, mins, maxs, sums from taken order by point_id, hour
    )
    update readings_days as kept set next_point_id = (select max(point_id) + 1 from portion having count(*) = ${pointsMax})
    from turn where kept.day = turn.day
    returning kept.day, kept.next_point_id is null as "isDone"`;
}
