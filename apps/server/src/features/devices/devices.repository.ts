import type { OfflineReason } from "@verandah/contract/devices/devices.ts";
import { healthPointIds } from "@verandah/equipment/catalogue.ts";
import { STALE_AFTER_INTERVALS } from "@verandah/field/points.ts";
import { sql } from "kysely";

import type { CampusShares } from "#core/campus-shares.ts";
import { type Db, inShares, type Row, queryRows, queryColumn } from "#core/db.ts";

import { needsConnection, offlineReason, type StoredChange } from "./device-states.repository.ts";
import type { EdgeRow } from "./edge-sessions.repository.ts";

/** A status of an edge in its session. */
export interface StatusOfEdge extends Pick<EdgeRow, "id" | "session"> {
  state: "online" | "offline" | "unknown";
  software: string | null;
  pending: number | null;
  dropped: number | null;
  drivers: unknown;
}

/**
 * Stores a status of each of some edges, unless a later connection exists. Only `online` has values besides the state.
 *
 * @returns the edges that changed
 */
export function updateEdgeStatuses(db: Db, statuses: readonly StatusOfEdge[], at: Date) {
  return queryRows(db)<StoredChange & { campusId: number }>`
    with locked as (
      select e.id, e.state as old_state, e.software as old_software, next.*
      from unnest(${statuses.map(({ id }) => id)}::int[], ${statuses.map((one) => one.session)}::int[],
        ${statuses.map(({ state }) => state)}::text[], ${statuses.map((one) => one.software)}::text[],
        ${statuses.map(({ pending }) => pending)}::int[], ${statuses.map(({ dropped }) => dropped)}::int[],
        ${statuses.map(({ drivers }) => (drivers === undefined ? null : JSON.stringify(drivers)))}::jsonb[]
      ) as s (id, session, state, software, pending, dropped, drivers)
      join edges e on e.id = s.id and e.session = s.session
      cross join lateral (
        select s.state,
          case when s.state = 'online' then s.pending else e.outbox_pending end as pending,
          case when s.state = 'online' then s.dropped else e.outbox_dropped end as dropped,
          coalesce(case when s.state = 'online' then nullif(s.software, '') end, e.software) as software,
          coalesce(case when s.state = 'online' then s.drivers end, e.drivers) as drivers
      ) as next
      where (e.state, e.outbox_pending, e.outbox_dropped, e.software, e.drivers)
        is distinct from (next.state, next.pending, next.dropped, next.software, next.drivers)
      order by e.id for no key update of e
    )
    update edges e set state = locked.state, state_since = case when e.state = locked.state then e.state_since else ${at} end,
      outbox_pending = locked.pending, outbox_dropped = locked.dropped, software = locked.software, drivers = locked.drivers
    from locked where e.id = locked.id
    returning e.campus_id as "campusId",
      (locked.old_state, locked.old_software) is distinct from (e.state, e.software) as "isStateChanged"`;
}

/** Sets edges to online, unless a later connection exists. @returns the campuses of those that changed */
export function updateEdgesConnected(db: Db, edges: readonly Pick<EdgeRow, "id" | "session">[], at: Date) {
  return queryColumn(db)<number>`
    with locked as (
      select edges.id from unnest(${edges.map(({ id }) => id)}::int[], ${edges.map((one) => one.session)}::int[]) as s (id, session)
      join edges on edges.id = s.id and edges.session = s.session and edges.state <> 'online'
      order by edges.id for no key update of edges
    )
    update edges set state = 'online', state_since = ${at} from locked where edges.id = locked.id returning edges.campus_id`;
}

/** Sets gateways and devices that have not reconnected since a time to offline. @returns their campuses */
export function updateEdgesLost(db: Db, since: { gateways: Date; devices: Date }, at: Date) {
  return queryColumn(db)<number>`
    with locked as (
      select id from edges where state = 'unknown'
        and state_since < case when kind = 'device' then ${since.devices}::timestamptz else ${since.gateways}::timestamptz end
      order by id for no key update
    )
    update edges set state = 'offline', state_since = ${at} from locked where edges.id = locked.id returning edges.campus_id`;
}

export interface ListedDevice extends Row<
  "devices",
  "id" | "ssid" | "name" | "type" | "isActive" | "version" | "locationId" | "state"
> {
  floorId: number | null;
  zoneId: number | null;
  /** Ssid of the unit that feeds it. */
  fedBy: string | null;
  x: number | null;
  y: number | null;
  offlineReason: OfflineReason | null;
  lastSeenAt: Date | null;
  /** Whether any of its values is older than three expected intervals. */
  hasStale: boolean;
  /** When the next of its values becomes that old. */
  nextStaleAt: Date | null;
}

/** Devices at any of `locationIds`, by name. The position of an administrator has precedence over the site file. */
export function listDevices(
  db: Db,
  locationIds: readonly number[],
  { type, now }: { type: string | undefined; now: Date },
) {
  return queryRows(db)<ListedDevice>`
    select d.id, d.ssid, d.name, d.type, d.is_active, d.version, l.id as "locationId", l.floor_id, l.zone_id, f.ssid as "fedBy",
      case when drawn.device_id is not null then drawn.x when d.plan_floor_id = l.floor_id then d.position_x end as x,
      case when drawn.device_id is not null then drawn.y when d.plan_floor_id = l.floor_id then d.position_y end as y,
      d.state, ${offlineReason} as "offlineReason", age."lastSeenAt", age."hasStale", age.next_after + interval '1 ms' as "nextStaleAt"
    from devices d join locations l on l.id = d.location_id join edges e on e.id = d.edge_id left join devices f on f.id = d.fed_by and f.removed_at is null
    left join floor_plan_positions drawn on drawn.device_id = d.id and drawn.floor_id = l.floor_id
    cross join lateral (
      select max(at) filter (where param_id <> all (${healthPointIds})) as "lastSeenAt", coalesce(bool_or(stale_after < ${now}), false) as "hasStale",
        min(stale_after) filter (where stale_after >= ${now}) as next_after
      from (
        select v.at, p.param_id, v.at + ${STALE_AFTER_INTERVALS} * p.interval_ms * interval '1 ms' as stale_after
        from points p join latest v on v.point_id = p.id where p.device_id = d.id and p.hidden_at is null
      ) as aged
    ) as age
    where d.location_id = any (${[...locationIds]}::int[]) and d.removed_at is null and (${type ?? null}::text is null or d.type = ${type ?? null})
    order by d.name, d.id`;
}

export type FedDevice = Row<"devices", "id" | "ssid" | "name" | "state">;

/** The devices that a unit feeds, in natural order of their names. */
export async function listFed(db: Db, deviceId: number): Promise<FedDevice[]> {
  const rows = await db
    .selectFrom("devices")
    .select(["id", "ssid", "name", "state"])
    .where("fedBy", "=", deviceId)
    .where("removedAt", "is", null)
    .execute();
  return rows.toSorted((a, b) => a.name.localeCompare(b.name, "en", { numeric: true }));
}

/** The next devices of some campuses, in the order of their ids. */
export interface DevicePart {
  afterId: number;
  limit: number;
  shares: CampusShares;
}

export async function listDeviceIds(db: Db, { afterId, limit, shares }: DevicePart): Promise<number[]> {
  const rows = await db
    .selectFrom("devices")
    .select("id")
    .where("id", ">", afterId)
    .where("removedAt", "is", null)
    .where(inShares("campus_id", shares))
    .orderBy("id")
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

export async function listDeviceIdsOf(db: Db, campusIds: readonly number[]): Promise<number[]> {
  if (campusIds.length === 0) return [];
  const rows = await db
    .selectFrom("devices")
    .select("id")
    .where("campusId", "in", [...campusIds])
    .where("removedAt", "is", null)
    .execute();
  return rows.map(({ id }) => id);
}

/** A device for the rules of alarms, with its floor and the device that feeds it. */
export interface EvaluatedDevice extends Row<"devices", "id" | "type" | "campusId" | "fedBy"> {
  floorId: number | null;
}

/** Devices by their ids, and those of points. */
export async function listEvaluatedDevices(
  db: Db,
  deviceIds: readonly number[],
  pointIds: readonly number[],
): Promise<EvaluatedDevice[]> {
  if (deviceIds.length === 0 && pointIds.length === 0) return [];
  return queryRows(db)<EvaluatedDevice>`
    select d.id, d.type, d.campus_id, d.fed_by, l.floor_id
    from (select unnest(${[...deviceIds]}::int[]) union select device_id from points where id = any (${[...pointIds]}::int[])) as changed (id)
    join devices d on d.id = changed.id join locations l on l.id = d.location_id where d.removed_at is null`;
}

export type FoundDevice = Awaited<ReturnType<typeof findDevices>>[number];

/** Devices of a campus by their ssids, in any order. Removed ones are left out. */
export function findDevices(db: Db, campusId: number, ssids: readonly string[]) {
  return db
    .selectFrom("devices")
    .innerJoin("edges", "edges.id", "devices.edgeId")
    .select([
      "devices.id",
      "devices.ssid",
      "devices.name",
      "devices.type",
      "devices.state",
      "edges.ssid as edgeSsid",
      "edges.state as edgeState",
    ])
    .where("devices.campusId", "=", campusId)
    .where("devices.removedAt", "is", null)
    .where(sql<boolean>`devices.ssid = any (${[...ssids]}::text[])`)
    .execute();
}

export async function findDeviceOfEdge(db: Db, edgeId: number, ssid: string) {
  return db
    .selectFrom("devices")
    .select(["id", "campusId", "locationId", "name"])
    .where("edgeId", "=", edgeId)
    .where("ssid", "=", ssid)
    .where("removedAt", "is", null)
    .executeTakeFirst();
}

export interface PlacedDevice extends Row<
  "devices",
  "id" | "locationId" | "subsystem" | "state" | "stateSince" | "edgeId"
> {
  edgeKind: "gateway" | "device" | "importer";
  edgeState: "unknown" | "online" | "offline";
  edgeSince: Date | null;
  /** Whether its state is unknown while its edge is not connected. */
  needsConnection: boolean;
  /** Number of its values that are older than three expected intervals. */
  noOfStale: number;
  /** When the next of its values becomes that old. */
  nextStaleAt: Date | null;
}

/** Devices of a building or a campus with the state of their edges. */
export function listPlacedDevices(db: Db, within: { buildingId: number } | { campusId: number }, now: Date) {
  const place =
    "buildingId" in within
      ? sql`l.building_id = ${within.buildingId}`
      : sql`l.campus_id = ${within.campusId}`;
  return queryRows(db)<PlacedDevice>`
    with placed as (select d.* from devices d join locations l on l.id = d.location_id where ${place} and d.removed_at is null),
    ages as (
      select p.device_id, v.at + ${STALE_AFTER_INTERVALS} * p.interval_ms * interval '1 ms' as stale_after
      from placed join points p on p.device_id = placed.id and p.hidden_at is null join latest v on v.point_id = p.id
    ),
    stale as (
      select device_id, count(*) filter (where stale_after < ${now})::int as count,
        min(stale_after) filter (where stale_after >= ${now}) as next_after from ages group by 1
    )
    select d.id, d.location_id, d.subsystem, d.state, d.state_since, e.id as "edgeId",
      e.kind as "edgeKind", e.state as "edgeState", e.state_since as "edgeSince", ${needsConnection} as "needsConnection", coalesce(stale.count, 0) as "noOfStale",
      stale.next_after + interval '1 ms' as "nextStaleAt"
    from placed d join edges e on e.id = d.edge_id left join stale on stale.device_id = d.id`;
}

export async function countEdges(db: Db): Promise<number> {
  const row = await db
    .selectFrom("edges")
    .select((select) => select.fn.countAll<string>().as("count"))
    .where("state", "=", "online")
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

export type EdgeStatus = Awaited<ReturnType<typeof listEdgeStatuses>>[number];

/** Edges that belong to a process with `ingest`. */
export interface EdgesOfProcess {
  processId: number;
  /** Also those of no process: edges that have never been connected, or whose process has ended. */
  withoutProcess: boolean;
}

export async function listEdgeStatuses(db: Db, { processId, withoutProcess }: EdgesOfProcess) {
  return db
    .selectFrom("edges")
    .select([
      "ssid",
      "kind",
      "state",
      "outboxPending",
      "outboxDropped",
      /** Drivers as the gateway last reported them. */
      "drivers",
    ])
    .where((eb) =>
      eb.or([
        eb("edges.processId", "=", processId),
        ...(withoutProcess ? [eb("edges.processId", "is", null)] : []),
      ]),
    )
    .orderBy("ssid")
    .execute();
}

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
export function listCommandable<T extends string>(
  db: Db,
  locationIds: readonly number[],
  types: readonly T[],
) {
  return queryRows(db)<CommandableDevice<T>>`
    select d.id, d.ssid, d.name, d.type, l.floor_id, l.zone_id,
      case when l.zone_type = 'GL_LOCATION_TYPE_AREA' then l.id end as "areaId", f.ssid as "fedBy",
      case when e.state = 'offline' then 'offline' else d.state end as state
    from devices d join locations l on l.id = d.location_id join edges e on e.id = d.edge_id left join devices f on f.id = d.fed_by and f.removed_at is null
    where d.location_id = any (${[...locationIds]}::int[]) and d.removed_at is null and d.type = any (${[...types]}::text[])
    order by d.id`;
}
