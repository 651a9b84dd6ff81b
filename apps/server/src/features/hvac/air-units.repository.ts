import { sql } from "kysely";

import type { Db } from "#core/db.ts";

export interface AirDevice {
  id: number;
  ssid: string;
  name: string;
  type: "AHU" | "VAV";
  floorId: number | null;
  zoneId: number | null;
  fedBy: string | null;
  state: "unknown" | "online" | "offline";
}

/**
 * Air handling units and boxes at any of `locationIds`, each box with the ssid of the unit that feeds it. Behind a lost gateway they are
 * offline: they cannot be commanded.
 */
export async function listAirDevices(db: Db, locationIds: readonly number[]): Promise<AirDevice[]> {
  const { rows } = await sql<AirDevice>`
    select d.id, d.ssid, d.name, d.type, l.floor_id as "floorId", l.zone_id as "zoneId", f.ssid as "fedBy",
      case when e.state = 'offline' then 'offline' else d.state end as state
    from devices d join locations l on l.id = d.location_id join edges e on e.id = d.edge_id left join devices f on f.id = d.fed_by
    where d.location_id = any (${[...locationIds]}::int[]) and d.type in ('AHU', 'VAV')`.execute(db);
  return rows;
}
