import { COMMAND_PRIORITY } from "@verandah/contract/commands/commands.ts";

import type { CampusShares } from "#core/campus-shares.ts";
import { type Db, inShares, type Row, queryRow, queryRows } from "#core/db.ts";

import { isAccepted } from "./overrides.repository.ts";

export interface ReportedOverride {
  device: string;
  point: string;
  priority: number;
  value: number;
}

/**
 * Replaces the foreign overrides of the devices that a gateway reports. Devices of other gateways do not change.
 *
 * @returns the campus when one changed
 */
export async function replaceForeignOverrides(
  db: Db,
  edge: { id: number; session: number },
  report: { devices: readonly string[]; overrides: readonly ReportedOverride[] },
  at: Date,
): Promise<number | undefined> {
  const { devices, overrides } = report;
  const row = await queryRow(db)<{ campusId: number }>`
    with known as (
      select p.id, d.ssid, p.param_id
      from edges as e join devices as d on d.edge_id = e.id join points as p on p.device_id = d.id
      where e.id = ${edge.id} and e.session = ${edge.session} and d.ssid = any (${[...devices]}::text[])
    ), reported as (
      select distinct on (k.id) k.id, r.priority, r.value
      from unnest(${overrides.map((one) => one.device)}::text[], ${overrides.map((one) => one.point)}::text[],
        ${overrides.map((one) => one.priority)}::int[], ${overrides.map((one) => one.value)}::float8[]) as r (ssid, param_id, priority, value)
      join known as k on k.ssid = r.ssid and k.param_id = r.param_id
    ), gone as (
      delete from foreign_overrides where point_id in (select id from known) and point_id not in (select id from reported)
      returning point_id
    ), stored as (
    insert into foreign_overrides as f (point_id, priority, value, since)
      select id, priority, value, ${at} from reported
      on conflict (point_id) do update set priority = excluded.priority, value = excluded.value,
        since = case when f.priority = excluded.priority then f.since else excluded.since end
        where (f.priority, f.value) is distinct from (excluded.priority, excluded.value)
      returning point_id
    )
    select campus_id from edges where id = ${edge.id} and exists (select from gone union all select from stored)`;
  return row?.campusId;
}

export interface ForeignOverrideRow
  extends Row<"foreignOverrides", "priority" | "value" | "since">, Row<"points", "paramId" | "unit"> {
  ssid: string;
  deviceName: string;
  deviceType: string;
  floorId: number | null;
  floorName: string | null;
}

/** Foreign overrides of a building, newest first. */
export function listForeignOverrides(db: Db, buildingId: number) {
  return queryRows(db)<ForeignOverrideRow>`
    select d.ssid, d.name as "deviceName", d.type as "deviceType", l.floor_id, f.name as "floorName",
      p.param_id, p.unit, o.priority, o.value, o.since
    from foreign_overrides as o
    join points as p on p.id = o.point_id
    join devices as d on d.id = p.device_id
    join locations as l on l.id = d.location_id
    left join locations as f on f.id = l.floor_id
    where l.building_id = ${buildingId} and d.removed_at is null
    order by o.since desc, d.name, p.id`;
}

/** A point with a foreign override, or whose override another system ended. */
export interface DisputedPoint {
  name: "foreign-override" | "override-lost";
  pointId: number;
  deviceId: number;
  deviceName: string;
  campusId: number;
  locationId: number;
  priority: number;
  /** Value of the other system; null when it released the slot. */
  value: number | null;
}

/**
 * Disputed points of the campuses of some shares. A lost override counts until its end, or until the device accepts a newer command to its point. A
 * command that the device did not accept does not count as an override.
 */
export function listDisputedPoints(db: Db, now: Date, shares: CampusShares) {
  return queryRows(db)<DisputedPoint>`
    select o.name, o.point_id, d.id as "deviceId", d.name as "deviceName", d.campus_id,
      d.location_id, o.priority, o.value
    from (
      select 'foreign-override' as name, point_id, priority, value from foreign_overrides
      union all
      select 'override-lost', c.point_id, c.priority, c.lost_value from commands as c
      where c.lost_at is not null and c.override_until > ${now} and c.priority = ${COMMAND_PRIORITY.person}
        and ${isAccepted}
        and not exists (
          select from commands as n
          where n.point_id = c.point_id and n.priority = c.priority and n.created_at > c.created_at
            and (n.state = 'verified' or n.failure in ('overridden', 'not-followed')))
    ) as o
    join points as p on p.id = o.point_id
    join devices as d on d.id = p.device_id and d.removed_at is null and ${inShares("d.campus_id", shares)}`;
}
