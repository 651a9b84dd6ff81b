import type { AlertEntry } from "@verandah/contract/alarms/alarms.ts";
import type { OfflineReason } from "@verandah/contract/devices/devices.ts";
import { sql } from "kysely";

import { type Db, type Row, queryRow, queryRows, queryColumn } from "#core/db.ts";
import { localTime } from "#core/local-time.ts";

type AlarmText = NonNullable<AlertEntry["text"]>;

/** The name of the text of alarm `a`; null for a device's own text. */
export const alarmTextOf = sql<AlarmText | null>`case when a.text_name is not null then json_strip_nulls(json_build_object('name', a.text_name,
  'numbers', coalesce(a.text_numbers, '{}'), 'unit', a.text_unit)) end`;

/** The place of an alarm at `l`, on the floor `f` and in the zone `z`. */
const locationText = sql`concat_ws(', ', f.name, case when z.id <> l.id then z.name end, case when f.id is distinct from l.id then l.name end)`;

/** `locationText` of alarm `a`. */
export const alarmLocationOf = sql`(select ${locationText} from locations l left join locations f on f.id = l.floor_id
  left join locations z on z.id = l.zone_id where l.id = a.location_id)`;

export interface AlarmRow
  extends
    Row<"alarms", "id" | "code" | "message" | "sourceName" | "raisedAt" | "restoredAt" | "acknowledgedAt">,
    Row<"alarms", "ignoredAt" | "ignoredUntil" | "ignoredReason">,
    Row<"locations", "buildingId" | "floorId" | "zoneId"> {
  text: AlarmText | null;
  acknowledgedBy: string | null;
  ignoredBy: string | null;
  /** When it was raised, in its campus's zone: `2026-01-05 13:30:00`. */
  localTime: string;
  ssid: string | null;
  /** Names from the floor down to its place, or the building's. */
  location: string;
  explains: number;
}

/** The given alarms in the given order, of any campus: the caller has checked the ids. */
export async function listRows(db: Db, ids: readonly number[]): Promise<AlarmRow[]> {
  if (ids.length === 0) return [];
  return queryRows(db)<AlarmRow>`
    select a.id, a.code, a.message, ${alarmTextOf} as text, a.source_name, l.building_id, l.floor_id, l.zone_id,
      a.raised_at, a.restored_at, a.acknowledged_at, acknowledger.username as "acknowledgedBy",
      a.ignored_at, ignorer.username as "ignoredBy", a.ignored_until, a.ignored_reason,
      to_char(${localTime(sql`a.raised_at`, sql`c.time_zone`)}, 'YYYY-MM-DD HH24:MI:SS') as "localTime", d.ssid,
      ${locationText} as location,
      (select count(*)::int from alarms e where e.explained_by = a.id) as explains
    from unnest(${[...ids]}::int[]) with ordinality as wanted (id, place)
    join alarms a on a.id = wanted.id
    join campuses c on c.id = a.campus_id
    join locations l on l.id = a.location_id
    left join locations f on f.id = l.floor_id
    left join locations z on z.id = l.zone_id
    left join devices d on d.id = a.device_id
    left join users acknowledger on acknowledger.id = a.acknowledged_by
    left join users ignorer on ignorer.id = a.ignored_by
    order by wanted.place`;
}

/** Active alarms at any of `locationIds`, newest first; without those that another alarm explains. */
export function listActiveIds(db: Db, locationIds: readonly number[], isCritical: boolean, limit: number) {
  return queryColumn(db)<number>`
    select id from alarms
    where restored_at is null and ignored_at is null and explained_by is null
      and is_critical = ${isCritical} and location_id = any (${[...locationIds]}::int[])
    order by raised_at desc, id desc limit ${limit}`;
}

/** Active alarms of some devices, newest first. Includes explained alarms, because the caller may not see the explaining one. */
export function listActiveIdsOfDevices(db: Db, deviceIds: readonly number[]) {
  return queryColumn(db)<number>`
    select id from alarms
    where restored_at is null and ignored_at is null and device_id = any (${[...deviceIds]}::int[])
    order by raised_at desc, id desc`;
}

/** The newest alarms of a campus in a time range, in any state; of one class, or of both. */
export function listNewestIds(
  db: Db,
  campusId: number,
  isCritical: boolean | undefined,
  within: { from: Date | undefined; to: Date | undefined; limit: number },
) {
  return queryColumn(db)<number>`
    select id from alarms
    where campus_id = ${campusId} and is_critical = any (${isCritical === undefined ? [true, false] : [isCritical]}::boolean[])
      and raised_at >= ${within.from ?? "-infinity"} and raised_at < ${within.to ?? "infinity"}
    order by raised_at desc, id desc limit ${within.limit}`;
}

/** Alarms at any of `locationIds` that were ignored and have not returned, newest first. */
export function listShelvedIds(db: Db, campusId: number, locationIds: readonly number[], limit: number) {
  return queryColumn(db)<number>`
    select id from alarms
    where campus_id = ${campusId} and ignored_at is not null and restored_at is null
      and location_id = any (${[...locationIds]}::int[])
    order by raised_at desc, id desc limit ${limit}`;
}

/** The newest alarms of a device, in any state. */
export async function listIdsOfDevice(
  db: Db,
  deviceId: number,
  { from, to, limit }: { from?: Date | undefined; to?: Date | undefined; limit: number },
): Promise<number[]> {
  let query = db.selectFrom("alarms").select("id").where("deviceId", "=", deviceId);
  if (from) query = query.where((eb) => eb.or([eb("restoredAt", "is", null), eb("restoredAt", ">", from)]));
  if (to) query = query.where("raisedAt", "<", to);
  const rows = await query.orderBy("raisedAt", "desc").orderBy("id", "desc").limit(limit).execute();
  return rows.map((row) => row.id);
}

export interface LastingQuery {
  code: number;
  locationIds: readonly number[];
  from: Date;
  to: Date;
}

/** Alarms of a code at places that were active in a time range, newest first. */
export function listLasting(db: Db, { code, locationIds, from, to }: LastingQuery) {
  return db
    .selectFrom("alarms")
    .select(["id", "locationId", "raisedAt", "restoredAt", "limitValue as limit"])
    .where("code", "=", code)
    .where("locationId", "in", [...locationIds])
    .where("raisedAt", "<", to)
    .where((eb) => eb.or([eb("restoredAt", "is", null), eb("restoredAt", ">", from)]))
    .orderBy("raisedAt", "desc")
    .execute();
}

export interface AlarmDetails {
  value: number | null;
  limit: number | null;
  unit: string | null;
  paramId: string | null;
  ssid: string | null;
  deviceName: string | null;
  deviceType: string | null;
  evidence: unknown;
  offlineReason: OfflineReason | null;
  path: string[];
}

/** The fields that only the details of an alarm show. */
export function findDetails(db: Db, campusId: number, id: number) {
  return queryRow(db)<AlarmDetails>`
    select a.value, a.limit_value as limit, p.unit, p.param_id, d.ssid, d.name as "deviceName", d.type as "deviceType", a.evidence,
      a.offline_reason,
      array(select s.name from locations s where s.id in (l.building_id, l.floor_id, l.zone_id, l.id)
        order by (s.id = l.building_id) desc nulls last, (s.id = l.floor_id) desc nulls last, (s.id = l.zone_id) desc nulls last) as path
    from alarms a
    join locations l on l.id = a.location_id
    left join points p on p.id = a.point_id
    left join devices d on d.id = a.device_id
    where a.id = ${id} and a.campus_id = ${campusId}`;
}

/** The alarms that one alarm explains, newest first. */
export function listExplained(db: Db, id: number, limit: number) {
  return queryRows(db)<{
    id: number;
    message: string;
    text: AlarmText | null;
    sourceName: string;
    raisedAt: Date;
  }>`
    select a.id, a.message, ${alarmTextOf} as text, a.source_name, a.raised_at from alarms a
    where a.explained_by = ${id} order by a.raised_at desc, a.id desc limit ${limit}`;
}
