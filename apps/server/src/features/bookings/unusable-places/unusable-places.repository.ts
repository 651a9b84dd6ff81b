import { sql } from "kysely";

import type { Db } from "#core/db.ts";

export interface FedZone {
  deviceId: number;
  zoneId: number;
}

/** The zones of the VAV boxes that air handling units feed. */
export async function listFedZones(db: Db, deviceIds: readonly number[]): Promise<FedZone[]> {
  const { rows } = await sql<FedZone>`
    select distinct box.fed_by as "deviceId", l.zone_id from devices box join locations l on l.id = box.location_id
    where box.fed_by = any (${[...deviceIds]}::int[]) and l.zone_id is not null`.execute(db);
  return rows;
}

/** The ids of all locations in some buildings. */
export async function listLocationsOf(db: Db, buildingIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from locations where building_id = any (${[...buildingIds]}::int[])`.execute(db);
  return rows.map(({ id }) => id);
}
