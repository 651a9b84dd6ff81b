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

/** Restores the active alarms of some causes; held in order, so that people who handle them at the same time wait rather than clash. */
export async function updateRestored(
  db: Db,
  causes: readonly string[],
  at: Date,
): Promise<{ id: number; campusId: number }[]> {
  if (causes.length === 0) return [];
  const { rows } = await sql<{ id: number; campusId: number }>`
    with held as (
      select id from alarms where cause = any (${[...causes]}) and restored_at is null order by id for no key update
    )
    update alarms set restored_at = ${at} from held where alarms.id = held.id
    returning alarms.id, campus_id as "campusId"`.execute(db);
  return rows;
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

export interface AlarmCount {
  locationId: number;
  deviceId: number | null;
  isCritical: boolean;
  /** Shown under another alarm, and no part of a place's total. */
  isExplained: boolean;
  count: number;
}

/** Active alarms at any of `locationIds`, counted by place, device and class. */
export async function countActive(db: Db, locationIds: readonly number[]): Promise<AlarmCount[]> {
  const { rows } = await sql<AlarmCount>`
    select location_id as "locationId", device_id as "deviceId", is_critical as "isCritical",
      explained_by is not null as "isExplained", count(*)::int as count
    from alarms where restored_at is null and ignored_at is null and location_id = any (${[...locationIds]}::int[])
    group by 1, 2, 3, 4`.execute(db);
  return rows;
}
