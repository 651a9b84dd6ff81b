import { type RawBuilder, sql } from "kysely";

import type { Db } from "#core/db.ts";

import { hourOf } from "./readings.repository.ts";

export interface Between {
  from: Date;
  /** Excluded. */
  to: Date;
}

/**
 * Every stored value of a point in a time range, each instant once, as `at`, `value` and `quality` (0 good, 1 suspect). Values of open
 * hours are in several pieces. The first piece with an instant counts.
 */
export function valuesOf(pointId: number, { from, to }: Between): RawBuilder<unknown> {
  const fromMs = from.getTime();
  const toMs = to.getTime();
  const hours = sql`hour between ${hourOf(fromMs)}::int and ${hourOf(toMs - 1)}::int`;
  const inHours = sql`point_id = ${pointId}::int and ${hours}`;
  const ms = sql`hour * 3600000::bigint + offset_ms`;
  const unpacked = sql`unnest(offsets, values, qualities) as u (offset_ms, value, quality)`;
  return sql`
    with hot as materialized (
      select piece, ${ms} as ms, value, quality from readings_hot, ${unpacked} where ${inHours}
      union all
      select id, at_ms[i], values[i], qualities[i] from readings_journal, unnest(array_positions(point_ids, ${pointId}::int)) as i
    ), open_hours as materialized (
      select distinct (ms / 3600000)::int as hour from hot
    ), every as (
      select distinct on (ms) ms, value, quality from (
        select piece, ms, value, quality from hot
        union all
        select 0, ${ms}, value, quality from readings_chunk, ${unpacked} where ${inHours} and hour in (select hour from open_hours)
      ) as brought order by ms, piece
    ), stored as (
      select ms, value, quality from every
      union all
      select ${ms}, value, quality from readings_chunk, ${unpacked} where ${inHours} and hour not in (select hour from open_hours)
    )
    select timestamptz 'epoch' + ms * interval '1 millisecond' as at, value, coalesce(quality, 0) as quality
    from stored where ms >= ${fromMs}::bigint and ms < ${toMs}::bigint`;
}

export interface StateChange {
  at: Date;
  value: number;
  /** The first good value in the range. The value before is unknown. */
  isFirst: boolean;
}

/** When the good values of a point changed, newest first. */
export async function listChanges(
  db: Db,
  pointId: number,
  between: Between,
  limit: number,
): Promise<StateChange[]> {
  const { rows } = await sql<StateChange>`
    select at, value, before is null as "isFirst" from (
      select at, value, lag(value) over (order by at) as before from (${valuesOf(pointId, between)}) as v where quality = 0
    ) as c where before is distinct from value order by at desc limit ${limit}`.execute(db);
  return rows;
}
