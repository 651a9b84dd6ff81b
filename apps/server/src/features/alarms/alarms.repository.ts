import { sql } from "kysely";

import type { Db } from "#core/db.ts";

/** Only one evaluation runs at a time, whatever the number of servers. @returns false when another has the turn */
export async function findEvaluationTurn(db: Db): Promise<boolean> {
  const { rows } = await sql<{ mine: boolean }>`select pg_try_advisory_xact_lock(7461001) as mine`.execute(
    db,
  );
  return rows[0]?.mine ?? false;
}

export async function listActiveCauses(db: Db): Promise<string[]> {
  const rows = await db.selectFrom("alarms").select("cause").where("restored_at", "is", null).execute();
  return rows.map((row) => row.cause);
}

export async function listConditions(db: Db): Promise<Map<string, Date>> {
  const rows = await db.selectFrom("alarm_conditions").select(["cause", "since"]).execute();
  return new Map(rows.map((row) => [row.cause, row.since]));
}

export async function insertConditions(db: Db, causes: readonly string[], since: Date): Promise<void> {
  if (causes.length === 0) return;
  await db
    .insertInto("alarm_conditions")
    .values(causes.map((cause) => ({ cause, since })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function deleteConditions(db: Db, causes: readonly string[]): Promise<void> {
  if (causes.length === 0) return;
  await db
    .deleteFrom("alarm_conditions")
    .where("cause", "in", [...causes])
    .execute();
}

export interface NewAlarm {
  campusId: number;
  locationId: number;
  deviceId: number | null;
  edgeId: number | null;
  pointId: number | null;
  cause: string;
  code: number;
  message: string;
  sourceName: string;
  value: number | null;
  limit: number | null;
  raisedAt: Date;
}

export async function insertAlarms(db: Db, alarms: readonly NewAlarm[]): Promise<number[]> {
  if (alarms.length === 0) return [];
  const rows = await db
    .insertInto("alarms")
    .values(
      alarms.map((alarm) => ({
        campus_id: alarm.campusId,
        location_id: alarm.locationId,
        device_id: alarm.deviceId,
        edge_id: alarm.edgeId,
        point_id: alarm.pointId,
        cause: alarm.cause,
        code: alarm.code,
        message: alarm.message,
        source_name: alarm.sourceName,
        value: alarm.value,
        limit_value: alarm.limit,
        raised_at: alarm.raisedAt,
      })),
    )
    .returning("id")
    .execute();
  return rows.map((row) => row.id);
}

/** @returns the campuses of the alarms that were active */
export async function updateRestored(db: Db, causes: readonly string[], at: Date): Promise<number[]> {
  if (causes.length === 0) return [];
  const rows = await db
    .updateTable("alarms")
    .set({ restored_at: at })
    .where("cause", "in", [...causes])
    .where("restored_at", "is", null)
    .returning("campus_id")
    .execute();
  return rows.map((row) => row.campus_id);
}

export async function listBuildingIds(db: Db, campusIds: readonly number[]): Promise<number[]> {
  if (campusIds.length === 0) return [];
  const rows = await db
    .selectFrom("locations")
    .select("id")
    .where("campus_id", "in", [...campusIds])
    .where("zone_type", "=", "GL_LOCATION_TYPE_BUILDING")
    .execute();
  return rows.map((row) => row.id);
}

export interface AlarmRow {
  id: number;
  code: number;
  message: string;
  sourceName: string;
  floorId: number | null;
  zoneId: number | null;
  raisedAt: Date;
  acknowledgedAt: Date | null;
  timeZone: string;
}

function activeAlarms(db: Db) {
  return db
    .selectFrom("alarms")
    .innerJoin("locations", "locations.id", "alarms.location_id")
    .innerJoin("campuses", "campuses.id", "alarms.campus_id")
    .select([
      "alarms.id",
      "alarms.code",
      "alarms.message",
      "alarms.source_name as sourceName",
      "locations.floor_id as floorId",
      "locations.zone_id as zoneId",
      "alarms.raised_at as raisedAt",
      "alarms.acknowledged_at as acknowledgedAt",
      "campuses.time_zone as timeZone",
    ])
    .where("alarms.restored_at", "is", null)
    .where("alarms.ignored_at", "is", null);
}

/** Active alarms at any of `locationIds` with codes in [`fromCode`, `beforeCode`), newest first. */
export function listActive(
  db: Db,
  locationIds: readonly number[],
  codes: { from: number; before: number },
  limit: number,
): Promise<AlarmRow[]> {
  return activeAlarms(db)
    .where("alarms.location_id", "in", [...locationIds])
    .where("alarms.code", ">=", codes.from)
    .where("alarms.code", "<", codes.before)
    .orderBy("alarms.raised_at", "desc")
    .orderBy("alarms.id", "desc")
    .limit(limit)
    .execute();
}

/** Those of some alarms that are active and stand in one building. */
export async function listActiveByIds(
  db: Db,
  ids: readonly number[],
  buildingId: number,
): Promise<AlarmRow[]> {
  if (ids.length === 0) return [];
  return activeAlarms(db)
    .where("alarms.id", "in", [...ids])
    .where("locations.building_id", "=", buildingId)
    .execute();
}

export interface AlarmCount {
  locationId: number;
  deviceId: number | null;
  isCritical: boolean;
  count: number;
}

/** Active alarms at any of `locationIds`, counted by place, device and class. */
export async function countActive(
  db: Db,
  locationIds: readonly number[],
  lowFrom: number,
): Promise<AlarmCount[]> {
  const { rows } = await sql<AlarmCount>`
    select location_id as "locationId", device_id as "deviceId", code < ${lowFrom} as "isCritical", count(*)::int as count
    from alarms where restored_at is null and ignored_at is null and location_id = any (${[...locationIds]}::int[])
    group by 1, 2, 3`.execute(db);
  return rows;
}
