import { sql } from "kysely";

import type { Db } from "#core/db.ts";

export type LatestRow = Awaited<ReturnType<typeof listLatest>>[number];

/** A value of a point that is sent in another unit may be of that unit. */
const hasOneUnit = sql<boolean>`points.sent_unit is null`;

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
    .where("devices.type", "in", [...within.deviceTypes]);
  if (within.buildingId !== undefined) query = query.where("locations.buildingId", "=", within.buildingId);
  if (within.campusId !== undefined) query = query.where("devices.campusId", "=", within.campusId);
  if (within.pointIds) query = query.where(sql<boolean>`points.id = any (${[...within.pointIds]}::int[])`);
  return query.execute();
}

/** A limit of the values of one point of a device type. */
export interface TypeLimit {
  deviceType: string;
  paramId: string;
  side: "above" | "below" | "equals";
  limit: number;
}

/** Points whose latest value is out of one of the limits. */
export async function listOutside(db: Db, limits: readonly TypeLimit[]): Promise<number[]> {
  const column = <K extends keyof TypeLimit>(name: K) => limits.map((limit) => limit[name]);
  const { rows } = await sql<{ id: number }>`
    select distinct points.id
    from unnest(${column("deviceType")}::text[], ${column("paramId")}::text[], ${column("side")}::text[], ${column("limit")}::float8[])
      as limits (type, param_id, side, value)
    join points on points.param_id = limits.param_id
    join devices on devices.id = points.device_id and devices.type = limits.type
    join latest on latest.point_id = points.id
    where case limits.side
      when 'above' then latest.value > limits.value
      when 'below' then latest.value < limits.value
      else latest.value = limits.value end`.execute(db);
  return rows.map((row) => row.id);
}

/**
 * Fills the latest values from the stored values, unless they are complete.
 *
 * @param before values after this instant do not become the latest, because their clock is wrong
 * @returns whether they had to be filled
 */
export async function refillLatest(db: Db, before: Date): Promise<boolean> {
  const { rows: whole } = await sql<{
    found: boolean;
  }>`select exists (select from latest_is_whole) as found`.execute(db);
  if (whole[0]?.found) return false;
  // Other servers wait here. After that the values are complete.
  const { rows } = await sql<{ filled: boolean }>`
    with mine as (
      insert into latest_is_whole values (true) on conflict do nothing returning is_whole
    ), journal as (
      select id as piece, n, point_id, ms, value, quality
      from readings_journal, unnest(point_ids, at_ms, values, qualities) with ordinality as u (point_id, ms, value, quality, n)
    ), hot as (
      select piece, n, point_id, hour * 3600000::bigint + offset_ms as ms, value, quality
      from readings_hot, unnest(offsets, values, qualities) with ordinality as u (offset_ms, value, quality, n)
    ), chunks as (
      select 0 as piece, 0 as n, points.id as point_id, hour * 3600000::bigint + offset_ms as ms, value, quality
      from points cross join lateral (
        select * from readings_chunk where point_id = points.id and hour * 3600000::bigint <= ${before.getTime()} order by hour desc limit 1
      ) as newest, unnest(offsets, values, qualities) as u (offset_ms, value, quality)
    ), filled as (
      insert into latest (point_id, at, value, quality, changed_at)
      select distinct on (point_id) point_id, to_timestamp(ms / 1000.0)::timestamptz(3), value, coalesce(quality, 0::smallint),
        to_timestamp(ms / 1000.0)::timestamptz(3)
      from (select * from journal union all select * from hot union all select * from chunks) as stored
      where ms <= ${before.getTime()} and exists (select from mine) order by point_id, ms desc, piece, n
      on conflict (point_id) do update set at = excluded.at, value = excluded.value, quality = excluded.quality,
        changed_at = excluded.changed_at
      where latest.at < excluded.at
    )
    select exists (select from mine) as filled`.execute(db);
  return rows[0]?.filled ?? false;
}
