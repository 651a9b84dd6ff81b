import { type RawBuilder, sql } from "kysely";

import { type Condition, type Db, queryRow, runSql } from "#core/db.ts";

import type { ReadingColumns } from "./reading-columns.ts";

/** Hours since 1970 of an instant, ms. Source: docs/adr/0012. */
export const hourOf = (atMs: number): number => Math.floor(atMs / 3_600_000);

/** No instrument measures a larger number, in any unit. Larger numbers are suspect: sums of them, and their squares, overflow a double. */
export const VALUE_MAX = 1e100;

/** Whether `value` is not too large for sums. Earlier versions stored larger numbers as good values of points with a wider range. */
export const isSummable = sql`value between ${sql.lit(-VALUE_MAX)} and ${sql.lit(VALUE_MAX)}`;

const valuesOf = (rows: ReadingColumns) => sql`
  unnest(${rows.pointIds.toParameter()}::int[], ${rows.instants.toParameter()}::timestamptz[], ${rows.values.toParameter()}::float8[],
    ${rows.qualities.toParameter()}::smallint[]) as r (point_id, at, value, quality)`;

/** After a longer gap, an equal value does not prove that the value was constant, s. */
const SAME_GAP_SECOND = 3_600;

/** Since when the value has been equal, for a row `newer` and the stored row `latest`. */
const changedAt = (newer: RawBuilder<unknown>) => sql`
  case when latest.value = ${newer}.value and ${newer}.at - latest.at <= ${sql.lit(SAME_GAP_SECOND)} * interval '1 second'
    then latest.changed_at else ${newer}.at end`;

/**
 * Stores a batch and its latest values in one statement, which is one commit. A reading may be stored twice: queries and closing count an
 * instant once, with the value that arrived first.
 *
 * @param latest the newest value of each point that has a latest value, without values from a fast clock
 * @param first the same for points that may have no latest value yet. An update takes two thirds of the time of an "upsert".
 * @returns `isWhole`: false when the latest values are incomplete after a crash of the database. `notNewest`: points of `first` that have a
 *   latest value of the same or a later instant
 */
export async function insertBatch(
  db: Db,
  rows: ReadingColumns,
  latest: ReadingColumns,
  first: ReadingColumns,
) {
  const size = rows.length;
  const qualities = rows.hasSuspect ? rows.qualities.toParameter() : null;
  const { rows: answer } = await sql<{ isWhole: boolean; notNewest: number[] }>`
    with journal as (
      insert into readings_journal (size, point_ids, at_ms, values, qualities)
      select ${size}::int, ${rows.pointIds.toParameter()}::int[], ${rows.instants.toParameter()}::bigint[],
        ${rows.values.toParameter()}::float8[], ${qualities}::smallint[]
      where ${size}::int > 0
    ), newest as (
      update latest set at = r.at, value = r.value, quality = r.quality, changed_at = ${changedAt(sql`r`)}
      from ${valuesOf(latest)} where latest.point_id = r.point_id and latest.at < r.at
    ), firsts as materialized (
      select * from ${valuesOf(first)}
    ), added as (
      insert into latest (point_id, at, value, quality, changed_at) select *, at from firsts
      on conflict (point_id) do update set at = excluded.at, value = excluded.value, quality = excluded.quality,
        changed_at = ${changedAt(sql`excluded`)}
      where latest.at < excluded.at
      returning point_id
    )
    select exists (select from latest_is_whole) as "isWhole",
      array(select point_id from firsts except select point_id from added) as "notNewest"`.execute(db);
  return answer[0] ?? { isWhole: false, notNewest: [] };
}

/** Stores readings of wrong clocks a second time, with the time of their arrival. */
export async function insertMisdated(db: Db, rows: ReadingColumns, arrivedAt: Date): Promise<void> {
  await runSql(db)`
    insert into readings_misdated (point_id, at, arrived_at, value)
    select point_id, at, ${arrivedAt}, value
    from ${valuesOf(rows)}
    on conflict do nothing`;
}

/** Readings of a device with a wrong clock. The reading that arrived last is first. */
export async function listMisdated(db: Db, deviceId: number, limit: number) {
  return db
    .selectFrom("readingsMisdated as m")
    .innerJoin("points", "points.id", "m.pointId")
    .select(["points.paramId", "m.value", "points.unit", "m.at", "m.arrivedAt"])
    .where("points.deviceId", "=", deviceId)
    .orderBy("m.arrivedAt", "desc")
    .orderBy("m.at", "desc")
    .limit(limit)
    .execute();
}

const valueTables = [
  "latest",
  "readings_hot",
  "readings_chunk",
  "readings_5m",
  "readings_1h",
  "readings_1d",
  "readings_misdated",
];

/** Deletes all stored values of devices, one device at a time: years of values are millions of rows. */
export async function deleteReadingsOf(db: Db, deviceIds: readonly number[]): Promise<void> {
  for (const deviceId of deviceIds)
    for (const table of valueTables)
      await runSql(db)`
        delete from ${sql.table(table)} where point_id = any (array(select id from points where device_id = ${deviceId}))`;
}

/** Deletes the records of days that have no closed hour left. */
export async function deleteEmptyDays(db: Db): Promise<void> {
  await runSql(db)`
    delete from readings_days where not exists (select from readings_1h where hour between day * 24 and day * 24 + 23)`;
}

export interface JournalState {
  /** Number of readings in the journal. */
  size: number;
  oldestAt: Date | null;
}

/** Whether the journal has so many readings, or one from before an instant. */
export const isJournalFull = (sizeMin: number, before: Date): Condition =>
  sql`(select coalesce(sum(size) >= ${sizeMin}::int or min(stored_at) < ${before}, false) from readings_journal)`;

export async function getJournalState(db: Db): Promise<JournalState> {
  const row = await queryRow(db)<JournalState>`
    select coalesce(sum(size), 0)::int as size, min(stored_at) as "oldestAt" from readings_journal`;
  return row ?? { size: 0, oldestAt: null };
}

/**
 * Moves up to about `sizeMax` readings from the journal to readings_hot, grouped by point and hour, oldest first. Values of the same
 * instant stay in the order of arrival.
 *
 * @returns number of readings moved
 */
export async function moveJournalToHot(db: Db, sizeMax: number): Promise<number> {
  const row = await queryRow(db)<{ taken: number }>`
    with taken as (
      delete from readings_journal where id in (
        select id from (select id, sum(size) over (order by id) - size as before from readings_journal) as j where before < ${sizeMax}
      )
      returning id, size, point_ids, at_ms, values, qualities
    ), hot as (
      insert into readings_hot (point_id, hour, piece, offsets, values, qualities)
      select point_id, hour, min(id), array_agg(offset_ms order by offset_ms, id, n), array_agg(value order by offset_ms, id, n),
        case when bool_or(quality <> 0) then array_agg(quality order by offset_ms, id, n) end
      from (
        select id, n, point_id, (ms / 3600000)::int as hour, (ms % 3600000)::int as offset_ms, value, coalesce(quality, 0::smallint) as quality
        from taken, unnest(point_ids, at_ms, values, qualities) with ordinality as u (point_id, ms, value, quality, n)
      ) as r
      group by point_id, hour
      returning hour
    ), hours as (
      insert into readings_open_hours (hour, changed_at) select distinct hour, now() from hot order by hour
      on conflict (hour) do update set changed_at = excluded.changed_at
    )
    select coalesce(sum(size), 0)::int as taken from taken`;
  return row?.taken ?? 0;
}
