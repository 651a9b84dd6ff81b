import { sql } from "kysely";

import { int2Array, int4Array, int8Array, float8Array } from "#core/array-parameters.ts";
import type { Db } from "#core/db.ts";

/** Readings as parallel columns, in the order in which they came. `qualities`: 0 good, 1 suspect. */
export interface ReadingColumns {
  pointIds: number[];
  atMs: number[];
  values: number[];
  qualities: number[];
}

/** A wrong clock's reading, with the time of its arrival. */
export interface Misdated {
  pointIds: number[];
  atMs: number[];
  values: number[];
}

/** Hours since 1970 of an instant, ms. Source: docs/adr/0012. */
export const hourOf = (atMs: number): number => Math.floor(atMs / 3_600_000);

const columnsOf = (rows: ReadingColumns) => sql`
  select point_id, to_timestamp(ms / 1000.0)::timestamptz(3) as at, value, quality
  from unnest(${int4Array(rows.pointIds)}::int[], ${int8Array(rows.atMs)}::bigint[], ${float8Array(rows.values)}::float8[],
    ${int2Array(rows.qualities)}::smallint[]) as r (point_id, ms, value, quality)`;

/**
 * Stores a batch and its latest values in one statement, which is one commit. What was stored before may be stored again: reading and
 * closing count an instant once.
 *
 * @param latest the newest value of each point in the batch that has a latest value; those of a clock that is ahead left out
 * @param first the same of each point that may have none yet. An update takes two thirds of the time of an "upsert".
 * @returns false when the latest values are not whole, because a crash of the database has emptied them
 */
export async function insertBatch(
  db: Db,
  rows: ReadingColumns,
  latest: ReadingColumns,
  first: ReadingColumns,
): Promise<boolean> {
  const size = rows.atMs.length;
  const qualities = rows.qualities.some((quality) => quality !== 0) ? int2Array(rows.qualities) : null;
  const { rows: answer } = await sql<{ isWhole: boolean }>`
    with journal as (
      insert into readings_journal (size, point_ids, at_ms, values, qualities)
      select ${size}::int, ${int4Array(rows.pointIds)}::int[], ${int8Array(rows.atMs)}::bigint[],
        ${float8Array(rows.values)}::float8[], ${qualities}::smallint[]
      where ${size}::int > 0
    ), newest as (
      update latest set at = r.at, value = r.value, quality = r.quality
      from (${columnsOf(latest)}) as r where latest.point_id = r.point_id and latest.at < r.at
    ), added as (
      insert into latest (point_id, at, value, quality) ${columnsOf(first)}
      on conflict (point_id) do update set at = excluded.at, value = excluded.value, quality = excluded.quality
      where latest.at < excluded.at
    )
    select exists (select from latest_is_whole) as "isWhole"`.execute(db);
  return answer[0]?.isWhole ?? false;
}

/** Keeps readings of wrong clocks beside the others, with the time of their arrival. */
export async function insertMisdated(db: Db, rows: Misdated, arrivedAt: Date): Promise<void> {
  await sql`
    insert into readings_misdated (point_id, at, arrived_at, value)
    select point_id, to_timestamp(ms / 1000.0)::timestamptz(3), ${arrivedAt}, value
    from unnest(${int4Array(rows.pointIds)}::int[], ${int8Array(rows.atMs)}::bigint[], ${float8Array(rows.values)}::float8[])
      as r (point_id, ms, value)
    on conflict do nothing`.execute(db);
}

export interface MisdatedRow {
  paramId: string;
  value: number;
  unit: string;
  at: Date;
  arrivedAt: Date;
}

/** Readings of a device that came from wrong clocks, the last to arrive first. */
export async function listMisdated(db: Db, deviceId: number, limit: number): Promise<MisdatedRow[]> {
  return db
    .selectFrom("readings_misdated as m")
    .innerJoin("points", "points.id", "m.point_id")
    .select(["points.param_id as paramId", "m.value", "points.unit", "m.at", "m.arrived_at as arrivedAt"])
    .where("points.device_id", "=", deviceId)
    .orderBy("m.arrived_at", "desc")
    .orderBy("m.at", "desc")
    .limit(limit)
    .execute();
}

export interface JournalState {
  /** Readings in it. */
  size: number;
  oldestAt: Date | null;
}

export async function getJournalState(db: Db): Promise<JournalState> {
  const { rows } = await sql<JournalState>`
    select coalesce(sum(size), 0)::int as size, min(stored_at) as "oldestAt" from readings_journal`.execute(
    db,
  );
  return rows[0] ?? { size: 0, oldestAt: null };
}

/**
 * Gathers what the journal holds by point and hour, up to about `sizeMax` readings, oldest first.
 *
 * @returns how many it took
 */
export async function moveJournalToHot(db: Db, sizeMax: number): Promise<number> {
  const { rows } = await sql<{ taken: number }>`
    with taken as (
      delete from readings_journal where id in (
        select id from (select id, sum(size) over (order by id) - size as before from readings_journal) as j where before < ${sizeMax}
      )
      returning id, size, point_ids, at_ms, values, qualities
    ), hot as (
      insert into readings_hot (point_id, hour, piece, offsets, values, qualities)
      select point_id, hour, min(id), array_agg(offset_ms order by offset_ms, id), array_agg(value order by offset_ms, id),
        case when bool_or(quality <> 0) then array_agg(quality order by offset_ms, id) end
      from (
        select id, point_id, (ms / 3600000)::int as hour, (ms % 3600000)::int as offset_ms, value, coalesce(quality, 0::smallint) as quality
        from taken, unnest(point_ids, at_ms, values, qualities) as u (point_id, ms, value, quality)
      ) as r
      group by point_id, hour
      returning hour
    ), hours as (
      insert into readings_open_hours (hour, changed_at) select distinct hour, now() from hot order by hour
      on conflict (hour) do update set changed_at = excluded.changed_at
    )
    select coalesce(sum(size), 0)::int as taken from taken`.execute(db);
  return rows[0]?.taken ?? 0;
}

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
 * Merges what is hot of one hour and of up to `pointsMax` points, from the point `fromPointId` on, into their chunks, and makes their
 * rollups anew from the whole chunk.
 *
 * @returns the last point and how many readings were there already; undefined when nothing was left to do
 */
export async function closeHour(
  db: Db,
  hour: number,
  fromPointId: number,
  pointsMax: number,
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
      (select count(*) from brought)::int - (select count(*) from samples)::int as repeated`.execute(db);
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
  await sql`
    delete from readings_open_hours where hour = ${hour}
      and not exists (select from readings_hot where readings_hot.hour = ${hour})`.execute(db);
}

/** What is kept how long, each as the first hour (UTC days for `day`) that stays. */
export interface Keeping {
  chunkHour: number;
  fiveMinuteHour: number;
  hour: number;
  day: number;
}

/** Deletes what is past its keeping. @returns rows deleted, by table */
export async function deleteBefore(db: Db, first: Keeping): Promise<Record<string, number>> {
  const tables = [
    ["readings_chunk", "hour", first.chunkHour],
    ["readings_5m", "hour", first.fiveMinuteHour],
    ["readings_1h", "hour", first.hour],
    ["readings_1d", "day", first.day],
  ] as const;
  const deleted: Record<string, number> = {};
  for (const [table, column, limit] of tables) {
    const { numAffectedRows } = await sql`
      delete from ${sql.table(table)} where ${sql.ref(column)} < ${limit}`.execute(db);
    deleted[table] = Number(numAffectedRows ?? 0);
  }
  const misdated = await sql`
    delete from readings_misdated where arrived_at < ${new Date(first.chunkHour * 3_600_000)}`.execute(db);
  deleted["readings_misdated"] = Number(misdated.numAffectedRows ?? 0);
  return deleted;
}
