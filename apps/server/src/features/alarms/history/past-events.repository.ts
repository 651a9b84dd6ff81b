import { type Db, queryRows } from "#core/db.ts";

import type { AlarmCause, PlacedSubject, SubjectColumns } from "../alarm-subjects.ts";

export interface PastAlarm extends AlarmCause, SubjectColumns {
  code: number;
  message: string;
  /** Name of the text with the same meaning; null for the importer's own text. */
  textName: string | null;
  value: number | null;
  raisedAt: Date;
  restoredAt: Date;
  actions: readonly { kind: "acknowledged" | "ignored"; by: string; at: Date; note?: string }[];
}

/** Adds a returned alarm with its history; actions of users outside its campus are left out. @returns false when it exists already */
export async function insertPastAlarm(db: Db, alarm: PastAlarm): Promise<boolean> {
  const rows = await queryRows(db)<{ id: number }>`
    with actions as materialized (
      select kind, action.at, coalesce(note, '') as note, users.id as user_id
      from json_to_recordset(${JSON.stringify(alarm.actions)}) as action (kind text, by text, at timestamptz, note text)
      join users on users.username = action.by and users.campus_id = ${alarm.campusId}
    ), acknowledged as (
      select at, user_id from actions where kind = 'acknowledged' order by at limit 1
    ), added as (
      insert into alarms (campus_id, location_id, device_id, edge_id, point_id, source_name, subject_kind, rule, code, message, text_name, text_numbers, value, raised_at, restored_at,
        acknowledged_at, acknowledged_by, is_imported)
      values (${alarm.campusId}, ${alarm.locationId}, ${alarm.deviceId}, ${alarm.edgeId}, ${alarm.pointId}, ${alarm.sourceName}, ${alarm.subject.kind}, ${alarm.rule},
        ${alarm.code}, ${alarm.message}, ${alarm.textName}, ${alarm.textName === null ? null : []}::float8[], ${alarm.value}, ${alarm.raisedAt}, ${alarm.restoredAt},
        (select at from acknowledged), (select user_id from acknowledged), true)
      on conflict (subject_kind, subject_id, rule, raised_at) where is_imported do nothing
      returning id, campus_id, raised_at, restored_at
    )
    insert into alarm_events (alarm_id, campus_id, at, kind, user_id, note)
    select id, campus_id, event.at, event.kind, event.user_id, event.note from added, lateral (
      select raised_at as at, 'raised' as kind, null::int as user_id, '' as note
      union all select restored_at, 'returned', null, ''
      union all select at, kind, user_id, note from actions
    ) as event order by event.at
    returning alarm_id as id`;
  return rows.length > 0;
}

/** A device, or else a gateway, with the building of its devices. */
export async function findSource(
  db: Db,
  campusId: number,
  ssid: string,
  paramId: string | undefined,
): Promise<PlacedSubject | undefined> {
  const device = await db
    .selectFrom("devices")
    .leftJoin("points", (join) =>
      join.onRef("points.deviceId", "=", "devices.id").on("points.paramId", "=", paramId ?? ""),
    )
    .select([
      "devices.id as deviceId",
      "points.id as pointId",
      "devices.locationId",
      "devices.name as sourceName",
    ])
    .where("devices.campusId", "=", campusId)
    .where("devices.ssid", "=", ssid)
    .executeTakeFirst();
  if (device) return { ...device, kind: "device-event", campusId };
  const gateway = await db
    .selectFrom("edges")
    .innerJoin("devices", "devices.edgeId", "edges.id")
    .innerJoin("locations", "locations.id", "devices.locationId")
    .select((column) => [
      "edges.id as edgeId",
      "edges.name as sourceName",
      column.fn.coalesce("locations.buildingId", "locations.id").as("locationId"),
    ])
    .where("edges.campusId", "=", campusId)
    .where("edges.ssid", "=", ssid)
    .where("edges.kind", "=", "gateway")
    .orderBy("devices.id")
    .executeTakeFirst();
  return gateway && { ...gateway, kind: "edge-event", campusId };
}
