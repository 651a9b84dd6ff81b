import type { AlarmEvidence } from "@verandah/contract/alarms/alarms.ts";
import type { OfflineReason } from "@verandah/contract/devices/devices.ts";
import type { AlarmText } from "@verandah/equipment/alarm-texts.ts";
import { sql } from "kysely";

import type { Db } from "#core/db.ts";

import { alarmTextOf } from "./alarm-rows.repository.ts";

/** Locks the evaluation, so that only one server evaluates. @returns false when another server evaluates now */
export async function lockEvaluation(db: Db): Promise<boolean> {
  const { rows } = await sql<{ mine: boolean }>`select pg_try_advisory_xact_lock(7461001) as mine`.execute(
    db,
  );
  return rows[0]?.mine ?? false;
}

export interface ActiveAlarm {
  id: number;
  campusId: number;
  cause: string;
  code: number;
  /** Its floor; without a floor, its building or place. */
  placeId: number;
  raisedAt: Date;
  isAcknowledged: boolean;
  isIgnored: boolean;
  explainedBy: number | null;
}

/** Every active alarm, of any campus, oldest first. */
export async function listActive(db: Db): Promise<ActiveAlarm[]> {
  const { rows } = await sql<ActiveAlarm>`
    select a.id, a.campus_id as "campusId", a.cause, a.code, coalesce(l.floor_id, l.building_id, l.id) as "placeId",
      a.raised_at as "raisedAt", a.acknowledged_at is not null as "isAcknowledged", a.ignored_at is not null as "isIgnored",
      a.explained_by as "explainedBy"
    from alarms a join locations l on l.id = a.location_id
    where a.restored_at is null order by a.id`.execute(db);
  return rows;
}

export async function listConditions(db: Db): Promise<Map<string, Date>> {
  const rows = await db.selectFrom("alarm_conditions").select(["cause", "since"]).execute();
  return new Map(rows.map((row) => [row.cause, row.since]));
}

export async function insertConditions(db: Db, causes: readonly string[], since: Date): Promise<void> {
  if (causes.length === 0) return;
  await sql`
    insert into alarm_conditions (cause, since) select unnest(${[...causes]}::text[]), ${since} on conflict do nothing`.execute(
    db,
  );
}

export async function deleteConditions(db: Db, causes: readonly string[]): Promise<void> {
  if (causes.length === 0) return;
  await sql`delete from alarm_conditions where cause = any (${[...causes]}::text[])`.execute(db);
}

/** Deletes all pending conditions whose causes have these names at their end. */
export async function deleteConditionsOf(db: Db, names: readonly string[]): Promise<void> {
  await sql`delete from alarm_conditions where substring(cause from '[^:]*$') = any (${[...names]}::text[])`.execute(
    db,
  );
}

export interface NewAlarm {
  campusId: number;
  locationId: number;
  deviceId: number | null;
  edgeId: number | null;
  pointId: number | null;
  cause: string;
  code: number;
  /** The numbered text of its message for every language; without it the message is a device's own text. */
  text?: AlarmText;
  message: string;
  sourceName: string;
  value: number | null;
  limit: number | null;
  evidence?: AlarmEvidence | undefined;
  offlineReason?: OfflineReason | null;
  raisedAt: Date;
}

/** Raises alarms whose cause has no active alarm. @returns the ids of the raised alarms */
export async function insertAlarms(db: Db, alarms: readonly NewAlarm[]): Promise<number[]> {
  if (alarms.length === 0) return [];
  const { rows } = await sql<{ id: number }>`
    insert into alarms (campus_id, location_id, device_id, edge_id, point_id, cause, code, text_name, text_numbers, text_unit, message,
      source_name, value, limit_value, evidence, offline_reason, raised_at)
    select "campusId", "locationId", "deviceId", "edgeId", "pointId", cause, code, text->>'name',
      case when text is not null then array(select n::float8 from json_array_elements_text(text->'numbers') n) end, text->>'unit', message,
      "sourceName", value, "limit", evidence, "offlineReason", "raisedAt"
    from json_to_recordset(${JSON.stringify(alarms)}) as raised ("campusId" int, "locationId" int, "deviceId" int, "edgeId" int,
      "pointId" int, cause text, code smallint, text json, message text, "sourceName" text, value float8, "limit" float8, evidence jsonb,
      "offlineReason" text, "raisedAt" timestamptz)
    on conflict (cause) where restored_at is null do nothing
    returning id`.execute(db);
  return rows.map((row) => row.id);
}

/** Restores the active alarms of some causes. Locks them in a fixed order, so that it does not deadlock with users who handle them. */
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

/** Causes of a device's active alarms that begin with `prefix`. */
export async function listActiveCauses(db: Db, deviceId: number, prefix: string): Promise<string[]> {
  const rows = await db
    .selectFrom("alarms")
    .select("cause")
    .where("device_id", "=", deviceId)
    .where("restored_at", "is", null)
    .where("cause", "like", `${prefix}%`)
    .execute();
  return rows.map((row) => row.cause);
}

/** An alarm that has not returned to normal: active or shelved. */
export interface CurrentAlarm {
  id: number;
  locationId: number;
  floorId: number | null;
  zoneId: number | null;
  deviceId: number | null;
  deviceType: string | null;
  edgeId: number | null;
  code: number;
  isCritical: boolean;
  isShelved: boolean;
  /** The alarm that explains it; it is then not counted at its place. */
  explainedBy: number | null;
  message: string;
  text: AlarmText | null;
  sourceName: string;
  raisedAt: Date;
}

/** Active and shelved alarms at any of `locationIds`, oldest first. */
export async function listCurrent(db: Db, locationIds: readonly number[]): Promise<CurrentAlarm[]> {
  const { rows } = await sql<CurrentAlarm>`
    select a.id, a.location_id as "locationId", l.floor_id as "floorId", l.zone_id as "zoneId", a.device_id as "deviceId", d.type as "deviceType",
      a.edge_id as "edgeId", code, is_critical as "isCritical",
      ignored_at is not null as "isShelved", explained_by as "explainedBy", message, ${alarmTextOf} as text,
      source_name as "sourceName", raised_at as "raisedAt"
    from alarms a join locations l on l.id = a.location_id left join devices d on d.id = a.device_id
    where restored_at is null and a.location_id = any (${[...locationIds]}::int[]) order by a.id`.execute(db);
  return rows;
}

export interface AlarmCount {
  isCritical: boolean;
  isAcknowledged: boolean;
  count: number;
}

/** Counts of the active alarms of all campuses, without shelved and explained ones. */
export async function countActive(db: Db): Promise<AlarmCount[]> {
  const { rows } = await sql<AlarmCount>`
    select is_critical as "isCritical", acknowledged_at is not null as "isAcknowledged", count(*)::int as count
    from alarms where restored_at is null and ignored_at is null and explained_by is null group by 1, 2 order by 1, 2`.execute(
    db,
  );
  return rows;
}
