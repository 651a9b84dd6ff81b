import { sql } from "kysely";

import type { Db } from "#core/db.ts";

/** Rows as parallel columns, the form that PostgreSQL's unnest takes. `quality`: 0 good, 1 suspect. */
export interface ReadingColumns {
  pointIds: number[];
  atMs: number[];
  values: number[];
  qualities: number[];
}

/** Adds the new good values of `added` to a rollup. */
const rollup = (table: "readings_5m" | "readings_1h", width: string) => sql`
    insert into ${sql.table(table)} (point_id, at, count, min, max, sum)
    select point_id, date_bin(${sql.lit(width)}::interval, at, 'epoch'::timestamptz), count(*), min(value), max(value), sum(value)
    from added where quality = 0 group by 1, 2
    on conflict (point_id, at) do update set
      count = ${sql.table(table)}.count + excluded.count, sum = ${sql.table(table)}.sum + excluded.sum,
      min = least(${sql.table(table)}.min, excluded.min), max = greatest(${sql.table(table)}.max, excluded.max)`;

/**
 * Stores readings, their rollups and the latest values in one statement. What is already there changes nothing: rollups are made from
 * the rows that were really added. The partitions of their days must exist.
 *
 * @param latestBefore values measured after it do not become the latest (their clock is wrong)
 * @returns how many were new
 */
export async function insertReadings(db: Db, rows: ReadingColumns, latestBefore: Date): Promise<number> {
  const { rows: result } = await sql<{ stored: number }>`
    with added as (
      insert into readings (point_id, at, value, quality)
      select point_id, to_timestamp(ms / 1000.0)::timestamptz(3), value, quality
      from unnest(${rows.pointIds}::int[], ${rows.atMs}::int8[], ${rows.values}::float8[], ${rows.qualities}::smallint[])
        as r (point_id, ms, value, quality)
      on conflict do nothing
      returning point_id, at, value, quality
    ), newest as (
      insert into latest (point_id, at, value, quality)
      select distinct on (point_id) point_id, at, value, quality from added
      where at <= ${latestBefore} order by point_id, at desc
      on conflict (point_id) do update set at = excluded.at, value = excluded.value, quality = excluded.quality
      where latest.at < excluded.at
    ), five_minutes as (${rollup("readings_5m", "5 minutes")}), hours as (${rollup("readings_1h", "1 hour")})
    select count(*)::int as stored from added`.execute(db);
  return result[0]?.stored ?? 0;
}

const dayName = (day: string) => `readings_${day.replaceAll("-", "")}`;

/** Makes the partition of one UTC day, `yyyy-mm-dd`, where it is missing. */
export async function createDayPartition(db: Db, day: string): Promise<void> {
  const end = new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString();
  await sql`create table if not exists ${sql.table(dayName(day))} partition of readings
    for values from (${sql.lit(`${day}T00:00:00Z`)}) to (${sql.lit(end)})`.execute(db);
}

/** Drops the partitions of the days before `day`. Their rollups stay. @returns the days */
export async function deleteDaysBefore(db: Db, day: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'readings'::regclass`.execute(db);
  const old = rows.map((row) => row.name).filter((name) => name < dayName(day));
  for (const name of old) await sql`drop table ${sql.table(name)}`.execute(db);
  return old;
}

export interface PointRow {
  pointId: number;
  deviceId: number;
  edgeId: number;
  campusId: number;
  ssid: string;
  paramId: string;
  min: number | null;
  max: number | null;
}

/** Every point, for finding those that messages name. */
export async function listPoints(db: Db): Promise<PointRow[]> {
  return db
    .selectFrom("points")
    .innerJoin("devices", "devices.id", "points.device_id")
    .select([
      "points.id as pointId",
      "devices.id as deviceId",
      "devices.edge_id as edgeId",
      "devices.campus_id as campusId",
      "devices.ssid",
      "points.param_id as paramId",
      "points.min_value as min",
      "points.max_value as max",
    ])
    .execute();
}

/** Remembers how far a sender's numbering has come. */
export async function updateEdgeSequence(
  db: Db,
  edges: readonly { edgeId: number; epoch: string; seq: number }[],
): Promise<void> {
  if (edges.length === 0) return;
  await sql`
    update edges set last_seq = case when last_epoch = e.epoch then greatest(last_seq, e.seq) else e.seq end, last_epoch = e.epoch
    from unnest(${edges.map((e) => e.edgeId)}::int[], ${edges.map((e) => e.epoch)}::text[], ${edges.map((e) => e.seq)}::int8[])
      as e (id, epoch, seq)
    where edges.id = e.id`.execute(db);
}

export interface LatestRow {
  pointId: number;
  deviceId: number;
  ssid: string;
  paramId: string;
  unit: string;
  kind: "reading" | "setpoint" | "command";
  intervalMs: number;
  value: number | null;
  at: Date | null;
  quality: number | null;
}

/** The latest value of every point of some devices, by point id. */
export async function listLatest(db: Db, deviceIds: readonly number[]): Promise<LatestRow[]> {
  if (deviceIds.length === 0) return [];
  return db
    .selectFrom("points")
    .innerJoin("devices", "devices.id", "points.device_id")
    .leftJoin("latest", "latest.point_id", "points.id")
    .select([
      "points.id as pointId",
      "devices.id as deviceId",
      "devices.ssid",
      "points.param_id as paramId",
      "points.unit",
      "points.kind",
      "points.interval_ms as intervalMs",
      "latest.value",
      "latest.at",
      "latest.quality",
    ])
    .where("points.device_id", "in", [...deviceIds])
    .orderBy("points.id")
    .execute();
}

export interface PlacedValue {
  pointId: number;
  deviceId: number;
  campusId: number;
  deviceName: string;
  locationId: number;
  buildingId: number | null;
  floorId: number | null;
  zoneId: number | null;
  paramId: string;
  unit: string;
  intervalMs: number;
  value: number;
  at: Date;
  quality: number;
}

/** Latest values of points of given names, with where they were measured; of one building, of one campus, or of all. */
export async function listPlacedValues(
  db: Db,
  paramIds: readonly string[],
  within: { buildingId?: number; campusId?: number; deviceType?: string },
): Promise<PlacedValue[]> {
  let query = db
    .selectFrom("latest")
    .innerJoin("points", "points.id", "latest.point_id")
    .innerJoin("devices", "devices.id", "points.device_id")
    .innerJoin("locations", "locations.id", "devices.location_id")
    .select([
      "points.id as pointId",
      "devices.id as deviceId",
      "devices.campus_id as campusId",
      "devices.name as deviceName",
      "locations.id as locationId",
      "locations.building_id as buildingId",
      "locations.floor_id as floorId",
      "locations.zone_id as zoneId",
      "points.param_id as paramId",
      "points.unit",
      "points.interval_ms as intervalMs",
      "latest.value",
      "latest.at",
      "latest.quality",
    ])
    .where("points.param_id", "in", [...paramIds]);
  if (within.deviceType) query = query.where("devices.type", "=", within.deviceType);
  if (within.buildingId !== undefined) query = query.where("locations.building_id", "=", within.buildingId);
  if (within.campusId !== undefined) query = query.where("devices.campus_id", "=", within.campusId);
  return query.execute();
}

export interface FoundPoint {
  id: number;
  deviceId: number;
  unit: string;
  kind: "reading" | "setpoint" | "command";
  min: number | null;
  max: number | null;
}

export async function findPoint(db: Db, deviceId: number, paramId: string): Promise<FoundPoint | undefined> {
  return db
    .selectFrom("points")
    .select(["id", "device_id as deviceId", "unit", "kind", "min_value as min", "max_value as max"])
    .where("device_id", "=", deviceId)
    .where("param_id", "=", paramId)
    .executeTakeFirst();
}

export interface TrendBucket {
  at: Date;
  avg: number;
  min: number;
  max: number;
  count: number;
}

const HOUR_MS = 3_600_000;
const FIVE_MINUTES_MS = 300_000;

/** From this length on a trend is read from hours even if its buckets begin between two of them, ms. */
const LONG_MS = 100 * 24 * HOUR_MS;

/** Hours are good for buckets that begin and end on the hour; in India a day does not. */
function isOfHours({ from, to, bucketMs }: { from: Date; to: Date; bucketMs: number }): boolean {
  const isOnTheHour = from.getTime() % HOUR_MS === 0 && bucketMs % HOUR_MS === 0;
  return bucketMs >= HOUR_MS && (isOnTheHour || to.getTime() - from.getTime() > LONG_MS);
}

/**
 * One point from `from` (included) to `to` (excluded) in buckets of `bucketMs`, from rollups where the buckets are wide enough, and
 * where the values themselves are past their keeping.
 */
export async function listTrend(
  db: Db,
  pointId: number,
  range: { from: Date; to: Date; bucketMs: number },
): Promise<TrendBucket[]> {
  const within = sql`point_id = ${pointId} and at >= ${range.from} and at < ${range.to}`;
  const hours = sql`select at, count, min, max, sum from readings_1h where ${within}`;
  const fiveMinutes = sql`select at, count, min, max, sum from readings_5m where ${within}`;
  const values = sql`
    select at, 1 as count, value as min, value as max, value as sum from readings where ${within} and quality = 0
    union all
    ${fiveMinutes} and at < coalesce(
      (select date_bin('5 minutes', min(at), 'epoch') from readings where point_id = ${pointId}), 'infinity')`;
  const source = isOfHours(range) ? hours : range.bucketMs >= FIVE_MINUTES_MS ? fiveMinutes : values;
  const { rows } = await sql<TrendBucket>`
    select date_bin(${range.bucketMs} * interval '1 millisecond', at, ${range.from}) as at,
      sum(sum) / sum(count) as avg, min(min) as min, max(max) as max, sum(count)::int as count
    from (${source}) as samples
    group by 1 order by 1`.execute(db);
  return rows;
}
