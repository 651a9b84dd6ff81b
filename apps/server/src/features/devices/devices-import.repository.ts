import type { DeviceDescription, EdgeDescription } from "@verandah/field/site.ts";
import { sql } from "kysely";

import { inParts } from "#core/database/in-parts.ts";
import { type Db, queryColumn, runSql } from "#core/db.ts";

/** Ssids of the site file whose device an administrator has deleted (null) or given another ssid, with the present one. */
export async function listMovedSsids(db: Db, campusId: number): Promise<Map<string, string | null>> {
  const rows = await db
    .selectFrom("devices")
    .select(["siteSsid", sql<string | null>`case when removed_at is null then ssid end`.as("ssid")])
    .where("campusId", "=", campusId)
    .where("siteSsid", "is not", null)
    .orderBy("id")
    .execute();
  return new Map(rows.map(({ siteSsid, ssid }) => [siteSsid ?? "", ssid]));
}

/** Locks the devices of a campus until commit, in the same order as the jobs that change them (`lockDevices`). */
export async function lockDevicesOf(db: Db, campusId: number): Promise<void> {
  await runSql(db)`select from devices where campus_id = ${campusId} order by id for no key update`;
}

/** Inserts or updates edges. @returns the ids of all edges of the campus by ssid */
export async function upsertEdges(
  db: Db,
  campusId: number,
  edges: readonly EdgeDescription[],
  isFromFile: boolean,
): Promise<Map<string, number>> {
  for (const some of inParts(edges)) await insertEdges(db, campusId, some, isFromFile);
  const rows = await db.selectFrom("edges").select(["id", "ssid"]).where("campusId", "=", campusId).execute();
  return new Map(rows.map((row) => [row.ssid, row.id]));
}

/** No hash, so that no password matches. */
const NO_PASSWORD = "none";

async function insertEdges(
  db: Db,
  campusId: number,
  edges: readonly EdgeDescription[],
  isFromFile: boolean,
): Promise<void> {
  await db
    .insertInto("edges")
    .values(
      edges.map((edge) => ({
        campusId,
        ssid: edge.ssid,
        name: edge.name,
        kind: edge.kind,
        passwordSha256: edge.passwordSha256 ?? NO_PASSWORD,
        sitePasswordSha256: (isFromFile ? edge.passwordSha256 : null) ?? null,
      })),
    )
    .onConflict((conflict) =>
      conflict
        .column("ssid")
        .doUpdateSet((excluded) => ({
          name: sql<string>`case when exists (select from devices d where d.ssid = edges.ssid and d.is_renamed) then edges.name else excluded.name end`,
          kind: excluded.ref("excluded.kind"),
          // A secret that an administrator has renewed stays until the secret in the site file changes.
          passwordSha256: sql<string>`case when edges.site_password_sha256 <> excluded.site_password_sha256
            or (edges.password_sha256 = ${NO_PASSWORD} and excluded.site_password_sha256 is not null)
            then excluded.password_sha256 else edges.password_sha256 end`,
          sitePasswordSha256: sql<
            string | null
          >`coalesce(excluded.site_password_sha256, edges.site_password_sha256)`,
        }))
        // An edge of another campus with the same ssid does not change.
        .where("edges.campusId", "=", campusId),
    )
    .execute();
}

interface PlacedDevice {
  description: DeviceDescription;
  edgeId: number;
  locationId: number;
  /** The floor of the device in the site file. */
  floorId?: number | undefined;
}

/** Adds devices, or stores their changes. @returns their ids by ssid; devices of other campuses are missing */
export async function upsertDevices(
  db: Db,
  campusId: number,
  devices: readonly PlacedDevice[],
): Promise<Map<string, number>> {
  const ids = new Map<string, number>();
  for (const some of inParts(devices))
    for (const row of await upsertSome(db, campusId, some)) ids.set(row.ssid, row.id);
  return ids;
}

function upsertSome(db: Db, campusId: number, devices: readonly PlacedDevice[]) {
  return db
    .insertInto("devices")
    .values(
      devices.map(({ description, edgeId, locationId, floorId }) => ({
        campusId,
        edgeId,
        locationId,
        ssid: description.ssid,
        name: description.name,
        type: description.type,
        subsystem: description.subsystem,
        positionX: description.position?.[0] ?? null,
        positionY: description.position?.[1] ?? null,
        planFloorId: floorId ?? null,
        latitude: description.geo?.[0] ?? null,
        longitude: description.geo?.[1] ?? null,
        isActive: description.isActive ?? true,
      })),
    )
    .onConflict((conflict) =>
      conflict
        .column("ssid")
        .doUpdateSet((excluded) => ({
          name: sql<string>`case when devices.is_renamed then devices.name else excluded.name end`,
          edgeId: excluded.ref("excluded.edgeId"),
          locationId: sql<number>`case when devices.is_moved then devices.location_id else excluded.location_id end`,
          positionX: excluded.ref("excluded.positionX"),
          positionY: excluded.ref("excluded.positionY"),
          planFloorId: excluded.ref("excluded.planFloorId"),
          // A position that an administrator has set stays.
          latitude: sql<number | null>`coalesce(devices.latitude, excluded.latitude)`,
          longitude: sql<number | null>`coalesce(devices.longitude, excluded.longitude)`,
          isActive: sql<boolean>`case when devices.version > 1 then devices.is_active else excluded.is_active end`,
        }))
        .where("devices.campusId", "=", campusId),
    )
    .returning(["id", "ssid"])
    .execute();
}

/** Sets the unit that feeds each device; null for a device without `fedBy`. @returns the ssids in `fedBy` that the campus does not have */
export function updateFedBy(
  db: Db,
  campusId: number,
  devices: readonly Pick<DeviceDescription, "ssid" | "fedBy">[],
) {
  const ssids = devices.map((device) => device.ssid);
  const feeders = devices.map((device) => device.fedBy ?? null);
  return queryColumn(db)<string>`
    with wanted as (
      select n.ssid, n.feeder, f.id as feeder_id
      from unnest(${ssids}::text[], ${feeders}::text[]) as n (ssid, feeder)
      left join devices as f on f.ssid = n.feeder and f.campus_id = ${campusId}
    ), changed as (
      update devices as d set fed_by = w.feeder_id from wanted as w
      where d.ssid = w.ssid and d.campus_id = ${campusId} and d.fed_by is distinct from w.feeder_id
    )
    select feeder as ssid from wanted where feeder is not null and feeder_id is null`;
}

/** The units of the points of some devices. */
export function listUnits(db: Db, deviceIds: readonly number[]) {
  return db
    .selectFrom("points")
    .select(["deviceId", "paramId", "unit"])
    .where("deviceId", "=", sql<number>`any (${[...deviceIds]}::int[])`)
    .execute();
}

/** The units of the points of a campus's devices of some types. */
export function listUnitsOfTypes(db: Db, campusId: number, types: readonly string[]) {
  return db
    .selectFrom("points")
    .innerJoin("devices", "devices.id", "points.deviceId")
    .select(["devices.ssid", "devices.type", "points.paramId", "points.unit"])
    .where("devices.campusId", "=", campusId)
    .where("devices.type", "in", [...types])
    .orderBy("points.id")
    .execute();
}

/** The points of devices behind gateways are checked again for an hour, as soon as the gateway has their present mapping. */
export async function beginFirstHours(db: Db, deviceIds: readonly number[], at: Date): Promise<void> {
  if (deviceIds.length === 0) return;
  await runSql(db)`
    insert into first_hours (device_id, changed_at, next_at)
    select d.id, ${at}, ${at}::timestamptz + interval '1 minute' from devices d join edges e on e.id = d.edge_id
    where d.id = any (${[...deviceIds]}::int[]) and e.kind = 'gateway'
    on conflict (device_id) do update set changed_at = excluded.changed_at, began_at = null, next_at = excluded.next_at`;
}

type NewPoint = DeviceDescription["points"][number] & { deviceId: number };

/** Adds points, and changes known ones except their units. */
export async function upsertPoints(db: Db, points: readonly NewPoint[]): Promise<void> {
  for (const some of inParts(points)) await upsertSomePoints(db, some);
}

async function upsertSomePoints(db: Db, points: readonly NewPoint[]): Promise<void> {
  await db
    .insertInto("points")
    .values(
      points.map((point) => ({
        deviceId: point.deviceId,
        paramId: point.paramId,
        unit: point.unit,
        kind: point.kind,
        intervalMs: point.intervalMs,
        minValue: point.min ?? null,
        maxValue: point.max ?? null,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(["deviceId", "paramId"]).doUpdateSet((excluded) => ({
        kind: excluded.ref("excluded.kind"),
        intervalMs: excluded.ref("excluded.intervalMs"),
        minValue: excluded.ref("excluded.minValue"),
        maxValue: excluded.ref("excluded.maxValue"),
      })),
    )
    .execute();
}
