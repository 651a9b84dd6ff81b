import { sql } from "kysely";

import type { Db } from "#core/db.ts";

export interface CommandableDevice<T extends string> {
  id: number;
  ssid: string;
  name: string;
  type: T;
  floorId: number | null;
  zoneId: number | null;
  areaId: number | null;
  /** Ssid of the device that supplies it. */
  fedBy: string | null;
  state: "unknown" | "online" | "offline";
}

/**
 * Devices of some types at any of `locationIds`, in the order of the site, each with the ssid of the device that supplies it. Devices behind
 * a lost gateway are offline, because they cannot be commanded.
 */
export async function listCommandable<T extends string>(
  db: Db,
  locationIds: readonly number[],
  types: readonly T[],
): Promise<CommandableDevice<T>[]> {
  const { rows } = await sql<CommandableDevice<T>>`
    select d.id, d.ssid, d.name, d.type, l.floor_id, l.zone_id,
      case when l.zone_type = 'GL_LOCATION_TYPE_AREA' then l.id end as "areaId", f.ssid as "fedBy",
      case when e.state = 'offline' then 'offline' else d.state end as state
    from devices d join locations l on l.id = d.location_id join edges e on e.id = d.edge_id left join devices f on f.id = d.fed_by
    where d.location_id = any (${[...locationIds]}::int[]) and d.type = any (${[...types]}::text[])
    order by d.id`.execute(db);
  return rows;
}
