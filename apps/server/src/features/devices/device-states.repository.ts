import type { OfflineReason } from "@verandah/contract/devices/devices.ts";
import { HEALTH_LATENCY, HEALTH_MISSED_POLLS } from "@verandah/equipment/catalogue.ts";
import { sql } from "kysely";

import type { Db } from "#core/db.ts";

/** Points that a gateway measures for a device. They do not show whether the device itself sends values. */
export const healthPointIds: string[] = [HEALTH_LATENCY, HEALTH_MISSED_POLLS];

/** Why a device `d` of edge `e` is not online; null while it is, or when the reason is unknown. */
export const offlineReason = sql<OfflineReason | null>`case
  when d.state = 'online' then null
  when e.kind = 'gateway' and e.state = 'offline' then 'gateway-offline'
  when d.state = 'unknown' then null
  when e.kind = 'device' and e.state = 'offline' then 'not-connected'
  when d.reported_state = 'offline' then coalesce(d.reported_reason, 'no-answer')
  else 'no-values' end`;

/** The reasons of some devices, by id. */
export async function listOfflineReasons(
  db: Db,
  deviceIds: readonly number[],
): Promise<{ id: number; reason: OfflineReason | null }[]> {
  const { rows } = await sql<{ id: number; reason: OfflineReason | null }>`
    select d.id, ${offlineReason} as reason from devices d join edges e on e.id = d.edge_id
    where d.id = any (${[...deviceIds]}::int[])`.execute(db);
  return rows;
}

/** Stores the health that a gateway reports for its devices. Devices of other edges are ignored. */
export async function updateReportedHealth(
  db: Db,
  edgeId: number,
  health: readonly {
    device: string;
    state: string;
    reason: string | null;
    latencyMs: number | null;
    missedPolls: number;
  }[],
): Promise<void> {
  const column = <K extends keyof (typeof health)[number]>(name: K) => health.map((row) => row[name]);
  await sql`
    update devices set reported_state = h.state, reported_reason = h.reason, latency_ms = h.latency, missed_polls = h.missed
    from unnest(${column("device")}::text[], ${column("state")}::text[], ${column("reason")}::text[], ${column("latencyMs")}::float8[],
      ${column("missedPolls")}::int[]) as h (ssid, state, reason, latency, missed)
    where devices.ssid = h.ssid and devices.edge_id = ${edgeId}`.execute(db);
}

export interface DeviceStateSource {
  id: number;
  campusId: number;
  state: "unknown" | "online" | "offline";
  reportedState: "online" | "offline" | null;
  edgeKind: "gateway" | "device" | "importer";
  edgeState: "unknown" | "online" | "offline";
  edgeSince: Date | null;
  /** Time of its newest value of any point. */
  lastSeenAt: Date | null;
  /** The shortest expected interval of its points, ms. */
  intervalMs: number;
}

/** All devices with the data that decides their state. */
export async function listStateSources(db: Db): Promise<DeviceStateSource[]> {
  const { rows } = await sql<DeviceStateSource>`
    select d.id, d.campus_id as "campusId", d.state, d.reported_state as "reportedState", e.kind as "edgeKind",
      e.state as "edgeState", e.state_since as "edgeSince", max(l.at) as "lastSeenAt", min(p.interval_ms) as "intervalMs"
    from devices d
    join edges e on e.id = d.edge_id
    join points p on p.device_id = d.id and p.param_id <> all (${healthPointIds})
    left join latest l on l.point_id = p.id
    where d.removed_at is null
    group by d.id, e.id`.execute(db);
  return rows;
}

/**
 * Stores a new state. When the state of an offline device was unknown meanwhile, because its gateway restarted, the device keeps the time
 * when it first went offline.
 */
export async function updateDeviceStates(
  db: Db,
  ids: readonly number[],
  state: "unknown" | "online" | "offline",
  at: Date,
): Promise<void> {
  if (ids.length === 0) return;
  const since = state === "offline" ? sql<Date>`coalesce(offline_since, ${at})` : at;
  await db
    .updateTable("devices")
    .set({
      state,
      state_since: since,
      ...(state === "offline" && { offline_since: since }),
      ...(state === "online" && { offline_since: null }),
    })
    .where("id", "in", [...ids])
    .execute();
}
