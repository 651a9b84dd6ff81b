import type { CommandOrigin } from "@verandah/contract/commands/commands.ts";
import { COMMAND_PRIORITY } from "@verandah/contract/commands/commands.ts";
import { sql } from "kysely";

import type { Db } from "#core/db.ts";

export interface OverrideRow {
  commandId: string;
  pointId: number;
  deviceId: number;
  ssid: string;
  deviceName: string;
  deviceType: string;
  floorId: number | null;
  floorName: string | null;
  paramId: string;
  unit: string;
  value: number;
  origin: CommandOrigin["kind"];
  originName: string | null;
  reason: string | null;
  userId: number | null;
  username: string | null;
  /** Time of the verification, or of the acknowledgement if the command was never verified. */
  since: Date;
  until: Date | null;
  isReleasing: boolean;
  /** Priority of a foreign override with a higher priority. */
  winningPriority: number | null;
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

/**
 * Values of users in force in a building, the earliest end first. If a newer command supersedes an acknowledged one before its
 * verification, the acknowledged value stays in force until a newer command is verified.
 */
export async function listOverrides(db: Db, buildingId: number): Promise<OverrideRow[]> {
  const { person, schedule } = COMMAND_PRIORITY;
  const { rows } = await sql<OverrideRow>`
    with recursive written as (
      select c.* from commands as c
      join points as p on p.id = c.point_id join devices as d on d.id = p.device_id join locations as l on l.id = d.location_id
      where ${isInForce} and c.priority = ${person} and l.building_id = ${buildingId} and d.removed_at is null
    ), in_force as (
      select distinct on (point_id) * from written order by point_id, created_at desc, position desc
    ), chain as (
      select id, point_id, before_value, created_at, 0 as depth from written
      union
      select c.id, c.point_id, c.before_value, c.created_at, chain.depth + 1 from chain join commands as c on c.superseded_by = chain.id
    )
    select s.id as "commandId", s.point_id, d.id as "deviceId", d.ssid, d.name as "deviceName", d.type as "deviceType",
      l.floor_id, f.name as "floorName", p.param_id, p.unit, s.value, b.origin, b.origin_name,
      b.reason, s.user_id, u.username,
      case s.state when 'verified' then s.ended_at else coalesce(s.acknowledged_at, s.ended_at) end as since, s.override_until as until,
      exists (select from commands as r where r.point_id = s.point_id and r.priority = s.priority and r.value is null and r.ended_at is null)
        as "isReleasing",
      f_o.priority as "winningPriority", f_o.value as "winningValue",
      (select before_value from chain where point_id = s.point_id order by created_at, depth desc limit 1) as before,
      (select w.value from commands as w where w.point_id = s.point_id and w.priority = ${schedule}
        and (w.state = 'verified' or w.failure in ('overridden', 'not-followed')) and w.released_at is null and w.value is not null order by w.created_at desc limit 1) as scheduled
    from in_force as s
    join command_batches as b on b.id = s.batch_id
    join points as p on p.id = s.point_id
    join devices as d on d.id = p.device_id
    join locations as l on l.id = d.location_id
    left join locations as f on f.id = l.floor_id
    left join users as u on u.id = s.user_id
    left join foreign_overrides as f_o on f_o.point_id = s.point_id and f_o.priority < s.priority
    order by s.override_until nulls last, d.name, p.id`.execute(db);
  return rows;
}

/** Number of points of a building at which a value of a user is in force. */
export async function countOverrides(db: Db, buildingId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(distinct c.point_id)::int as count from commands as c
    join points as p on p.id = c.point_id join devices as d on d.id = p.device_id join locations as l on l.id = d.location_id
    where ${isInForce} and c.priority = ${COMMAND_PRIORITY.person} and l.building_id = ${buildingId} and d.removed_at is null`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}

/** The user's value in force at a point of a campus; undefined without one. */
export async function findOverride(
  db: Db,
  campusId: number,
  { ssid, paramId }: { ssid: string; paramId: string },
) {
  const { rows } = await sql<{ value: number; until: Date | null; reason: string | null }>`
    select c.value, c.override_until as until, b.reason
    from commands as c join command_batches as b on b.id = c.batch_id
      join points as p on p.id = c.point_id join devices as d on d.id = p.device_id
    where d.campus_id = ${campusId} and d.ssid = ${ssid} and p.param_id = ${paramId}
      and ${isInForce} and c.priority = ${COMMAND_PRIORITY.person}
    order by c.created_at desc, c.position desc limit 1`.execute(db);
  return rows[0];
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
