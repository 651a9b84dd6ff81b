import type { OfflineReason } from "@verandah/contract/devices/devices.ts";
import { healthPointIds } from "@verandah/equipment/catalogue.ts";
import { sql } from "kysely";

import type { CampusShares } from "#core/campus-shares.ts";
import { type Db, inShares, queryRows, runSql } from "#core/db.ts";

import { type EdgeRow, isCurrentSession } from "./edge-sessions.repository.ts";

/**
 * Whether only the connection of edge `e` shows the state of device `d`. A gateway reports the health of its devices while it is connected.
 * Another sender may sleep between its messages, so that only the age of the values shows the state.
 */
export const needsConnection = sql<boolean>`(e.kind = 'gateway' and d.reported_state is not null)`;

/** Whether a device of edge `e` sends its values in time without a connection in between. */
export const isAsleep = sql<boolean>`exists (select from devices d
  where d.edge_id = e.id and d.removed_at is null and d.state = 'online' and not ${needsConnection})`;

/** Why device `d` of edge `e` is not online; null for an online device, or when the reason is unknown. */
export const offlineReason = sql<OfflineReason | null>`case
  when d.state = 'online' then null
  when e.kind = 'gateway' and e.state = 'offline' then 'gateway-offline'
  when d.state = 'unknown' then null
  when e.kind = 'device' and e.state = 'offline' then 'not-connected'
  when d.reported_state = 'offline' then coalesce(d.reported_reason, 'no-answer')
  else 'no-values' end`;

/** The reasons of some devices, by id. */
export function listOfflineReasons(db: Db, deviceIds: readonly number[]) {
  return queryRows(db)<{ id: number; reason: OfflineReason | null }>`
    select d.id, ${offlineReason} as reason from devices d join edges e on e.id = d.edge_id
    where d.id = any (${[...deviceIds]}::int[])`;
}

/** A change of the stored state of an edge or a device. */
export interface StoredChange {
  /** Else only numbers changed, such as the latency. They change often. */
  isStateChanged: boolean;
}

/**
 * Stores the health that a gateway reports for its devices, unless the gateway has a later connection. Devices of other edges are ignored.
 *
 * @returns the changes of devices
 */
export function updateReportedHealth(
  db: Db,
  edge: Pick<EdgeRow, "id" | "session">,
  health: readonly {
    device: string;
    state: string;
    reason: string | null;
    latencyMs: number | null;
    missedPolls: number;
  }[],
) {
  const column = <K extends keyof (typeof health)[number]>(name: K) => health.map((row) => row[name]);
  return queryRows(db)<StoredChange>`
    with locked as (
      select id, ssid, reported_state, reported_reason from devices
      where edge_id = ${edge.id} and ssid = any (${column("device")}::text[]) and ${isCurrentSession(edge)} order by id for no key update
    )
    update devices set reported_state = h.state, reported_reason = h.reason, latency_ms = h.latency, missed_polls = h.missed
    from locked join unnest(${column("device")}::text[], ${column("state")}::text[], ${column("reason")}::text[], ${column("latencyMs")}::float8[],
      ${column("missedPolls")}::int[]) as h (ssid, state, reason, latency, missed) on h.ssid = locked.ssid
    where devices.id = locked.id
      and (devices.reported_state, devices.reported_reason, devices.latency_ms, devices.missed_polls)
        is distinct from (h.state, h.reason, h.latency, h.missed)
    returning (locked.reported_state, locked.reported_reason) is distinct from (h.state, h.reason) as "isStateChanged"`;
}

/**
 * Locks devices until commit, in the order of their ids. Two statements that lock rows in different orders wait for each other, which
 * PostgreSQL ends with an error.
 */
export async function lockDevices(db: Db, ids: readonly number[]): Promise<void> {
  await runSql(db)`select from devices where id = any (${[...ids]}::int[]) order by id for no key update`;
}

export interface EvaluatedState {
  id: number;
  campusId: number;
  state: "unknown" | "online" | "offline";
  next: "unknown" | "online" | "offline";
  reportedState: "online" | "offline" | null;
  /** When the age of its values changes the state, if no other value arrives. */
  dueAt: Date | null;
}

/** Devices whose states may have changed. */
export interface StateCandidates {
  /** Devices with new values. Those of an online device change nothing. */
  changedIds: readonly number[];
  /** Devices to evaluate in any case. */
  dueIds: readonly number[];
  /** Campuses with changes of gateways, or of states that a gateway reported. */
  campusIds: readonly number[];
  /** Only devices of these campuses. */
  shares: CampusShares;
  /** The most devices of one evaluation. An outage of all gateways has more than one statement can evaluate in time. */
  devicesMax: number;
  /** Receives the ids beyond `devicesMax`. */
  later: (ids: readonly number[]) => void;
}

const isNothing = ({ changedIds, dueIds, campusIds }: StateCandidates) =>
  [changedIds, dueIds, campusIds].every(({ length }) => length === 0);

/** Ids of the devices whose states may have changed: first those that are due, so that none waits for ever. */
async function listCandidateIds(db: Db, candidates: StateCandidates): Promise<number[]> {
  const { changedIds, dueIds, campusIds, shares } = candidates;
  if (isNothing(candidates)) return [];
  const rows = await queryRows(db)<{ id: number }>`
    select id from devices where id = any (${[...changedIds]}::int[]) and state <> 'online' and ${inShares("campus_id", shares)}
    union select id from devices where id = any (${[...dueIds]}::int[]) and ${inShares("campus_id", shares)}
    union select d.id from devices d join edges e on e.id = d.edge_id
      where d.campus_id = any (${[...campusIds]}::int[]) and e.kind = 'gateway'
        and (d.state <> 'online' or e.state <> 'online' or d.reported_state = 'offline')`;
  const due = new Set(dueIds);
  return rows.map(({ id }) => id).toSorted((a, b) => Number(due.has(b)) - Number(due.has(a)));
}

/**
 * Evaluates the states of some or all devices. The new state comes from the report of the gateway and the age of the newest value, which may
 * be `staleIntervals` times the shortest expected interval.
 */
export async function evaluateStates(
  db: Db,
  { now, staleIntervals }: { now: Date; staleIntervals: number },
  candidates: StateCandidates | undefined,
): Promise<EvaluatedState[]> {
  const ids = candidates && (await listCandidateIds(db, candidates));
  if (ids?.length === 0) return [];
  if (candidates && ids) candidates.later(ids.splice(candidates.devicesMax));
  const staleness = sql`(${staleIntervals} * s.interval_ms * interval '1 ms')`;
  const oldest = sql`${now}::timestamptz - ${staleness}`;
  // As a list, so that the database looks each of them up.
  const isCandidate = ids ? sql`and d.id = any (${ids}::int[])` : sql``;
  // A device may work while its gateway is not connected. A gateway that has just reconnected may not have reported all its devices yet.
  return queryRows(db)<EvaluatedState>`
    select *, case next when 'online' then stale_at when 'unknown' then pending_until end as "dueAt" from (
      select s.seen_at + ${staleness} + interval '1 ms' as stale_at, e.state_since + ${staleness} + interval '1 ms' as pending_until, d.id, d.campus_id, d.state, d.reported_state, case
        when ${needsConnection} and e.state <> 'online' then 'unknown'
        when d.reported_state = 'offline' then 'offline'
        when s.seen_at is null then 'unknown'
        when s.seen_at >= ${oldest} then 'online'
        when e.kind = 'gateway' and e.state <> 'online' then 'unknown'
        when e.kind = 'gateway' and e.state_since >= ${oldest} then 'unknown'
        else 'offline' end as next
      from devices d join edges e on e.id = d.edge_id cross join lateral (
        select max(l.at) as seen_at, min(p.interval_ms) as interval_ms from points p left join latest l on l.point_id = p.id
        where p.device_id = d.id and p.param_id <> all (${healthPointIds}) having count(*) > 0
      ) as s
      where d.removed_at is null ${isCandidate}
    ) as evaluated`;
}

/**
 * Stores a new state. A device that was offline, then unknown because its gateway restarted, and is offline again keeps the time when it
 * first went offline.
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
      stateSince: since,
      ...(state === "offline" && { offlineSince: since }),
      ...(state === "online" && { offlineSince: null }),
    })
    .where(sql<boolean>`id = any (${[...ids]}::int[])`)
    .execute();
}
