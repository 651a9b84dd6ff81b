import { sql } from "kysely";

import { type Db, type Row, queryRow, queryRows, queryColumn, runSql } from "#core/db.ts";

/** An edge, with the number of the connection that its row was read for. */
export interface EdgeRow extends Row<"edges", "id" | "campusId" | "ssid" | "kind" | "session"> {
  /** Offset of the edge's clock from the server's at its last message, ms. Positive: ahead. */
  clockOffsetMs: number;
  /** The offset in the database, which is updated only after larger changes. */
  storedClockOffsetMs: number;
}

const clockOffset = sql<number>`coalesce(edges.clock_offset_ms, 0)`;

/** Edges by their ssids, in any order. */
export function listEdges(db: Db, ssids: readonly string[]): Promise<EdgeRow[]> {
  return db
    .selectFrom("edges")
    .select(["id", "campusId", "ssid", "kind", "session"])
    .select([clockOffset.as("clockOffsetMs"), clockOffset.as("storedClockOffsetMs")])
    .where(sql<boolean>`ssid = any (${[...ssids]}::text[])`)
    .execute();
}

/**
 * Begins the next session of each edge with the right password, at a process, unless the calls of its `limitKey` are at a limit.
 *
 * @returns these edges; `isTakenOver`: another process may still hold an earlier connection
 */
export function beginSessions(
  db: Db,
  processId: number,
  logins: readonly { ssid: string; passwordSha256: string; limitKey: string }[],
  limit: { max: number; at: Date },
) {
  return queryRows(db)<EdgeRow & { isTakenOver: boolean }>`
    with locked as (
      select e.id, e.process_id
      from unnest(${logins.map(({ ssid }) => ssid)}::text[], ${logins.map((one) => one.passwordSha256)}::text[],
        ${logins.map(({ limitKey }) => limitKey)}::text[]) as l (ssid, sha256, limit_key)
      join edges e on e.ssid = l.ssid and e.password_sha256 = l.sha256
      where not exists (
        select from call_counts c where c.key = l.limit_key and c.count >= ${limit.max} and c.ends_at > ${limit.at})
      order by e.id for no key update of e
    )
    update edges set process_id = ${processId}, session = edges.session + 1 from locked where edges.id = locked.id
    returning edges.id, edges.campus_id, edges.ssid, edges.kind, edges.session,
      ${clockOffset} as "clockOffsetMs", ${clockOffset} as "storedClockOffsetMs",
      coalesce(locked.process_id <> edges.process_id, false) as "isTakenOver"`;
}

/** Ends the sessions of the edges `locked`, which must log in again. All writers lock edges in the order of their ids. */
const endedSessions = (at: Date) => sql`
  update edges set process_id = null, session = session + 1,
    state = case when state = 'online' then 'unknown' else state end,
    state_since = case when state = 'online' then ${at} else state_since end
  from locked where edges.id = locked.id returning edges.campus_id, edges.session`;

/** Ends the session of an edge. @returns the number of the next one */
export async function updateSessionEnded(
  db: Db,
  edgeId: number,
  at: Date,
): Promise<{ campusId: number; session: number }> {
  const row = await queryRow(db)<{ campusId: number; session: number }>`
    with locked as (select id from edges where id = ${edgeId}) ${endedSessions(at)}`;
  if (!row) throw new Error(`There is no edge ${edgeId}`);
  return row;
}

/** Those of some sessions that are over: the edge has a later one. */
export function listEndedSessions(db: Db, held: readonly Pick<EdgeRow, "id" | "session">[]) {
  return queryColumn(db)<number>`
    select edges.id from unnest(${held.map(({ id }) => id)}::int[], ${held.map((one) => one.session)}::int[]) as h (id, session)
    join edges on edges.id = h.id and edges.session > h.session`;
}

/** Whether `session` is the current one of edge `edgeId`; within the statement that depends on it. */
export const isCurrentSession = ({ id, session }: Pick<EdgeRow, "id" | "session">) =>
  sql<boolean>`exists (select from edges where edges.id = ${id} and edges.session = ${session})`;

/**
 * Ends the sessions of edges at processes that have ended, and of online edges at no process: they are unknown until they connect again.
 *
 * @returns their campuses
 */
export async function updateEdgesLeft(db: Db, processIds: readonly number[], at: Date): Promise<number[]> {
  const rows = await queryRows(db)<{ campusId: number }>`
    with locked as (
      select id from edges where process_id = any (${[...processIds]}::int[]) or process_id is null and state = 'online'
      order by id for no key update
    )
    ${endedSessions(at)}`;
  return rows.map((row) => row.campusId);
}

/** Restarts the time in which edges may reconnect: no process with a broker was running. An edge that was never connected has no time. */
export async function updateUnknownSince(db: Db, at: Date): Promise<void> {
  await runSql(db)`
    with locked as (
      select id from edges where state = 'unknown' and state_since is not null order by id for no key update
    )
    update edges set state_since = ${at} from locked where edges.id = locked.id`;
}
