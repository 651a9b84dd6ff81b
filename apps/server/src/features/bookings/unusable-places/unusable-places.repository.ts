import { type Db, queryRows, queryColumn } from "#core/db.ts";

export interface FedZone {
  deviceId: number;
  zoneId: number;
}

/** The zones of the VAV boxes that air handling units feed. */
export function listFedZones(db: Db, deviceIds: readonly number[]) {
  return queryRows(db)<FedZone>`
    select distinct box.fed_by as "deviceId", l.zone_id from devices box join locations l on l.id = box.location_id
    where box.fed_by = any (${[...deviceIds]}::int[]) and box.removed_at is null and l.zone_id is not null`;
}

export function listLocationsOf(db: Db, buildingIds: readonly number[]) {
  return queryColumn(db)<number>`
    select id from locations where building_id = any (${[...buildingIds]}::int[])`;
}
