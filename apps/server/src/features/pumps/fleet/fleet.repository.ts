import { LOW_ALARM_FROM } from "@verandah/contract/alarms/alarms.ts";
import { MEMBERS_MAX, type PumpCluster } from "@verandah/contract/pumps/pump-map.ts";
import type { fleetColumns, FleetRow } from "@verandah/contract/pumps/pumps.ts";
import { DAY_WATER, evidenceCodes, FAULT, MOTOR, WARNING } from "@verandah/equipment/types/solar-pump.ts";
import { type RawBuilder, sql } from "kysely";

import { type Db, queryRow, queryRows } from "#core/db.ts";

type Column = (typeof fleetColumns)[number];

export interface FleetQuery {
  campusId: number;
  now: Date;
  /** Local midnight. */
  today: Date;
  /** Values older than this many expected intervals are stale. */
  staleIntervals: number;
}

/** Of `placedPumps`. */
export const place = sql`coalesce(n.label, '')`;

/** The pumps of a campus with their places: the zone, or else the building. The labels are computed once, not for each pump. */
export const placedPumps = sql`devices d join locations l on l.id = d.location_id
    left join (with labels as materialized (select * from place_labels) select * from labels) n on n.location_id = coalesce(l.zone_id, l.building_id)`;
export const isPumpOf = (campusId: number) =>
  sql`d.campus_id = ${campusId} and d.type = 'SOLARPUMP' and d.removed_at is null`;

/** Every pump of a campus with its state, also from its active alarms. Old values count as unknown. The places of all pumps
    are found at once: a prepared statement expects one pump in an area, and would look for the place of each. */
const fleet = ({ campusId, now, today, staleIntervals }: FleetQuery) => sql`
  with pumps as materialized (
    select d.id, d.ssid, d.name, d.latitude, d.longitude, d.state, ${place} as place from ${placedPumps} where ${isPumpOf(campusId)}
  )
  select d.ssid, d.name, d.latitude, d.longitude, d.place,
    (select min(u.username) from pump_customers c join users u on u.id = c.user_id where c.device_id = d.id) as customer,
    case when d.state = 'offline' then 'offline' when d.state <> 'online' or v.motor is null then 'unknown'
      when v.fault > 0 or a.critical then 'fault' when v.warning > 0 or a.evident then 'warning'
      when v.fault is null or v.warning is null then 'unknown' when v.motor > 0 then 'running' else 'stopped' end as state,
    v.motor > 0 as "isTurning",
    v.seen as "lastSeenAt", v.litres as "litresToday",
    a.alarms
  from pumps d
    left join lateral (
      select max(v.at) as seen,
        max(v.value) filter (where p.param_id = ${MOTOR} and fresh) as motor,
        max(v.value) filter (where p.param_id = ${FAULT} and fresh) as fault,
        max(v.value) filter (where p.param_id = ${WARNING} and fresh) as warning,
        max(v.value) filter (where p.param_id = ${DAY_WATER} and v.at >= ${today} and v.quality = 0) as litres
      from points p join latest v on v.point_id = p.id
        cross join lateral (select v.quality = 0 and v.at >= ${now}::timestamptz - ${staleIntervals} * p.interval_ms * interval '1 ms' as fresh) as f
      where p.device_id = d.id
    ) as v on true
    left join lateral (
      select count(*)::int as alarms, bool_or(code < ${LOW_ALARM_FROM}) as critical,
        bool_or(code = any(${evidenceCodes})) as evident
      from alarms where device_id = d.id and restored_at is null and ignored_at is null
    ) as a on true`;

const contains = (shown: RawBuilder<unknown>, text: string) =>
  sql<boolean>`position(lower(${text}) in lower(${shown})) > 0`;

/** A typed number, also with separators of thousands; undefined for another text. */
function numberOf(text: string): number | undefined {
  const digits = text.replaceAll(/[\s,'’]/g, "");
  return /^\d+(\.\d+)?$/.test(digits) ? Number(digits) : undefined;
}

const HOUR_MS = 3_600_000;

/** Rows that match the filter of a column. A number that is none matches nothing. */
const matching: Record<Column, (text: string, query: FleetQuery) => RawBuilder<boolean>> = {
  name: (text) => contains(sql`name || ' ' || ssid`, text),
  // The whole name of a place, such as Zone 1, is not a part of another one, such as Zone 10.
  place: (text, { campusId }) => sql`
    case when exists (select 1 from ${placedPumps} where ${isPumpOf(campusId)} and lower(${place}) = lower(${text}))
      then lower(place) = lower(${text}) else ${contains(sql`place`, text)} end`,
  customer: (text) => contains(sql`coalesce(customer, '')`, text),
  state: (text) => sql`state = ${text}`,
  lastSeen: (text, { now }) => {
    const hours = numberOf(text);
    if (hours === undefined) return sql`false`;
    return sql`coalesce("lastSeenAt" < ${now}::timestamptz - ${hours}::float8 * ${HOUR_MS}::float8 * interval '1 ms', true)`;
  },
  litres: (text) => {
    const litres = numberOf(text);
    return litres === undefined ? sql`false` : sql`"litresToday" >= ${litres}`;
  },
  alarms: (text) => contains(sql`alarms::text`, text),
};

const sortedBy = {
  name: sql`name`,
  place: sql`place`,
  customer: sql`customer`,
  state: sql`state`,
  lastSeen: sql`"lastSeenAt"`,
  litres: sql`"litresToday"`,
  alarms: sql`alarms`,
} as const satisfies Record<Column, unknown>;

interface Area {
  west: number;
  south: number;
  east: number;
  north: number;
}

const inArea = ({ west, south, east, north }: Area) =>
  sql<boolean>`latitude between ${south} and ${north} and longitude between ${west} and ${east}`;

interface FleetPlace {
  place: string;
  pumps: number;
  running: number;
  faults: number;
  warnings: number;
  offline: number;
}

interface FleetPage {
  /** With times as the database writes them. */
  rows: FleetRow[];
  /** Pumps that match the filters. */
  total: number;
  /** Counts of all pumps by place. */
  places: FleetPlace[];
}

/** A page of the fleet and its counts, of one instant. */
export async function listFleet(
  db: Db,
  query: FleetQuery & {
    page: number;
    /** Of a page. */
    rows: number;
    sort: Column;
    order: "asc" | "desc";
    filters: readonly (readonly [Column, string])[];
    area?: Area | undefined;
  },
): Promise<FleetPage> {
  const wanted = query.filters.map(([column, text]) => matching[column](text, query));
  if (query.area) wanted.push(inArea(query.area));
  const where = wanted.length === 0 ? sql`` : sql`where ${sql.join(wanted, sql` and `)}`;
  const direction = query.order === "asc" ? sql`asc` : sql`desc`;
  const page = await queryRow(db)<FleetPage>`
    with fleet as materialized (${fleet(query)}), matching as (select * from fleet ${where}), page as (
      select ssid, name, place, customer, state, "lastSeenAt", "litresToday", alarms from matching
      order by ${sortedBy[query.sort]} ${direction} nulls last, name limit ${query.rows} offset ${(query.page - 1) * query.rows}
    ), places as (
      select place, count(*)::int as pumps, count(*) filter (where state in ('running', 'warning') and "isTurning")::int as running,
        count(*) filter (where state = 'fault')::int as faults, count(*) filter (where state = 'warning')::int as warnings,
        count(*) filter (where state in ('offline', 'unknown'))::int as offline
      from fleet group by place order by place
    )
    select (select coalesce(json_agg(page), '[]') from page) as rows, (select count(*)::int from matching) as total,
      (select coalesce(json_agg(places), '[]') from places) as places`;
  if (!page) throw new Error("The page of the fleet has no row.");
  return page;
}

/** Clusters side by side and above each other. */
const CLUSTER_COLUMNS = 8;
const CLUSTER_ROWS = 6;

/** The number of the cell that a value is in, from the first to the last of all values. */
const cell = (value: string, first: string, last: string, count: number) =>
  sql`least(${count - 1}, floor((${sql.ref(value)} - ${sql.ref(first)}) * ${count} / nullif(${sql.ref(last)} - ${sql.ref(first)}, 0)))`;

/** The pumps in an area by the cells of a grid over them. */
export function listClusters(db: Db, query: FleetQuery, area: Area) {
  return queryRows(db)<PumpCluster>`
    with placed as materialized (
      select ssid, name, state, place, latitude, longitude from (${fleet(query)}) as f
      where ${inArea(area)}
    -- A prepared statement expects one pump in an area, and would look for the extent again for each pump.
    ), extent as materialized (
      select min(longitude) as west, max(longitude) as east, min(latitude) as south, max(latitude) as north from placed
    ), in_cells as (
      select p.*, ${cell("p.longitude", "e.west", "e.east", CLUSTER_COLUMNS)} as x, ${cell("p.latitude", "e.south", "e.north", CLUSTER_ROWS)} as y
      from placed p cross join extent e
    ), numbered as (
      select *, row_number() over (partition by x, y order by name) as number from in_cells
    )
    select avg(latitude) as latitude, avg(longitude) as longitude, min(longitude) as west, min(latitude) as south,
      max(longitude) as east, max(latitude) as north, case when min(place) = max(place) then min(place) end as place,
      count(*)::int as pumps, count(*) filter (where state = 'fault')::int as faults,
      count(*) filter (where state = 'warning')::int as warnings,
      count(*) filter (where state in ('offline', 'unknown'))::int as offline,
      json_agg(json_build_object('ssid', ssid, 'name', name, 'state', state) order by name)
        filter (where number <= ${sql.lit(MEMBERS_MAX)}) as members
    from numbered group by x, y order by min(name)`;
}

export async function countUnplaced(db: Db, campusId: number): Promise<number> {
  const row = await queryRow(db)<{ count: number }>`
    select count(*)::int as count from devices
    where campus_id = ${campusId} and type = 'SOLARPUMP' and removed_at is null and latitude is null`;
  return row?.count ?? 0;
}

interface Position {
  latitude: number | null;
  longitude: number | null;
}

/** Sets the position of a pump. @returns the one before; undefined when the campus has no such pump */
export function updatePosition(db: Db, campusId: number, id: number, { latitude, longitude }: Position) {
  return queryRow(db)<Position>`
    update devices d set latitude = ${latitude}, longitude = ${longitude}
    from (select id, latitude, longitude from devices where id = ${id} for update) as before
    where d.id = before.id and d.campus_id = ${campusId} and d.type = 'SOLARPUMP' and d.removed_at is null
    returning before.latitude, before.longitude`;
}
