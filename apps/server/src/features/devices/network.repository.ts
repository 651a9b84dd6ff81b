import type { OfflineReason } from "@verandah/contract/devices/devices.ts";
import { healthPointIds } from "@verandah/equipment/catalogue.ts";
import { sql } from "kysely";

import type { Db, Row } from "#core/db.ts";

import { needsConnection, offlineReason } from "./device-states.repository.ts";

export interface NetworkEdge extends Row<
  "edges",
  "id" | "ssid" | "name" | "state" | "stateSince" | "software" | "outboxPending"
> {
  kind: "gateway" | "device";
  drivers: unknown;
}

export interface NetworkDevice extends Row<
  "devices",
  "edgeId" | "ssid" | "name" | "type" | "state" | "stateSince" | "latencyMs" | "missedPolls"
> {
  /** Whether its state is unknown while its edge is not connected. */
  needsConnection: boolean;
  offlineReason: OfflineReason | null;
  lastSeenAt: Date | null;
}

/** The connections and devices of a campus, by name. */
export async function listNetwork(db: Db, campusId: number) {
  const [edges, devices] = await Promise.all([
    sql<NetworkEdge>`
      select id, ssid, name, kind, state, state_since, software, outbox_pending, drivers
      from edges where campus_id = ${campusId} and kind <> 'importer' and removed_at is null
        and (kind <> 'device' or not exists (select from devices where edge_id = edges.id and removed_at is not null)) order by name`.execute(
      db,
    ),
    sql<NetworkDevice>`
      select d.edge_id, d.ssid, d.name, d.type, d.state, d.state_since, d.latency_ms,
        d.missed_polls, ${needsConnection} as "needsConnection", ${offlineReason} as "offlineReason",
        (select max(v.at) from points p join latest v on v.point_id = p.id where p.device_id = d.id and p.param_id <> all (${healthPointIds})) as "lastSeenAt"
      from devices d join edges e on e.id = d.edge_id where d.campus_id = ${campusId} and d.removed_at is null order by d.name`.execute(
      db,
    ),
  ]);
  return { edges: edges.rows, devices: devices.rows };
}
