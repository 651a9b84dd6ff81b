import type { OfflineReason } from "@verandah/contract/devices/devices.ts";
import { sql } from "kysely";

import type { CampusShares } from "#core/campus-shares.ts";
import { type Db, inShares, type Row, queryRows } from "#core/db.ts";

import { isAsleep, offlineReason } from "./device-states.repository.ts";

export type LostItem = Row<"devices", "id" | "campusId" | "locationId" | "name">;

/**
 * The lowest place that contains all devices of edge `e`. If they are in several buildings, the first building; without a building, the
 * campus.
 */
export const placeOfEdge = sql<number>`coalesce(
  (select case
      when count(l.zone_id) = count(*) and count(distinct l.zone_id) = 1 then min(l.zone_id)
      when count(l.floor_id) = count(*) and count(distinct l.floor_id) = 1 then min(l.floor_id)
      else min(l.building_id) end
    from devices d join locations l on l.id = d.location_id where d.edge_id = e.id and d.removed_at is null),
  (select l.id from locations l where l.campus_id = e.campus_id and l.parent_id is null limit 1))`;

/** Gateways that are offline, and of which no device sends values. */
export function listLostGateways(db: Db, shares: CampusShares) {
  return queryRows(db)<LostItem>`
    select e.id, e.campus_id, e.name, ${placeOfEdge} as "locationId"
    from edges e where e.kind = 'gateway' and e.state = 'offline' and e.removed_at is null
      and ${inShares("e.campus_id", shares)} and not ${isAsleep}`;
}

export interface LostDevice extends LostItem {
  type: string;
  edgeId: number;
  edgeKind: "gateway" | "device" | "importer";
  edgeState: "unknown" | "online" | "offline";
  edgeSince: Date | null;
  reportedState: "online" | "offline" | null;
  state: "unknown" | "online" | "offline";
  reason: OfflineReason | null;
}

/**
 * Devices that are offline, and those `alsoIds` that are unknown because their gateway is not connected, or may be unknown because it has
 * reconnected after `backSince`.
 */
export function listLostDevices(db: Db, backSince: Date, alsoIds: readonly number[], shares: CampusShares) {
  return queryRows(db)<LostDevice>`
    select d.id, d.campus_id, d.location_id, d.name, d.type, d.state, d.reported_state,
      e.id as "edgeId", e.kind as "edgeKind", e.state as "edgeState", e.state_since as "edgeSince", ${offlineReason} as reason
    from devices d join edges e on e.id = d.edge_id
    where d.removed_at is null and d.state <> 'online' and ${inShares("d.campus_id", shares)}
      and (d.state = 'offline' or e.kind = 'gateway' and (e.state <> 'online' or e.state_since > ${backSince}))
      and (d.id = any (${[...alsoIds]}::int[]) or not (e.kind = 'gateway'
        and (e.state = 'unknown' or e.state = 'online' and e.state_since > ${backSince} and d.reported_state is distinct from 'offline')))`;
}
