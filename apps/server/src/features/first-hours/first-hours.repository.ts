import type { HourEvidence, HourFinding } from "@verandah/contract/gateways/first-hours.ts";
import { sql } from "kysely";

import { type Condition, type Db, queryColumn, queryRow, queryRows, runSql } from "#core/db.ts";

export const isHourDue = (now: Date): Condition =>
  sql`exists (select from first_hours where next_at <= ${now})`;

/** Postpones the next look at some devices that are due. @returns their ids, which no other process gets */
export function claimDue(db: Db, now: Date, until: Date, limit: number) {
  return queryColumn(db)<number>`
    update first_hours set next_at = ${until} where device_id = any (array(
      select device_id from first_hours where next_at <= ${now} order by next_at limit ${limit} for update skip locked))
    returning device_id`;
}

/** A device behind a gateway in its first hour. */
export interface HourDevice {
  id: number;
  campusId: number;
  type: string;
  edgeId: number;
  /** Null: the gateway has the mapping in its own file. */
  profile: string | null;
  modelVersion: string | null;
  clockOffsetMs: number | null;
  changedAt: Date;
  beganAt: Date | null;
  isRemoved: boolean;
}

export function listHourDevices(db: Db, ids: readonly number[]) {
  return queryRows(db)<HourDevice>`
    select d.id, d.campus_id, d.type, e.id as "edgeId", case when e.model_settings is not null then g.profile end as profile,
      e.model_version, e.clock_offset_ms, f.changed_at, f.began_at, d.removed_at is not null as "isRemoved"
    from first_hours f join devices d on d.id = f.device_id join edges e on e.id = d.edge_id
      left join gateway_devices g on g.device_id = d.id
    where d.id = any (${[...ids]}::int[]) order by d.id`;
}

/** The shown points of devices. */
export function listPoints(db: Db, deviceIds: readonly number[]) {
  return queryRows(db)<{
    id: number;
    deviceId: number;
    paramId: string;
    unit: string;
    min: number | null;
    max: number | null;
  }>`
    select id, device_id, param_id, unit, min_value as min, max_value as max from points
    where device_id = any (${[...deviceIds]}::int[]) and hidden_at is null order by id`;
}

/** Stores when the hour of a device began and its next look, unless its mapping has changed since. */
export async function updateHour(
  db: Db,
  { id, changedAt }: Pick<HourDevice, "id" | "changedAt">,
  hour: { beganAt: Date | null; nextAt: Date | null },
): Promise<boolean> {
  const rows = await queryRows(db)`
    update first_hours set began_at = ${hour.beganAt}, next_at = ${hour.nextAt}
    where device_id = ${id} and changed_at = ${changedAt} returning device_id`;
  return rows.length > 0;
}

interface NewFinding {
  paramId: string | null;
  rule: string;
  evidence: HourEvidence;
}

/**
 * Stores what a look at a device, or at a gateway, found in place of what earlier looks found. Dismissed findings stay so; a corrected one
 * that is found again is open again.
 *
 * @returns whether something changed
 */
export async function saveFindings(
  db: Db,
  subject: { deviceId: number } | { edgeId: number },
  findings: readonly NewFinding[],
  { at, isOver }: { at: Date; isOver: boolean },
): Promise<boolean> {
  const deviceId = "deviceId" in subject ? subject.deviceId : null;
  const edgeId = "edgeId" in subject ? subject.edgeId : null;
  const [row] = await queryColumn(db)<number>`
    with found as (
      select * from jsonb_to_recordset(${JSON.stringify(findings)}::jsonb) as f ("paramId" text, rule text, evidence jsonb)
    ), gone as (
      delete from first_hour_findings o
      where (o.device_id, o.edge_id) is not distinct from (${deviceId}::int, ${edgeId}::int) and o.dismissed_at is null
        and (o.corrected_at is null or ${isOver})
        and not exists (select from found f where f.rule = o.rule and f."paramId" is not distinct from o.param_id)
      returning 1
    ), kept as (
      insert into first_hour_findings as o (device_id, edge_id, param_id, rule, evidence, found_at)
      select ${deviceId}::int, ${edgeId}::int, "paramId", rule, evidence, ${at}::timestamptz from found
      on conflict (device_id, edge_id, param_id, rule) do update set evidence = excluded.evidence, corrected_at = null, undo = null
      where o.evidence <> excluded.evidence or o.corrected_at is not null
      returning 1
    )
    select (select count(*) from gone)::int + (select count(*) from kept)::int`;
  return (row ?? 0) > 0;
}

/** A finding of a campus with the mapping of its point. */
export interface FindingRow {
  id: number;
  rule: HourFinding["rule"];
  deviceId: number | null;
  ssid: string | null;
  name: string | null;
  type: string | null;
  gateway: string;
  paramId: string | null;
  unit: string | null;
  foundAt: Date;
  evidence: HourEvidence;
  profile: string | null;
}

/** Open findings of a campus: of one gateway and its devices, of devices with a profile, or one; without those of clocks that are right by now. */
export function listFindings(
  db: Db,
  campusId: number,
  where: { edgeId?: number; profile?: string; id?: number; clockMaxMs?: number },
) {
  const { edgeId = null, profile = null, id = null, clockMaxMs = null } = where;
  return queryRows(db)<FindingRow>`
    select o.id, o.rule, o.device_id, d.ssid, d.name, d.type, e.ssid as gateway, o.param_id, p.unit, o.found_at, o.evidence,
      case when e.model_settings is not null then g.profile end as profile
    from first_hour_findings o left join devices d on d.id = o.device_id join edges e on e.id = coalesce(d.edge_id, o.edge_id)
      left join points p on p.device_id = d.id and p.param_id = o.param_id left join gateway_devices g on g.device_id = d.id
    where e.campus_id = ${campusId} and d.removed_at is null and o.dismissed_at is null and o.corrected_at is null
      and e.id = coalesce(${edgeId}, e.id) and (${profile}::text is null or g.profile = ${profile}) and o.id = coalesce(${id}, o.id)
      and (o.edge_id is null or abs(e.clock_offset_ms) > coalesce(${clockMaxMs}::int, -1))
    order by d.ssid nulls first, p.id nulls first, o.id`;
}

/** How many points of a gateway's devices are in their first hour or had it. */
export async function countPoints(db: Db, edgeId: number) {
  const row = await queryRow(db)<{ points: number; checked: number; silent: number }>`
    select count(*)::int as points, (count(*) filter (where f.next_at is null and l.at > f.changed_at))::int as checked,
      (count(*) filter (where (l.at > f.changed_at) is not true))::int as silent
    from first_hours f join devices d on d.id = f.device_id join points p on p.device_id = d.id left join latest l on l.point_id = p.id
    where d.edge_id = ${edgeId} and d.removed_at is null and p.hidden_at is null`;
  return row ?? { points: 0, checked: 0, silent: 0 };
}

/** Locks a finding of a campus. */
export function lockFinding(db: Db, campusId: number, id: number) {
  return queryRow(db)<{ id: number; ssid: string; undo: unknown }>`
    select o.id, coalesce(d.ssid, e.ssid) as ssid, o.undo from first_hour_findings o left join devices d on d.id = o.device_id
      join edges e on e.id = coalesce(d.edge_id, o.edge_id)
    where o.id = ${id} and e.campus_id = ${campusId} for update of o`;
}

export async function updateCorrected(db: Db, ids: readonly number[], at: Date, undo: object): Promise<void> {
  await runSql(db)`
    update first_hour_findings set corrected_at = ${at}, undo = ${JSON.stringify(undo)}::jsonb where id = any (${[...ids]}::int[])`;
}

/** Opens all findings of a correction again. */
export async function reopen(db: Db, undo: unknown): Promise<void> {
  await runSql(db)`
    update first_hour_findings set corrected_at = null, undo = null where undo = ${JSON.stringify(undo)}::jsonb`;
}

export async function updateDismissed(db: Db, id: number, dismissedAt: Date | null): Promise<void> {
  await db.updateTable("firstHourFindings").set({ dismissedAt }).where("id", "=", id).execute();
}
