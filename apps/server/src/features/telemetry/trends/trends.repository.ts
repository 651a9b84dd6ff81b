import { TREND_SUSPECTS_MAX_MS } from "@verandah/contract/telemetry/telemetry.ts";
import { type RawBuilder, sql } from "kysely";

import type { Db } from "#core/db.ts";

import { hourOf, isSummable, VALUE_MAX } from "../readings/readings.repository.ts";

export interface TrendBucket {
  at: Date;
  avg: number;
  min: number;
  max: number;
  count: number;
  /** The last value, if `lastOf`. */
  last?: number;
}

export interface TrendRange {
  from: Date;
  /** Excluded. */
  to: Date;
  bucketMs: number;
  /**
   * Returns each bucket's last value, which takes longer. Rollups do not contain the last value: of a counter it is their maximum, of a
   * state the more likely of minimum and maximum.
   */
  lastOf?: "counter" | "state" | undefined;
}

const FIVE_MINUTES_MS = 300_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;

/** From this bucket length on a trend reads hours or days even if its buckets do not start with an hour or day, ms. */
const LONG_MS = 60 * DAY_MS;
const VERY_LONG_MS = 1_500 * DAY_MS;

/** The coarsest stored interval that a trend's buckets consist of. Hours do not fit where days begin on the half hour. */
function grainOf({ from, to, bucketMs }: TrendRange): "value" | "five-minutes" | "hour" | "day" {
  const lengthMs = to.getTime() - from.getTime();
  const fits = (grainMs: number, longMs: number) =>
    bucketMs >= grainMs &&
    (lengthMs > longMs || (from.getTime() % grainMs === 0 && bucketMs % grainMs === 0));
  if (fits(DAY_MS, VERY_LONG_MS)) return "day";
  if (fits(HOUR_MS, LONG_MS)) return "hour";
  return bucketMs >= FIVE_MINUTES_MS ? "five-minutes" : "value";
}

/**
 * One point from `from` to `to` in buckets of `bucketMs`, from the coarsest rollup that fits. Open hours and late values are read value by
 * value, each instant once, so that a trend is always complete. Rollups replace values past their retention.
 */
export async function listTrend(db: Db, pointId: number, range: TrendRange) {
  const { rows } = await trendOf(pointId, range).execute(db.withoutPlugins());
  const trend: { buckets: TrendBucket[]; suspects: { at: Date; value: number }[] } = {
    buckets: [],
    suspects: [],
  };
  const [columns] = rows;
  if (!columns) return trend;
  for (const [row, bucket] of columns.bucket.entries()) {
    const at = new Date(range.from.getTime() + bucket * range.bucketMs);
    const [avg, min, max] = [columns.avg[row], columns.min[row], columns.max[row]];
    const [last, suspect] = [columns.last[row], columns.suspect[row]];
    if (avg != null && min != null && max != null)
      trend.buckets.push({
        at,
        avg,
        min,
        max,
        count: columns.count[row] ?? 0,
        ...(last != null && { last }),
      });
    if (suspect != null) trend.suspects.push({ at, value: suspect });
  }
  return trend;
}

/**
 * The buckets as columns, in their order. A trend has thousands of buckets, and the driver would read each value of a row by itself.
 */
interface BucketColumns {
  bucket: number[];
  count: number[];
  /** Null if the bucket has no good value. */
  avg: (number | null)[];
  min: (number | null)[];
  max: (number | null)[];
  last: (number | null)[];
  /** The mean of the suspect values; null if the bucket has none. */
  suspect: (number | null)[];
}

const column = (name: string) => sql`coalesce(json_agg(${sql.ref(name)}), '[]') as ${sql.ref(name)}`;

export function trendOf(pointId: number, range: TrendRange): RawBuilder<BucketColumns> {
  const grain = grainOf(range);
  const fromMs = range.from.getTime();
  const toMs = range.to.getTime();
  const fromHour = hourOf(fromMs);
  const toHour = hourOf(toMs - 1);
  const bucketOf = (ms: RawBuilder<unknown>) =>
    sql`((${ms} - ${fromMs}::bigint) / ${range.bucketMs}::bigint)::int`;
  const inRange = (ms: RawBuilder<unknown>) => sql`${ms} >= ${fromMs}::bigint and ${ms} < ${toMs}::bigint`;
  // The greatest pair (ms, value) is the latest. This needs no sorting.
  const none = sql`null::float8[]`;
  const lastOf = (ms: RawBuilder<unknown>) =>
    range.lastOf ? sql`max(array[${ms}::float8, value::float8])` : none;
  const pairOf = (ms: RawBuilder<unknown>, value: RawBuilder<unknown>) =>
    range.lastOf ? sql`array[${ms}::float8, ${value}::float8]` : none;
  const last =
    range.lastOf === "counter"
      ? sql`max`
      : sql`case when sum * 2 > (min + max) * count then max else min end`;
  const inHours = sql`point_id = ${pointId}::int and hour between ${fromHour}::int and ${toHour}::int
    and hour not in (select hour from open_hours)`;

  // Assigns values of each chunk to buckets separately. This costs half as much as merging all values first.
  const chunkMs = sql`hour * 3600000::bigint + offset_ms`;
  const chunks = sql`
    select part.* from readings_chunk, lateral (
      select ${bucketOf(chunkMs)} as bucket, count(*) as count, min(value) as min, max(value) as max, sum(value) as sum, ${lastOf(chunkMs)} as last
      from (select unnest(offsets) as offset_ms, unnest(values) as value, unnest(qualities) as quality) as u
      where coalesce(quality, 0) = 0 and ${isSummable} and ${inRange(chunkMs)} group by 1
    ) as part where ${inHours}`;
  const areSummable = sql`min >= ${sql.lit(-VALUE_MAX)} and max <= ${sql.lit(VALUE_MAX)}`;
  const slotMs = sql`(hour * 3600000::bigint + slot * 300000)`;
  const fiveMinutes = sql`
    select ${bucketOf(slotMs)} as bucket, count, min, max, sum, ${pairOf(slotMs, last)} as last
    from readings_5m, unnest(slots, counts, mins, maxs, sums) as u (slot, count, min, max, sum)
    where ${inHours} and ${areSummable} and ${inRange(slotMs)}`;
  const hourMs = sql`(hour * 3600000::bigint)`;
  const hours = sql`
    select ${bucketOf(hourMs)} as bucket, count, min, max, sum, ${pairOf(hourMs, last)} as last from readings_1h
    where ${inHours} and ${areSummable} and ${inRange(hourMs)}`;
  const dayMs = sql`(day * 86400000::bigint)`;
  // Days with an open hour are computed from hours.
  const days = sql`
    select ${bucketOf(dayMs)} as bucket, count, min, max, sum, ${pairOf(dayMs, last)} as last
    from readings_1d where point_id = ${pointId}::int and ${areSummable} and ${inRange(dayMs)}
      and day between ${Math.floor(fromHour / 24)}::int and ${Math.floor(toHour / 24)}::int
      and day not in (select hour / 24 from open_hours)
    union all
    ${hours} and hour / 24 in (select hour / 24 from open_hours)`;
  const closed = {
    value: sql`${chunks} union all ${fiveMinutes} and hour = any (array(
      select generate_series(${fromHour}::int, ${toHour}::int)
      except select hour from readings_chunk where point_id = ${pointId}::int and hour between ${fromHour}::int and ${toHour}::int))`,
    "five-minutes": fiveMinutes,
    hour: hours,
    day: days,
  }[grain];

  const noValues = sql`0, null, null, null, ${none}`;
  const hasSuspects = toMs - fromMs <= TREND_SUSPECTS_MAX_MS;
  const closedSuspects = sql`
    select ${bucketOf(chunkMs)}, ${noValues}, value
    from readings_chunk, unnest(offsets, values, qualities) as u (offset_ms, value, quality)
    where ${inHours} and qualities is not null and quality <> 0 and ${inRange(chunkMs)}`;

  return sql<BucketColumns>`
    with journal as materialized (
      select id as piece, i as n, at_ms[i] as ms, values[i] as value, coalesce(qualities[i], 0) as quality
      from readings_journal, unnest(array_positions(point_ids, ${pointId}::int)) as i where ${pointId}::int = any (point_ids)
    ), hot as materialized (
      select piece, n, ${chunkMs} as ms, value, coalesce(quality, 0) as quality
      from readings_hot, unnest(offsets, values, qualities) with ordinality as u (offset_ms, value, quality, n)
      where point_id = ${pointId}::int and hour = any (array(
        select hour from readings_open_hours where hour between ${fromHour}::int and ${toHour}::int))
      union all
      select * from journal where ${inRange(sql`ms`)}
    ), open_hours as materialized (
      select distinct (ms / 3600000)::int as hour from hot
    ), open_values as (
      select distinct on (ms) ms, value, case when ${isSummable} then quality else 1 end as quality from (
        select * from hot
        union all
        select 0, 0, ${chunkMs}, value, coalesce(quality, 0)
        from readings_chunk, unnest(offsets, values, qualities) as u (offset_ms, value, quality)
        where point_id = ${pointId}::int and hour in (select hour from open_hours)
      ) as brought order by ms, piece, n
    ), parts as (
      select ${bucketOf(sql`ms`)} as bucket, 1 as count, value as min, value as max, value as sum, ${pairOf(sql`ms`, sql`value`)} as last, null::float8 as suspect
      from open_values where quality = 0 and ${inRange(sql`ms`)}
      union all
      select *, null from (${closed}) as closed
      ${hasSuspects ? sql`union all select ${bucketOf(sql`ms`)}, ${noValues}, value from open_values where quality <> 0 and ${inRange(sql`ms`)} union all ${closedSuspects}` : sql``}
    )
    select ${sql.join(["bucket", "count", "avg", "min", "max", "last", "suspect"].map(column))} from (
      select bucket, sum(sum) / nullif(sum(count), 0) as avg, min(min) as min, max(max) as max, sum(count)::int as count, (max(last))[2] as last,
        coalesce(max(suspect) filter (where abs(suspect) > ${sql.lit(VALUE_MAX)}), avg(suspect) filter (where abs(suspect) <= ${sql.lit(VALUE_MAX)})) as suspect
      from parts group by 1 order by 1
    ) as buckets`;
}
