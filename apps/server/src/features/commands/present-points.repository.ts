import { COMMAND_PRIORITY } from "@verandah/contract/commands/commands.ts";
import { type RawBuilder, sql } from "kysely";

import { type Db, queryRows } from "#core/db.ts";

/** A value in force at a point that the product wrote; times as ISO 8601. */
interface HeldValue {
  /** Name of the person, or of the schedule. */
  name: string;
  value: number;
  at: string;
  until: string | null;
}

/** A point with its present value and all values in force. */
export interface PresentPoint {
  ssid: string;
  paramId: string;
  name: string;
  deviceId: number;
  deviceType: string;
  /** Whether the device and its gateway are connected. */
  isOnline: boolean;
  unit: string;
  kind: "reading" | "setpoint" | "command";
  value: number | null;
  at: Date | null;
  quality: number | null;
  intervalMs: number;
  person: HeldValue | null;
  schedule: HeldValue | null;
  /** A value of another system at the point. */
  foreign: { priority: number; value: number; since: string } | null;
}

const heldAt = (priority: number) => sql`(
  select jsonb_build_object('name', coalesce(u.username, b.origin_name, b.origin), 'value', c.value,
    'at', c.created_at, 'until', c.override_until)
  from commands as c join command_batches as b on b.id = c.batch_id left join users as u on u.id = c.user_id
  where c.point_id = p.id and c.priority = ${priority} and c.released_at is null and c.value is not null
    and (c.state = 'verified' or c.failure in ('overridden', 'not-followed'))
  order by c.created_at desc, c.position desc limit 1)`;

function listPoints(db: Db, campusId: number, where: RawBuilder<unknown>) {
  return queryRows(db)<PresentPoint>`
    select d.ssid, p.param_id, d.name, d.id as "deviceId", d.type as "deviceType",
      d.state = 'online' and e.state = 'online' as "isOnline", p.unit, p.kind, l.value, l.at, l.quality, p.interval_ms,
      ${heldAt(COMMAND_PRIORITY.person)} as person, ${heldAt(COMMAND_PRIORITY.schedule)} as schedule,
      (select jsonb_build_object('priority', f.priority, 'value', f.value, 'since', f.since)
        from foreign_overrides as f where f.point_id = p.id) as foreign
    from points as p join devices as d on d.id = p.device_id join edges as e on e.id = d.edge_id
    left join latest as l on l.point_id = p.id and p.sent_unit is null
    where d.campus_id = ${campusId} and d.removed_at is null and p.hidden_at is null and ${where}
    order by p.id`;
}

/** The given points of a campus. Unknown points are left out. */
export const listPresent = (
  db: Db,
  campusId: number,
  points: readonly { ssid: string; paramId: string }[],
): Promise<PresentPoint[]> =>
  listPoints(
    db,
    campusId,
    sql`(d.ssid, p.param_id) in (select * from unnest(${points.map((one) => one.ssid)}::text[],
      ${points.map((one) => one.paramId)}::text[]))`,
  );

/** All points of a device. */
export const listPresentOf = (db: Db, campusId: number, ssid: string): Promise<PresentPoint[]> =>
  listPoints(db, campusId, sql`d.ssid = ${ssid}`);
