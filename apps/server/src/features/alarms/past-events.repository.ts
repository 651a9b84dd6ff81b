import { sql } from "kysely";

import type { Db } from "#core/db.ts";

export interface PastAlarm {
  campusId: number;
  locationId: number;
  deviceId: number | null;
  edgeId: number | null;
  pointId: number | null;
  sourceName: string;
  cause: string;
  code: number;
  message: string;
  /** Name of the text that says the same; null for words of the importer's own. */
  textName: string | null;
  value: number | null;
  raisedAt: Date;
  restoredAt: Date;
}

/** Adds an alarm that has come and gone, with its history. @returns false when it is there already */
export async function insertPastAlarm(db: Db, alarm: PastAlarm): Promise<boolean> {
  const { rows } = await sql<{ id: number }>`
    with added as (
      insert into alarms (campus_id, location_id, device_id, edge_id, point_id, source_name, cause, code, message, text_name, text_numbers, value, raised_at, restored_at,
        is_imported)
      values (${alarm.campusId}, ${alarm.locationId}, ${alarm.deviceId}, ${alarm.edgeId}, ${alarm.pointId}, ${alarm.sourceName}, ${alarm.cause},
        ${alarm.code}, ${alarm.message}, ${alarm.textName}, ${alarm.textName === null ? null : []}::float8[], ${alarm.value}, ${alarm.raisedAt}, ${alarm.restoredAt}, true)
      on conflict (cause, raised_at) where is_imported do nothing
      returning id, campus_id, raised_at, restored_at
    )
    insert into alarm_events (alarm_id, campus_id, at, kind)
    select id, campus_id, raised_at, 'raised' from added union all select id, campus_id, restored_at, 'returned' from added
    returning alarm_id as id`.execute(db);
  return rows.length > 0;
}

export interface FoundSource {
  deviceId: number | null;
  edgeId: number | null;
  pointId: number | null;
  locationId: number;
  sourceName: string;
}

/** A device, or else a gateway, which stands where the building of its devices is. */
export async function findSource(
  db: Db,
  campusId: number,
  ssid: string,
  paramId: string | undefined,
): Promise<FoundSource | undefined> {
  const device = await db
    .selectFrom("devices")
    .leftJoin("points", (join) =>
      join.onRef("points.device_id", "=", "devices.id").on("points.param_id", "=", paramId ?? ""),
    )
    .select([
      "devices.id as deviceId",
      "points.id as pointId",
      "devices.location_id as locationId",
      "devices.name as sourceName",
    ])
    .where("devices.campus_id", "=", campusId)
    .where("devices.ssid", "=", ssid)
    .executeTakeFirst();
  if (device) return { ...device, edgeId: null };
  const gateway = await db
    .selectFrom("edges")
    .innerJoin("devices", "devices.edge_id", "edges.id")
    .innerJoin("locations", "locations.id", "devices.location_id")
    .select((column) => [
      "edges.id as edgeId",
      "edges.name as sourceName",
      column.fn.coalesce("locations.building_id", "locations.id").as("locationId"),
    ])
    .where("edges.campus_id", "=", campusId)
    .where("edges.ssid", "=", ssid)
    .where("edges.kind", "=", "gateway")
    .orderBy("devices.id")
    .executeTakeFirst();
  return gateway && { ...gateway, deviceId: null, pointId: null };
}
