import { COMMAND_PRIORITY } from "@verandah/contract/commands.ts";
import { sql } from "kysely";

import type { Db } from "#core/db.ts";

/** The present state of a point for a preview. */
export interface PresentPoint {
  ssid: string;
  paramId: string;
  name: string;
  deviceId: number;
  value: number | null;
  at: Date | null;
  quality: number | null;
  intervalMs: number;
  /** Name of the person whose value is in force. */
  person: string | null;
  /** Priority of another client's value. */
  foreignPriority: number | null;
}

/** The named points of a campus, without unknown ones. */
export async function listPresent(
  db: Db,
  campusId: number,
  named: readonly { ssid: string; paramId: string }[],
): Promise<PresentPoint[]> {
  const { rows } = await sql<PresentPoint>`
    select d.ssid, p.param_id as "paramId", d.name, d.id as "deviceId", l.value, l.at, l.quality, p.interval_ms as "intervalMs",
      (select coalesce(u.username, b.origin_name, b.origin) from commands as c
        join command_batches as b on b.id = c.batch_id left join users as u on u.id = c.user_id
        where c.point_id = p.id and c.priority = ${COMMAND_PRIORITY.person} and c.released_at is null and c.value is not null
          and (c.state = 'verified' or c.failure = 'overridden')
        order by c.created_at desc, c.position desc limit 1) as person,
      f.priority as "foreignPriority"
    from unnest(${named.map((one) => one.ssid)}::text[], ${named.map((one) => one.paramId)}::text[]) as n (ssid, param_id)
    join devices as d on d.ssid = n.ssid and d.campus_id = ${campusId}
    join points as p on p.device_id = d.id and p.param_id = n.param_id
    left join latest as l on l.point_id = p.id
    left join foreign_overrides as f on f.point_id = p.id`.execute(db);
  return rows;
}
