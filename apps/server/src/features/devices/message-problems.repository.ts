import type { MessageProblem } from "@verandah/contract/devices/message-problems.ts";
import { sql } from "kysely";

import { type Db, type Row, queryRows, runSql } from "#core/db.ts";

export interface CountedProblem extends Row<
  "messageProblems",
  "edgeId" | "since" | "lastAt" | "lastMessage"
> {
  reason: MessageProblem;
  count: number;
}

/** Adds to the counts, also those of other processes. A problem that has not occurred for `forgottenMs` begins again. */
export async function upsertProblems(
  db: Db,
  problems: readonly CountedProblem[],
  forgottenMs: number,
): Promise<void> {
  const isForgotten = sql`known.last_at < excluded.since - ${forgottenMs} * interval '1 ms'`;
  await runSql(db)`
    insert into message_problems as known (edge_id, reason, count, since, last_at, last_message)
    select "edgeId", reason, count, since, "lastAt", "lastMessage"
    from json_to_recordset(${JSON.stringify(problems)}) as p ("edgeId" int, reason text, count bigint, since timestamptz, "lastAt" timestamptz,
      "lastMessage" text)
    join edges e on e.id = p."edgeId" order by 1, 2
    on conflict (edge_id, reason) do update set last_at = greatest(known.last_at, excluded.last_at),
      last_message = case when known.last_at > excluded.last_at then known.last_message else excluded.last_message end,
      count = case when ${isForgotten} then 0 else known.count end + excluded.count,
      since = case when ${isForgotten} then excluded.since else least(known.since, excluded.since) end`;
}

export interface ListedProblem extends Omit<CountedProblem, "edgeId"> {
  ssid: string;
  name: string;
}

/** Problems of the edges of a campus, and removed devices that still send values, the newest first. */
export function listProblems(db: Db, query: { campusId: number; since: Date; limit: number }) {
  return queryRows(db)<ListedProblem>`
    select e.ssid, e.name, p.reason, p.count::float8 as count, p.since, p.last_at, p.last_message
    from message_problems p join edges e on e.id = p.edge_id
    where e.campus_id = ${query.campusId} and p.last_at >= ${query.since}
    union all
    select e.ssid, d.name, 'removed-device', sum(u.count)::float8, d.removed_at, max(u.last_at), d.ssid
    from devices d join unknown_points u on u.device = d.ssid join edges e on e.id = u.edge_id and e.campus_id = d.campus_id
    where d.campus_id = ${query.campusId} and d.removed_at is not null and u.last_at >= greatest(${query.since}::timestamptz, d.removed_at)
    group by e.id, d.id
    order by last_at desc, ssid, reason limit ${query.limit}`;
}
