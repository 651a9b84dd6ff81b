import { sql } from "kysely";

import type { Db } from "#core/db.ts";
import { codeOf } from "#core/errors.ts";

/** SQLSTATE of a lock that was not to be had in time. */
const LOCK_NOT_AVAILABLE = "55P03";

/** Hours before `hour` that nothing was added to since `quietSince`, newest first. */
export async function listHoursToClose(db: Db, hour: number, quietSince: Date): Promise<number[]> {
  const rows = await db
    .selectFrom("readings_open_hours")
    .select("hour")
    .where("hour", "<", hour)
    .where("changed_at", "<=", quietSince)
    .orderBy("hour", "desc")
    .execute();
  return rows.map((row) => row.hour);
}

/**
 * Holds off, until the transaction ends, whoever else closes an hour and whoever brings it more. What comes after it in the transaction
 * sees all that they did: a statement that waited for them by itself would go on with what it saw before.
 *
 * @returns whether the hour is open still
 */
async function holdOpenHour(transaction: Db, hour: number): Promise<boolean> {
  const rows = await transaction
    .selectFrom("readings_open_hours")
    .select("hour")
    .where("hour", "=", hour)
    .forUpdate()
    .execute();
  return rows.length > 0;
}

/** Of one hour, up to `pointsMax` points from the point `fromPointId` on. */
interface Portion {
  hour: number;
  fromPointId: number;
  pointsMax: number;
}

/**
 * Merges what is hot of a portion into its points' chunks, and makes their rollups anew from the whole chunk.
 *
 * @returns the last point and how many readings were there already; undefined when nothing was left to do
 */
export function closeHour(
  db: Db,
  portion: Portion,
): Promise<{ lastPointId: number; repeated: number } | undefined> {
  return db
    .transaction()
    .execute(async (transaction) =>
      (await holdOpenHour(transaction, portion.hour)) ? mergeHot(transaction, portion) : undefined,
    );
}

async function mergeHot(
  transaction: Db,
  { hour, fromPointId, pointsMax }: Portion,
): Promise<{ lastPointId: number; repeated: number } | undefined> {
  const { rows } = await sql<{ lastPointId: number | null; repeated: number }>`
    with due as (
      select distinct point_id from readings_hot where hour = ${hour} and point_id >= ${fromPointId} order by 1 limit ${pointsMax}
    ), taken as (
      delete from readings_hot where hour = ${hour} and point_id >= ${fromPointId} and point_id <= (select max(point_id) from due)
      returning point_id, piece, offsets, values, qualities
    ), brought as (
      select point_id, 0 as piece, offset_ms, value, quality
      from readings_chunk join due using (point_id), unnest(offsets, values, qualities) as u (offset_ms, value, quality)
      where hour = ${hour}
      union all
      select point_id, piece, offset_ms, value, quality
      from taken, unnest(offsets, values, qualities) as u (offset_ms, value, quality)
    ), samples as materialized (
      select distinct on (point_id, offset_ms) point_id, offset_ms, value, coalesce(quality, 0::smallint) as quality
      from brought order by point_id, offset_ms, piece
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
      (select count(*) from brought)::int - (select count(*) from samples)::int as repeated`.execute(
    transaction,
  );
  const [row] = rows;
  if (!row || row.lastPointId === null) return undefined;
  return { lastPointId: row.lastPointId, repeated: row.repeated };
}

/** Makes the rollups of a day anew from its hours. `day`: UTC days since 1970. */
export async function upsertDay(db: Db, day: number): Promise<void> {
  await sql`
    insert into readings_1d as kept (point_id, day, count, min, max, sum)
    select point_id, ${day}, sum(count), min(min), max(max), sum(sum) from readings_1h
    where hour between ${day * 24} and ${day * 24 + 23} group by point_id
    on conflict (point_id, day) do update set count = excluded.count, min = excluded.min, max = excluded.max, sum = excluded.sum
    where (kept.count, kept.sum) is distinct from (excluded.count, excluded.sum)`.execute(db);
}

/** Takes an hour off the list of those that have something hot, if it has nothing any more. */
export async function deleteOpenHour(db: Db, hour: number): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    if (!(await holdOpenHour(transaction, hour))) return;
    await sql`
      delete from readings_open_hours where hour = ${hour}
        and not exists (select from readings_hot where readings_hot.hour = ${hour})`.execute(transaction);
  });
}

/** Longest wait for those who read a partition, ms; whoever comes behind waits too. */
const LOCK_WAIT_MS = 100;

/** Gives back the space of hot partitions that hold nothing, where nobody is reading them just now. @returns the partitions */
export async function truncateEmptyHot(db: Db): Promise<string[]> {
  const truncated: string[] = [];
  for (const partition of ["readings_hot_even", "readings_hot_odd"]) {
    const table = sql.table(partition);
    const { rows } = await sql<{ isDue: boolean }>`
      select pg_relation_size(${partition}) > 0 and not exists (select from ${table}) as "isDue"`.execute(db);
    if (rows[0]?.isDue && (await truncateIfEmpty(db, partition))) truncated.push(partition);
  }
  return truncated;
}

async function truncateIfEmpty(db: Db, partition: string): Promise<boolean> {
  const table = sql.table(partition);
  try {
    return await db.transaction().execute(async (transaction) => {
      await sql`set local lock_timeout = ${sql.lit(LOCK_WAIT_MS)}`.execute(transaction);
      await sql`lock table ${table} in access exclusive mode`.execute(transaction);
      const { rows } = await sql<{
        isEmpty: boolean;
      }>`select not exists (select from ${table}) as "isEmpty"`.execute(transaction);
      if (rows[0]?.isEmpty) await sql`truncate ${table}`.execute(transaction);
      return rows[0]?.isEmpty ?? false;
    });
  } catch (error) {
    if (codeOf(error) === LOCK_NOT_AVAILABLE) return false;
    throw error;
  }
}

/** What is kept how long, each as the first hour (UTC days for `day`) that stays. */
export interface Keeping {
  chunkHour: number;
  fiveMinuteHour: number;
  hour: number;
  day: number;
}

/** Rows deleted by one statement: a keeping that is shortened by a year must not become one that runs for minutes. */
const DELETED_AT_ONCE = 20_000;

/** Deletes what is past its keeping, piece by piece. @returns rows deleted, by table */
export async function deleteBefore(
  db: Db,
  first: Keeping,
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
