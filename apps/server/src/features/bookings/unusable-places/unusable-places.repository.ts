import { type Db, queryRows } from "#core/db.ts";

export interface FedZone {
  deviceId: number;
  zoneId: number;
}

/** The zones of the VAV boxes that air handling units feed. */
export function listFedZones(db: Db, deviceIds: readonly number[]) {
  return queryRows(db)<FedZone>`
    select distinct box.fed_by as "deviceId", l.zone_id from devices box join locations l on l.id = box.location_id
    where box.fed_by = any (${[...deviceIds]}::int[]) and l.zone_id is not null`;
}

/** The ids of all locations in some buildings. */
export async function listLocationsOf(db: Db, buildingIds: readonly number[]): Promise<number[]> {
  const rows = await queryRows(db)<{ id: number }>`
    select id from locations where building_id = any (${[...buildingIds]}::int[])`;
  return rows.map(({ id }) => id);
}
