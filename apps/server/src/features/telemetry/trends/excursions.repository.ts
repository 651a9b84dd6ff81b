import { sql } from "kysely";

import { type Db, queryRow } from "#core/db.ts";

import { hourOf, VALUE_MAX } from "../readings/readings.repository.ts";

/** A point, its limits and its delay. */
export interface Watched {
  pointId: number;
  low: number | null;
  high: number | null;
  deadband: number;
  /** How long the value must be out of its limits to count, ms. */
  delayMs: number;
}

const SLOT_MS = 300_000;

/** Number of five-minute slots in a delay, at least one. */
const slotsOf = (delayMs: number) => Math.max(1, Math.ceil(delayMs / SLOT_MS));

interface Within {
  from: Date;
  to: Date;
  /** How long a value must be normal again before its excursion ends, ms. */
  offDelayMs: number;
}

/** Counts alarms in the rows of `islands`. Islands with less than the off-delay between them belong to the same alarm. */
const countAlarms = (offDelayMs: number) => sql`
  runs as (
    select key, is_high, delay, min(n) as first, max(n) as last, count(*) filter (where is_out) as outs from islands group by key, is_high, delay, island
  ), apart as (
    select *, coalesce(first - lag(last) over (partition by key, is_high order by first) > ${slotsOf(offDelayMs)}::int, true) as is_new from runs
  ), alarms as (
    select *, sum(is_new::int) over (partition by key, is_high order by first) as alarm from apart
  )
  select count(*)::int as count from (select 1 from alarms group by key, is_high, alarm having bool_or(outs >= delay)) as times`;

/** Values of the points in `wanted` in five-minute slots `n` to `until`. A value is valid until the next one, for at most 15 minutes. */
const slotsBetween = ({ from, to }: Within) => sql`
  hours as (
    select r.*, lead(hour * 12 + slots[1]) over (partition by point_id order by hour) - hour * 12 as next from readings_5m r
    where point_id in (select point_id from wanted) and hour between ${hourOf(from.getTime())}::int and ${hourOf(to.getTime())}::int
  ), slots as (
    select w.*, hour * 12 + slot as n, hour * 12 + least(slot + 2, coalesce(h.slots[at + 1], next) - 1) as until, u.min, u.max, u.sum / u.count as mean
    from wanted w join hours h using (point_id), unnest(h.slots, mins, maxs, sums, counts) with ordinality as u (slot, min, max, sum, count, at)
    where u.min >= ${sql.lit(-VALUE_MAX)} and u.max <= ${sql.lit(VALUE_MAX)}
  )`;

/**
 * How often points were out of their limits for at least their delay, from five-minute values of closed hours. An excursion ends when the
 * value has been within its limit by more than the deadband for the off-delay.
 */
export async function countExcursions(db: Db, watched: readonly Watched[], within: Within): Promise<number> {
  const column = (key: keyof Watched) => watched.map((one) => one[key]);
  const row = await queryRow(db)<{ count: number }>`
    with wanted as (
      select * from unnest(${column("pointId")}::int[], ${column("low")}::float8[], ${column("high")}::float8[], ${column("deadband")}::float8[],
        ${watched.map(({ delayMs }) => slotsOf(delayMs))}::int[]) as w (point_id, low, high, deadband, delay)
    ), ${slotsBetween(within)}, away as (
      select point_id as key, delay, true as is_high, generate_series(n, until) as n, min > high as is_out from slots where min > high - deadband
      union all
      select point_id, delay, false, generate_series(n, until), max < low from slots where max < low + deadband
    ), islands as (
      select *, n - row_number() over (partition by key, is_high order by n) as island from away
    ), ${countAlarms(within.offDelayMs)}`;
  return row?.count ?? 0;
}

/** How often the load of a floor was above its limit for at least a delay, while none of its sensors detected a person. */
export async function countEmptyFloorLoads(
  db: Db,
  floors: readonly { floorId: number; pointId: number; isMeter: boolean; limit: number }[],
  { delayMs, ...within }: Within & { delayMs: number },
): Promise<number> {
  const row = await queryRow(db)<{ count: number }>`
    with wanted as (
      select * from unnest(${floors.map((one) => one.floorId)}::int[], ${floors.map((one) => one.pointId)}::int[],
        ${floors.map((one) => one.isMeter)}::boolean[], ${floors.map((one) => one.limit)}::float8[]) as w (floor_id, point_id, is_meter, most)
    ), ${slotsBetween(within)}, floors as (
      select floor_id, n, sum(mean) filter (where is_meter) > min(most) and max(max) filter (where not is_meter) = 0 as is_out
      from (select floor_id, is_meter, most, mean, max, generate_series(n, until) as n from slots) as each group by 1, 2
    ), islands as (
      select floor_id as key, ${slotsOf(delayMs)}::int as delay, true as is_high, true as is_out, n,
        n - row_number() over (partition by floor_id order by n) as island
      from floors where is_out
    ), ${countAlarms(within.offDelayMs)}`;
  return row?.count ?? 0;
}

/** The first closed hour of points from an instant on. */
export async function findFirstHour(db: Db, pointIds: readonly number[], from: Date): Promise<Date | null> {
  const row = await queryRow(db)<{ hour: number | null }>`
    select min(hour) as hour from readings_5m where point_id = any (${[...pointIds]}::int[]) and hour >= ${hourOf(from.getTime())}::int`;
  const hour = row?.hour ?? null;
  return hour === null ? null : new Date(hour * 3_600_000);
}
