import { COMMAND_PRIORITY } from "@verandah/contract/commands/commands.ts";
import {
  levelCommands,
  LIGHT_LEVEL,
  LIGHT_MODE,
  lightCommands,
  modeCommandOf,
  partnerCommands,
} from "@verandah/equipment/light-group.ts";
import { type RawBuilder, sql } from "kysely";

import { type Db, type Row, queryRow, queryRows } from "#core/db.ts";

export interface OverrideRow
  extends
    Row<"commands", "batchId" | "pointId" | "userId" | "winningPriority">,
    Row<"points", "paramId" | "unit">,
    Row<"commandBatches", "origin" | "originName" | "reason"> {
  commandId: string;
  deviceId: number;
  ssid: string;
  deviceName: string;
  deviceType: string;
  floorId: number | null;
  floorName: string | null;
  kind: "setpoint" | "command";
  value: number;
  username: string | null;
  /** Time of the verification, or of the acknowledgement if the command was never verified. */
  since: Date;
  until: Date | null;
  isReleasing: boolean;
  /** Of a foreign override with a higher priority. */
  winningValue: number | null;
  /** Value of the point before the first of several overrides that followed each other directly. */
  before: number | null;
  /** The value of a schedule, which comes into force when the override is released. */
  scheduled: number | null;
}

/** SQL for whether a device has accepted command `c`. */
export const isAccepted = sql`(c.state = 'verified' or c.failure in ('overridden', 'not-followed')
  or c.state = 'superseded' and c.acknowledged_at is not null)`;
/** SQL for whether the value of command `c` is in force. A superseded value stays in force until a newer command is verified. */
const isInForce = sql`(c.released_at is null and c.value is not null and ${isAccepted})`;
/** SQL for whether a value of point `q` and one of point `p` replace each other: of the same point, or of level and mode of a light. */
export const replaces = sql`(q.device_id = p.device_id and (q.id = p.id
  or q.param_id = (${[...partnerCommands]}::text[])[array_position(${[...lightCommands]}::text[], p.param_id)]))`;
/** SQL for whether a value of point `p` is the manual mode of a light, which leaves the level in force. */
const isManual = (value: RawBuilder<unknown>) =>
  sql`(${value} = 0 and p.param_id = any (${levelCommands.map(modeCommandOf)}::text[]))`;
/** SQL for whether a newer value of point `p`, null for a release, ends a value of point `q`. */
export const ends = (value: RawBuilder<unknown>) =>
  sql`(${replaces} and (q.id = p.id or ${isManual(value)} is not true))`;

/** SQL for the values of users in force where a condition is true. A level and a mode that end each other are one `subject`. */
const writtenWhere = (condition: RawBuilder<unknown>) => sql`
  select c.*, d.id as device_id, d.ssid, p.param_id,
    case when ${isManual(sql`c.value`)} then p.param_id else replace(p.param_id, ${LIGHT_MODE}, ${LIGHT_LEVEL}) end as subject
  from commands as c join points as p on p.id = c.point_id join devices as d on d.id = p.device_id
    join locations as l on l.id = d.location_id
  where ${isInForce} and c.priority = ${COMMAND_PRIORITY.person} and d.removed_at is null and ${condition}`;
const newestWritten = sql`select distinct on (device_id, subject) * from written
  order by device_id, subject, created_at desc, position desc`;

/**
 * Values of users in force in a building or behind an edge, the earliest end first. If a newer command supersedes an acknowledged one before its
 * verification, the acknowledged value stays in force until a newer command is verified.
 */
export function listOverrides(db: Db, of: { buildingId: number } | { edgeId: number }) {
  const within = "edgeId" in of ? sql`d.edge_id = ${of.edgeId}` : sql`l.building_id = ${of.buildingId}`;
  return queryRows(db)<OverrideRow>`
    with recursive written as (${writtenWhere(within)}), in_force as (${newestWritten}), chain as (
      select id, point_id, before_value, created_at, 0 as depth from written
      union
      select c.id, c.point_id, c.before_value, c.created_at, chain.depth + 1 from chain join commands as c on c.superseded_by = chain.id
    )
    select s.id as "commandId", s.batch_id, s.point_id, d.id as "deviceId", d.ssid, d.name as "deviceName", d.type as "deviceType",
      l.floor_id, f.name as "floorName", p.param_id, p.kind, p.unit, s.value, b.origin, b.origin_name,
      b.reason, s.user_id, u.username,
      case s.state when 'verified' then s.ended_at else coalesce(s.acknowledged_at, s.ended_at) end as since, s.override_until as until,
      exists (select from commands as r where r.point_id = s.point_id and r.priority = s.priority and r.value is null and r.ended_at is null)
        as "isReleasing",
      f_o.priority as "winningPriority", f_o.value as "winningValue",
      (select before_value from chain where point_id = s.point_id order by created_at, depth desc limit 1) as before,
      (select w.value from commands as w where w.point_id = s.point_id and w.priority = ${COMMAND_PRIORITY.schedule}
        and (w.state = 'verified' or w.failure in ('overridden', 'not-followed')) and w.released_at is null and w.value is not null order by w.created_at desc limit 1) as scheduled
    from in_force as s
    join command_batches as b on b.id = s.batch_id
    join points as p on p.id = s.point_id
    join devices as d on d.id = p.device_id
    join locations as l on l.id = d.location_id
    left join locations as f on f.id = l.floor_id
    left join users as u on u.id = s.user_id
    left join foreign_overrides as f_o on f_o.point_id = s.point_id and f_o.priority < s.priority
    order by s.override_until nulls last, d.name, p.id`;
}

/** Actions of users whose values are in force in a building, and their devices. */
export async function countOverrides(db: Db, buildingId: number) {
  const row = await queryRow(db)<{ actions: number; devices: number }>`
    with written as (${writtenWhere(sql`l.building_id = ${buildingId}`)}), in_force as (${newestWritten})
    select count(distinct batch_id)::int as actions, count(distinct device_id)::int as devices from in_force`;
  return row ?? { actions: 0, devices: 0 };
}

/** Devices with values of users in force, by name, and whether a release can reach them. */
export function listHolding(db: Db, deviceIds: readonly number[]) {
  return queryRows(db)<{ name: string; isReachable: boolean }>`
    with written as (${writtenWhere(sql`d.id = any (${[...deviceIds]}::int[])`)}), in_force as (${newestWritten})
    select d.name, d.state = 'online' and e.state = 'online' as "isReachable"
    from devices as d join edges as e on e.id = d.edge_id where d.id in (select device_id from in_force) order by d.name`;
}

/** A value of a user in force. */
export interface HeldRow {
  id: string;
  batchId: string;
  pointId: number;
  ssid: string;
  paramId: string;
  value: number;
  until: Date | null;
  reason: string | null;
  /** Whether a command of a user for the same point or light is open. */
  isChanging: boolean;
}

/** The values of users in force: of a point of a campus, or of a batch. */
export function listHeld(
  db: Db,
  of: { campusId: number; ssid: string; paramId: string } | { batchId: string },
) {
  const condition =
    "batchId" in of
      ? sql`c.batch_id = ${of.batchId}`
      : sql`d.campus_id = ${of.campusId} and d.ssid = ${of.ssid} and p.param_id = ${of.paramId}`;
  const others = sql`select from points as p join commands as c on c.point_id = p.id where c.priority = s.priority`;
  return queryRows(db)<HeldRow>`
    with written as (${writtenWhere(condition)}), newest as (${newestWritten})
    select s.id, s.batch_id, s.point_id, s.ssid, s.param_id, s.value, s.override_until as until, b.reason,
      exists (${others} and c.ended_at is null and ${replaces}) as "isChanging"
    from newest as s join command_batches as b on b.id = s.batch_id join points as q on q.id = s.point_id
    where not exists (${others} and ${isInForce} and ${ends(sql`c.value`)} and (c.created_at, c.position) > (s.created_at, s.position))
    order by s.position`;
}

/** Devices of a building at which a schedule's value of a point is in force. */
export function listScheduledPoints(db: Db, buildingId: number) {
  return db
    .selectFrom("commands")
    .innerJoin("commandBatches as batch", "batch.id", "commands.batchId")
    .innerJoin("points", "points.id", "commands.pointId")
    .innerJoin("devices", "devices.id", "points.deviceId")
    .innerJoin("locations", "locations.id", "devices.locationId")
    .select(["devices.id as deviceId", "points.paramId"])
    .where((eb) =>
      eb.or([
        eb("commands.state", "=", "verified"),
        eb("commands.failure", "in", ["overridden", "not-followed"]),
      ]),
    )
    .where("commands.releasedAt", "is", null)
    .where("commands.value", "is not", null)
    .where("commands.priority", "=", COMMAND_PRIORITY.schedule)
    .where("batch.origin", "=", "schedule")
    .where("locations.buildingId", "=", buildingId)
    .execute();
}

/** Values that schedules have written to a point, oldest first, each with the time in which it was in force. */
export async function listScheduledValues(db: Db, pointId: number) {
  const rows = await db
    .selectFrom("commands")
    .select(["value", "endedAt as from", "releasedAt as to"])
    .where("pointId", "=", pointId)
    .where("priority", "=", COMMAND_PRIORITY.schedule)
    .where((eb) => eb.or([eb("state", "=", "verified"), eb("failure", "in", ["overridden", "not-followed"])]))
    .where("value", "is not", null)
    .orderBy("endedAt")
    .execute();
  return rows.flatMap(({ value, from, to }) =>
    value === null || from === null ? [] : [{ value, from, to }],
  );
}

export interface PastOverride {
  /** The same for the same override. */
  key: string;
  batchId: string;
  commandId: string;
  ssid: string;
  paramId: string;
  value: number;
  before: number | null;
  reason: string;
  username: string;
  from: Date;
  to: Date;
}

/** Adds an override that was released. @returns false when it exists, or its user does not */
export async function insertPastOverride(db: Db, campusId: number, one: PastOverride): Promise<boolean> {
  const rows = await queryRows(db)`
    with target as (
      select p.id as point_id, u.id as user_id from devices d join points p on p.device_id = d.id
        join users u on u.campus_id = d.campus_id and u.username = ${one.username}
      where d.campus_id = ${campusId} and d.ssid = ${one.ssid} and p.param_id = ${one.paramId}
    ), batch as (
      insert into command_batches (id, campus_id, user_id, origin, reason, idempotency_key, created_at, override_until)
      select ${one.batchId}::uuid, ${campusId}, user_id, 'person', ${one.reason}, ${one.key}, ${one.from}, ${one.to} from target
      on conflict do nothing returning id
    )
    insert into commands (id, batch_id, point_id, user_id, value, before_value, priority, state, created_at, expires_at, sent_at,
      acknowledged_at, ended_at, override_until, released_at)
    select ${one.commandId}::uuid, batch.id, point_id, user_id, ${one.value}, ${one.before}::float8, ${COMMAND_PRIORITY.person}, 'verified',
      ${one.from}, ${one.from}, ${one.from}, ${one.from}, ${one.from}, ${one.to}, ${one.to} from batch, target
    returning id`;
  return rows.length > 0;
}
