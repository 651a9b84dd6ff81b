import type { AlarmEvidence } from "@verandah/contract/alarms/alarms.ts";
import { COMMAND_PRIORITY } from "@verandah/contract/commands/commands.ts";
import type { OfflineReason } from "@verandah/contract/devices/devices.ts";
import type { AlarmText } from "@verandah/equipment/alarm-texts.ts";
import { SETBACK_SETPOINT } from "@verandah/equipment/types/ahu.ts";
import { sql } from "kysely";

import type { CampusShares } from "#core/campus-shares.ts";
import { type Db, inShares, queryRow, queryRows, queryColumn, runSql } from "#core/db.ts";

import { alarmTextOf } from "./alarm-rows.repository.ts";
import { type AlarmCause, type AlarmSubject, CauseMap, type SubjectColumns } from "./alarm-subjects.ts";

/** First key of the locks of the evaluation; the second is the share. */
const EVALUATION_LOCK = 7_461_001;

/** Locks shares of the campuses until commit. @returns those that no other process evaluates now */
export function lockShares(db: Db, shares: readonly number[]) {
  return queryColumn(db)<number>`
    select share from unnest(${[...shares]}::int[]) as share where pg_try_advisory_xact_lock(${EVALUATION_LOCK}, share)`;
}

export interface ActiveAlarm extends AlarmCause {
  id: number;
  campusId: number;
  code: number;
  /** Its floor; without a floor, its building or place. */
  placeId: number;
  raisedAt: Date;
  isAcknowledged: boolean;
  isIgnored: boolean;
  explainedBy: number | null;
}

/** The active alarms of some campuses, oldest first. */
export async function listActive(db: Db, shares: CampusShares): Promise<ActiveAlarm[]> {
  const rows = await queryRows(db)<
    Omit<ActiveAlarm, "subject"> & { kind: AlarmSubject["kind"]; subjectId: number }
  >`
    select a.id, a.campus_id, a.subject_kind as kind, a.subject_id, a.rule, a.code, coalesce(l.floor_id, l.building_id, l.id) as "placeId",
      a.raised_at, a.acknowledged_at is not null as "isAcknowledged", a.ignored_at is not null as "isIgnored",
      a.explained_by
    from alarms a join locations l on l.id = a.location_id
    where a.restored_at is null and ${inShares("a.campus_id", shares)} order by a.id`;
  return rows.map(({ kind, subjectId, ...alarm }) => ({ ...alarm, subject: { kind, id: subjectId } }));
}

/** The starts of the running delays of some campuses. */
export async function listConditions(db: Db, shares: CampusShares): Promise<CauseMap<Date>> {
  const rows = await db
    .selectFrom("alarmConditions")
    .selectAll()
    .where(inShares("campus_id", shares))
    .execute();
  return new CauseMap(
    rows.map((row) => [{ subject: { kind: row.subjectKind, id: row.subjectId }, rule: row.rule }, row.since]),
  );
}

const columnsOfCauses = (
  causes: readonly AlarmCause[],
) => sql`${causes.map(({ subject }) => subject.kind)}::text[],
  ${causes.map(({ subject }) => subject.id)}::int[], ${causes.map(({ rule }) => rule)}::text[]`;

export async function insertConditions(
  db: Db,
  causes: readonly (AlarmCause & { campusId: number })[],
  since: Date,
): Promise<void> {
  if (causes.length === 0) return;
  await runSql(db)`
    insert into alarm_conditions (campus_id, subject_kind, subject_id, rule, since)
    select begun.*, ${since}::timestamptz
    from unnest(${causes.map(({ campusId }) => campusId)}::int[], ${columnsOfCauses(causes)}) as begun
    on conflict do nothing`;
}

export async function deleteConditions(db: Db, causes: readonly AlarmCause[]): Promise<void> {
  if (causes.length === 0) return;
  await runSql(db)`
    delete from alarm_conditions where (subject_kind, subject_id, rule) in (select * from unnest(${columnsOfCauses(causes)}))`;
}

/** Deletes all pending conditions of some rules. */
export async function deleteConditionsOf(db: Db, rules: readonly string[]): Promise<void> {
  await db
    .deleteFrom("alarmConditions")
    .where("rule", "in", [...rules])
    .execute();
}

export interface NewAlarm extends AlarmCause, SubjectColumns {
  code: number;
  /** The numbered text of its message for every language; without it the message is a device's own text. */
  text?: AlarmText;
  message: string;
  value: number | null;
  limit: number | null;
  evidence?: AlarmEvidence | undefined;
  offlineReason?: OfflineReason | null;
  raisedAt: Date;
}

/** Raises alarms whose cause has no active alarm. @returns the ids of the raised alarms */
export async function insertAlarms(db: Db, alarms: readonly NewAlarm[]): Promise<number[]> {
  if (alarms.length === 0) return [];
  return queryColumn(db)<number>`
    insert into alarms (campus_id, location_id, device_id, edge_id, point_id, subject_kind, rule, code, text_name, text_numbers, text_unit, message,
      source_name, value, limit_value, evidence, offline_reason, raised_at)
    select "campusId", "locationId", "deviceId", "edgeId", "pointId", subject->>'kind', rule, code, text->>'name',
      case when text is not null then array(select n::float8 from json_array_elements_text(text->'numbers') n) end, text->>'unit', message,
      "sourceName", value, "limit", evidence, "offlineReason", "raisedAt"
    from json_to_recordset(${JSON.stringify(alarms)}) as raised ("campusId" int, "locationId" int, "deviceId" int, "edgeId" int,
      "pointId" int, subject json, rule text, code smallint, text json, message text, "sourceName" text, value float8, "limit" float8, evidence jsonb,
      "offlineReason" text, "raisedAt" timestamptz)
    on conflict (subject_kind, subject_id, rule) where restored_at is null and subject_kind <> 'flood' do nothing
    returning id`;
}

/** Restores some active alarms. Locks them in a fixed order, so that it does not deadlock with users who handle them. */
export async function updateRestored(db: Db, activeIds: readonly number[], at: Date) {
  if (activeIds.length === 0) return [];
  return queryRows(db)<{ id: number; campusId: number }>`
    with held as (
      select id from alarms where id = any (${[...activeIds]}::int[]) and restored_at is null order by id for no key update
    )
    update alarms set restored_at = ${at} from held where alarms.id = held.id
    returning alarms.id, campus_id`;
}

/** Ids of the active alarms of events that a device reported, with any code or one. */
export async function listActiveEventIds(db: Db, deviceId: number, code?: number): Promise<number[]> {
  const all = db
    .selectFrom("alarms")
    .select("id")
    .where("deviceId", "=", deviceId)
    .where("restoredAt", "is", null)
    .where("subjectKind", "=", "device-event");
  const rows = await (code === undefined ? all : all.where("code", "=", code)).execute();
  return rows.map(({ id }) => id);
}

/** Raises the events of devices again that ended at an instant. @returns the ids of the new alarms */
export function insertEventsAgain(db: Db, deviceIds: readonly number[], times: { endedAt: Date; at: Date }) {
  const same = sql`campus_id, location_id, device_id, subject_kind, rule, code, text_name, text_numbers, text_unit, message, source_name`;
  return queryColumn(db)<number>`
    insert into alarms (${same}, raised_at)
    select ${same}, ${times.at} from alarms
    where device_id = any (${[...deviceIds]}::int[]) and subject_kind = 'device-event' and restored_at = ${times.endedAt} order by id
    on conflict (subject_kind, subject_id, rule) where restored_at is null and subject_kind <> 'flood' do nothing
    returning id`;
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
export function listCurrent(db: Db, locationIds: readonly number[]) {
  return queryRows(db)<CurrentAlarm>`
    select a.id, a.location_id, l.floor_id, l.zone_id, a.device_id, d.type as "deviceType",
      a.edge_id, code, is_critical,
      ignored_at is not null as "isShelved", explained_by, message, ${alarmTextOf} as text,
      source_name, raised_at
    from alarms a join locations l on l.id = a.location_id left join devices d on d.id = a.device_id
    where restored_at is null and a.location_id = any (${[...locationIds]}::int[]) order by a.id`;
}

export interface AlarmCount {
  isCritical: boolean;
  isAcknowledged: boolean;
  count: number;
}

/** Counts of the active alarms of all campuses, without shelved and explained ones. */
export function countActive(db: Db) {
  return queryRows(db)<AlarmCount>`
    select is_critical, acknowledged_at is not null as "isAcknowledged", count(*)::int as count
    from alarms where restored_at is null and ignored_at is null and explained_by is null group by 1, 2 order by 1, 2`;
}

/** Alarms of a building, and of its campus itself, that were raised since an instant; without those that another cause explains. */
export async function countRaised(
  db: Db,
  { campusId, buildingId, since }: { campusId: number; buildingId: number; since: Date },
): Promise<{ critical: number; low: number; active: number }> {
  const row = await queryRow(db)<{ critical: number; low: number; active: number }>`
    select count(*) filter (where a.is_critical)::int as critical, count(*) filter (where not a.is_critical)::int as low,
      count(*) filter (where a.restored_at is null and a.ignored_at is null and a.explained_by is null)::int as active
    from alarms a join locations l on l.id = a.location_id
    where a.campus_id = ${campusId} and a.raised_at >= ${since}
      and not exists (select from alarms h where h.id = a.explained_by and h.code <> a.code)
      and (l.building_id = ${buildingId} or l.building_id is null)`;
  return row ?? { critical: 0, low: 0, active: 0 };
}

/** Floors with an air handling unit, or a box that it supplies, at which the setback of a schedule is in force. */
export function listFloorsInSetback(db: Db, floorIds: readonly number[]) {
  return queryColumn(db)<number>`
    select distinct l.floor_id
    from points as p join commands as c on c.point_id = p.id join devices as unit on unit.id = p.device_id
      join devices as d on d.id = unit.id or d.fed_by = unit.id join locations as l on l.id = d.location_id
    where p.param_id = ${SETBACK_SETPOINT} and c.priority = ${COMMAND_PRIORITY.schedule} and c.released_at is null and c.value is not null
      and (c.state = 'verified' or c.failure in ('overridden', 'not-followed')) and l.floor_id = any (${[...floorIds]}::int[])`;
}
