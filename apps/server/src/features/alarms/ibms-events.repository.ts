import { sql } from "kysely";

import type { Db } from "#core/db.ts";

export interface IbmsEventRow {
  deviceName: string;
  at: Date;
  /** In the campus's zone: `2026-01-05 13:30:00`. */
  localTime: string;
  source: "Alarm" | "Command";
  /** What happened: an event's kind, or a command's state. */
  what: string;
  /** Of an alarm; null of a command. */
  code: number | null;
  /** The point written; null of an alarm. */
  paramId: string | null;
  value: number | null;
  unit: string | null;
}

/** The newest events of a campus: what happened to alarms, and commands. */
export async function listIbmsEvents(
  db: Db,
  campusId: number,
  within: { from: Date | undefined; to: Date | undefined; limit: number },
): Promise<IbmsEventRow[]> {
  const { limit } = within;
  const from = within.from ?? "-infinity";
  const to = within.to ?? "infinity";
  const { rows } = await sql<IbmsEventRow>`
    select log.*, to_char(log.at at time zone c.time_zone, 'YYYY-MM-DD HH24:MI:SS') as "localTime"
    from (
      (select a.source_name as "deviceName", e.at, e.id::text as id, 'Alarm' as source, e.kind as what, a.code, null as "paramId", a.value, p.unit
        from alarm_events e join alarms a on a.id = e.alarm_id left join points p on p.id = a.point_id
        where e.campus_id = ${campusId} and e.at >= ${from} and e.at < ${to} and e.kind <> 'notified'
        order by e.at desc, e.id desc limit ${limit})
      union all
      (select d.name, k.created_at, k.id::text, 'Command', k.state, null, p.param_id, k.value, p.unit
        from commands k join points p on p.id = k.point_id join devices d on d.id = p.device_id
        where d.campus_id = ${campusId} and k.created_at >= ${from} and k.created_at < ${to}
        order by k.created_at desc limit ${limit})
    ) as log
    join campuses c on c.id = ${campusId}
    order by log.at desc, log.source, log.id desc limit ${limit}`.execute(db);
  return rows;
}
