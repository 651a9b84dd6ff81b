import { type RawBuilder, sql } from "kysely";

import { type Db, queryRow, queryRows } from "#core/db.ts";

import { hourOf, isSummable } from "./readings/readings.repository.ts";

export interface Between {
  from: Date;
  /** Excluded. */
  to: Date;
}

/**
 * Every stored value of a point in a time range, each instant once, as `at`, `value` and `quality` (0 good). Values of open
 * hours are in several pieces. Of several values of one
 * instant the one that arrived first counts.
 */
export function valuesOf(pointId: number, { from, to }: Between): RawBuilder<unknown> {
  const fromMs = from.getTime();
  const toMs = to.getTime();
  const hours = sql`hour between ${hourOf(fromMs)}::int and ${hourOf(toMs - 1)}::int`;
  const inHours = sql`point_id = ${pointId}::int and ${hours}`;
  const ms = sql`hour * 3600000::bigint + offset_ms`;
  const unpacked = sql`unnest(offsets, values, qualities) with ordinality as u (offset_ms, value, quality, n)`;
  return sql`
    with hot as materialized (
      select piece, n, ${ms} as ms, value, quality from readings_hot, ${unpacked} where ${inHours}
      union all
      select id, i, at_ms[i], values[i], qualities[i] from readings_journal, unnest(array_positions(point_ids, ${pointId}::int)) as i
    ), open_hours as materialized (
      select distinct (ms / 3600000)::int as hour from hot
    ), every as (
      select distinct on (ms) ms, value, quality from (
        select * from hot
        union all
        select 0, 0, ${ms}, value, quality from readings_chunk, ${unpacked} where ${inHours} and hour in (select hour from open_hours)
      ) as brought order by ms, piece, n
    ), stored as (
      select ms, value, quality from every
      union all
      select ${ms}, value, quality from readings_chunk, ${unpacked} where ${inHours} and hour not in (select hour from open_hours)
    )
    select timestamptz 'epoch' + ms * interval '1 millisecond' as at, value,
      case when ${isSummable} then coalesce(quality, 0) else 1 end as quality
    from stored where ms >= ${fromMs}::bigint and ms < ${toMs}::bigint`;
}

export interface StoredPointValue {
  at: Date;
  value: number;
  /** 0 good, 1 suspect. */
  quality: number;
}

/** Every stored value of a point in a time range, oldest first. Without the conversion of names, because there may be many. */
export function listValues(db: Db, pointId: number, between: Between) {
  return queryRows(db.withoutPlugins())<StoredPointValue>`
    select at, value, quality from (${valuesOf(pointId, between)}) as v order by at`;
}

/** A value of one of several points. */
export interface PointSample {
  pointId: number;
  atMs: number;
  value: number;
  /** As stored; 0 good. */
  quality: number;
}

/** The first stored value of each `stepMs` of many points in a time range, oldest first. */
export function listSamples(db: Db, pointIds: readonly number[], { from, to }: Between, stepMs: number) {
  const ids = sql`any (${[...pointIds]}::int[])`;
  const [fromMs, toMs] = [from.getTime(), to.getTime()];
  const step = sql`ms / ${sql.lit(stepMs)}::bigint`;
  const stored = (table: string) => sql`
    select point_id, hour * 3600000::bigint + offset_ms, value, quality from ${sql.table(table)},
      unnest(offsets, values, qualities) as u (offset_ms, value, quality)
    where point_id = ${ids} and hour between ${hourOf(fromMs)}::int and ${hourOf(toMs)}::int`;
  return queryRows(db.withoutPlugins())<PointSample>`
    select distinct on (point_id, ${step}) point_id as "pointId", ms::float8 as "atMs", value, coalesce(quality, 0) as quality
    from (
      select point_id, ms, value, quality from readings_journal,
        unnest(point_ids, at_ms, values, qualities) as u (point_id, ms, value, quality) where point_id = ${ids}
      union all ${stored("readings_hot")} union all ${stored("readings_chunk")}
    ) as s (point_id, ms, value, quality)
    where ms >= ${fromMs}::bigint and ms <= ${toMs}::bigint order by point_id, ${step}, ms`;
}

export interface StateChange {
  at: Date;
  value: number;
  /** True for the first good value in the range: the value before it is unknown. */
  isFirst: boolean;
}

/** When the good values of a point changed, newest first. */
export function listChanges(db: Db, pointId: number, between: Between, limit: number) {
  return queryRows(db)<StateChange>`
    select at, value, before is null as "isFirst" from (
      select at, value, lag(value) over (order by at) as before from (${valuesOf(pointId, between)}) as v where quality = 0
    ) as c where before is distinct from value order by at desc limit ${limit}`;
}

/** Consecutive equal values. */
export interface ValueRun {
  from: Date;
  /** Time of the last of them. */
  last: Date;
  /** Null: the values are suspect. */
  value: number | null;
  /** Whether the device was silent before this run, or the run is the first in the range. */
  isAfterGap: boolean;
}

/**
 * The runs of equal values of a point, oldest first. A distance of more than `silenceMaxMs` is a gap, unless the distances around it are
 * nearly as long: imported history is coarser than live values.
 */
export function listRuns(db: Db, pointId: number, between: Between, silenceMaxMs: number) {
  return queryRows(db)<ValueRun>`
    with v as (
      select at, case when quality = 0 then value end as value, extract(epoch from at - lag(at) over o) * 1000 as ms
      from (${valuesOf(pointId, between)}) as every window o as (order by at)
    ), near as (
      select *, array[lag(ms, 2) over o, lag(ms) over o, lead(ms) over o, lead(ms, 2) over o] as around,
        lag(value) over o as before from v window o as (order by at)
    ), starts as (
      select at, value, before, ms is null or ms > ${silenceMaxMs} and ms > 1.5 * coalesce(
        (select d from unnest(around) d order by d desc nulls last offset 1 limit 1), 0) as gap from near
    ), numbered as (
      select at, value, gap, count(*) filter (where gap or value is distinct from before) over (order by at) as run from starts
    )
    select min(at) as "from", max(at) as last, min(value) as value, bool_or(gap) as "isAfterGap"
    from numbered group by run order by run`;
}

/** Mean, lowest and highest good value; null without a good value. */
interface Summary {
  mean: number | null;
  lowest: number | null;
  highest: number | null;
}

export async function summarize(db: Db, pointId: number, between: Between): Promise<Summary> {
  const row = await queryRow(db)<Summary>`
    select avg(value) as mean, min(value) as lowest, max(value) as highest
    from (${valuesOf(pointId, between)}) as v where quality = 0`;
  return row ?? { mean: null, lowest: null, highest: null };
}
