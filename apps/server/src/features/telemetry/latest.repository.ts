import { sql } from "kysely";

import { type Condition, type Db, queryRow, queryRows } from "#core/db.ts";

export type LatestRow = Awaited<ReturnType<typeof listLatest>>[number];

/** A value of a point that is sent in another unit may be of that unit. */
const hasOneUnit = sql<boolean>`points.sent_unit is null`;

const isShown = sql<boolean>`points.hidden_at is null and devices.removed_at is null`;

/** The latest value of every point of some devices, by point id. */
export async function listLatest(db: Db, deviceIds: readonly number[]) {
  if (deviceIds.length === 0) return [];
  return db
    .selectFrom("points")
    .innerJoin("devices", "devices.id", "points.deviceId")
    .leftJoin("latest", (join) => join.onRef("latest.pointId", "=", "points.id").on(hasOneUnit))
    .select([
      "points.id as pointId",
      "devices.id as deviceId",
      "devices.ssid",
      "points.paramId",
      "points.unit",
      "points.kind",
      "points.intervalMs",
      "latest.value",
      "latest.at",
      "latest.quality",
    ])
    .where("points.deviceId", "in", [...deviceIds])
    .where(isShown)
    .orderBy("points.id")
    .execute();
}

export type PlacedValue = Awaited<ReturnType<typeof listPlacedValues>>[number];

export interface PlacedWithin {
  buildingId?: number;
  campusId?: number;
  /** Device types. Another type may use the same point id with another unit. */
  deviceTypes: readonly string[];
  pointIds?: readonly number[];
  deviceIds?: readonly number[] | undefined;
  /** Devices that one of these supplies. */
  fedByIds?: readonly number[] | undefined;
  floorIds?: readonly number[] | undefined;
}

/** Latest values of points with given names, with their places: in one building, in one campus, or everywhere. */
export async function listPlacedValues(db: Db, paramIds: readonly string[], within: PlacedWithin) {
  let query = db
    .selectFrom("latest")
    .innerJoin("points", "points.id", "latest.pointId")
    .innerJoin("devices", "devices.id", "points.deviceId")
    .innerJoin("locations", "locations.id", "devices.locationId")
    .select([
      "points.id as pointId",
      "devices.id as deviceId",
      "devices.campusId",
      "devices.name as deviceName",
      "devices.type as deviceType",
      "devices.ssid",
      /** The device that supplies the point's device: the air handling unit of a VAV box. */
      "devices.fedBy",
      "locations.id as locationId",
      "locations.buildingId",
      "locations.floorId",
      "locations.zoneId",
      "points.paramId",
      "points.unit",
      "points.intervalMs",
      "latest.value",
      "latest.at",
      /** When the value last changed; after a crash of the database, the time of the last value. */
      "latest.changedAt",
      "latest.quality",
    ])
    .where("points.paramId", "in", [...paramIds])
    .where(hasOneUnit)
    .where(isShown)
    .where("devices.type", "in", [...within.deviceTypes]);
  if (within.buildingId !== undefined) query = query.where("locations.buildingId", "=", within.buildingId);
  if (within.campusId !== undefined) query = query.where("devices.campusId", "=", within.campusId);
  if (within.pointIds) query = query.where(sql<boolean>`points.id = any (${[...within.pointIds]}::int[])`);
  if (within.deviceIds) query = query.where(sql<boolean>`devices.id = any (${[...within.deviceIds]}::int[])`);
  if (within.fedByIds)
    query = query.where(sql<boolean>`devices.fed_by = any (${[...within.fedByIds]}::int[])`);
  if (within.floorIds)
    // As a list, so that the database looks each of them up.
    query = query.where(
      sql<boolean>`devices.id = any (array(select d.id from devices d join locations l on l.id = d.location_id where l.floor_id = any (${[...within.floorIds]}::int[])))`,
    );
  return query.execute();
}

/** A limit of the values of one point of a device type. */
export interface TypeLimit {
  deviceType: string;
  paramId: string;
  side: "above" | "below" | "equals";
  limit: number;
}

/** Points, of some or all devices, whose latest value is out of one of the limits. */
export async function listOutside(
  db: Db,
  limits: readonly TypeLimit[],
  deviceIds: readonly number[] | undefined,
): Promise<number[]> {
  if (deviceIds?.length === 0) return [];
  const isChanged = deviceIds ? sql`devices.id = any (${[...deviceIds]}::int[]) and` : sql``;
  const column = <K extends keyof TypeLimit>(name: K) => limits.map((limit) => limit[name]);
  const rows = await queryRows(db)<{ id: number }>`
    select distinct points.id
    from unnest(${column("deviceType")}::text[], ${column("paramId")}::text[], ${column("side")}::text[], ${column("limit")}::float8[])
      as limits (type, param_id, side, value)
    join points on points.param_id = limits.param_id
    join devices on devices.id = points.device_id and devices.type = limits.type
    join latest on latest.point_id = points.id
    where ${isChanged} ${isShown} and case limits.side
      when 'above' then latest.value > limits.value
      when 'below' then latest.value < limits.value
      else latest.value = limits.value end`;
  return rows.map((row) => row.id);
}

export const isLatestEmptied: Condition = sql`not exists (select from latest_is_whole)`;

/** Points of one statement of `refillLatest`. With a million points one statement would take minutes. */
const REFILLED_AT_ONCE = 10_000;

/**
 * Fills the latest values from the stored values, unless they are complete. Several servers share the work.
 *
 * @param before values after this instant do not become the latest, because their clock is wrong
 * @returns whether they were not complete
 */
export async function refillLatest(db: Db, before: Date, pointsAtOnce = REFILLED_AT_ONCE): Promise<boolean> {
  const row = await queryRow(db)<{
    found: boolean;
  }>`select exists (select from latest_is_whole) as found`;
  if (row?.found) return false;
  while (!(await refillPart(db, before, pointsAtOnce)));
  await sql`insert into latest_is_whole values (true) on conflict do nothing`.execute(db);
  return true;
}

/** Fills the latest values of the next points. Another server that works on the points before is waited for. @returns whether these were the last points */
async function refillPart(db: Db, before: Date, points: number): Promise<boolean> {
  const row = await queryRow(db)<{ isLast: boolean }>`
    with part as (
      insert into latest_refilled as r (until_point_id) values (${points}::int)
      on conflict (is_only) do update set until_point_id = r.until_point_id + excluded.until_point_id
      returning until_point_id - ${points}::int as after_id, until_point_id as last_id
    ), journal as (
      select id as piece, n, point_id, ms, value, quality
      from part, readings_journal, unnest(point_ids, at_ms, values, qualities) with ordinality as u (point_id, ms, value, quality, n)
      where point_id > after_id and point_id <= last_id
    ), hot as (
      select piece, n, h.point_id, h.hour * 3600000::bigint + offset_ms as ms, value, quality
      from part, readings_open_hours as o join readings_hot as h on h.hour = o.hour,
        unnest(h.offsets, h.values, h.qualities) with ordinality as u (offset_ms, value, quality, n)
      where h.point_id > after_id and h.point_id <= last_id
    ), chunks as (
      select 0 as piece, 0 as n, points.id as point_id, hour * 3600000::bigint + offset_ms as ms, value, quality
      from part join points on points.id > after_id and points.id <= last_id cross join lateral (
        select * from readings_chunk where point_id = points.id and hour * 3600000::bigint <= ${before.getTime()} order by hour desc limit 1
      ) as newest, unnest(offsets, values, qualities) as u (offset_ms, value, quality)
    ), filled as (
      insert into latest (point_id, at, value, quality, changed_at)
      select distinct on (point_id) point_id, to_timestamp(ms / 1000.0)::timestamptz(3), value, coalesce(quality, 0::smallint),
        to_timestamp(ms / 1000.0)::timestamptz(3)
      from (select * from journal union all select * from hot union all select * from chunks) as stored
      where ms <= ${before.getTime()} order by point_id, ms desc, piece, n
      on conflict (point_id) do update set at = excluded.at, value = excluded.value, quality = excluded.quality,
        changed_at = excluded.changed_at
      where latest.at < excluded.at
    )
    select last_id >= coalesce((select max(id) from points), 0) as "isLast" from part`;
  return row?.isLast ?? true;
}
