import type { CommandState } from "@verandah/contract/commands/commands.ts";
import { sql } from "kysely";

import { type Db, queryRows, queryColumn, runSql } from "#core/db.ts";
import type { EdgeRow } from "#features/devices/edge-sessions.service.ts";

import type { CommandRow } from "./commands.repository.ts";
import { ends, isAccepted, replaces } from "./overrides.repository.ts";

/**
 * The fields of a command of an edge that the handling of its result needs, unless the edge has a later connection. Reads less than
 * `findCommand`, because a batch can have a thousand results.
 */
export function findResultTarget(
  db: Db,
  id: string,
  edge: Pick<EdgeRow, "id" | "session">,
): Promise<Pick<CommandRow, "id" | "pointId" | "paramId" | "priority" | "value"> | undefined> {
  return db
    .selectFrom("commands")
    .innerJoin("points", "points.id", "commands.pointId")
    .innerJoin("devices", "devices.id", "points.deviceId")
    .innerJoin("edges", "edges.id", "devices.edgeId")
    .select(["commands.id", "commands.pointId", "points.paramId", "commands.priority", "commands.value"])
    .where("commands.id", "=", id)
    .where("edges.id", "=", edge.id)
    .where("edges.session", "=", edge.session)
    .executeTakeFirst();
}

/**
 * Whether it is unknown what became of a sent command (its deadline passed during a restart of the server, or the gateway could not verify
 * it), and no newer one of its point or light, and of its priority, is open or in force.
 */
const isNewestUnknown = (state: CommandState) => sql<boolean>`(state = 'expired' and sent_at is not null
    or ${state} = 'verified' and failure in ('not-verified', 'unreachable'))
  and not exists (select from points as p join points as q on ${replaces} join commands as n on n.point_id = q.id
    where p.id = commands.point_id and n.priority = commands.priority and n.created_at > commands.created_at and (n.ended_at is null or n.state in ('verified', 'superseded') or n.failure in ('overridden', 'not-followed')))`;

/** Changes the state of an open command, or stores the late result of one whose effect was unknown. @returns false for a command that has ended */
export async function updateState(
  db: Db,
  id: string,
  change: {
    state: CommandState;
    failure: string | null;
    readBack: number | null;
    winningPriority: number | null;
    acknowledgedAt?: Date;
    endedAt: Date | null;
  },
): Promise<boolean> {
  const row = await db
    .updateTable("commands")
    .set(change)
    .where("id", "=", id)
    .where((eb) =>
      change.endedAt
        ? eb.or([eb("endedAt", "is", null), isNewestUnknown(change.state)])
        : eb("endedAt", "is", null),
    )
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

/** Records that the device holds the value of an open command, whose feedback is still awaited. @returns false for a command that has ended */
export async function updateHeld(db: Db, id: string, readBack: number, at: Date): Promise<boolean> {
  const row = await db
    .updateTable("commands")
    .set({ state: "acknowledged", readBack })
    .set((eb) => ({ acknowledgedAt: eb.fn.coalesce("acknowledgedAt", eb.val(at)) }))
    .where("id", "=", id)
    .where("endedAt", "is", null)
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

export interface HeldCommand extends Pick<
  CommandRow,
  "id" | "pointId" | "priority" | "paramId" | "expiresAt"
> {
  value: number;
  /** Whether the device has the point that shows the effect. */
  hasFeedback: boolean;
  /** Good value of that point after the command was sent; null without one. */
  feedback: number | null;
}

/**
 * Open commands whose value the device holds, with the feedback of their points; those that another transaction changes are left out.
 *
 * @param feedbackOf the point that shows the effect of a command, by the id of the commanded point
 * @param only a single command
 */
export function listHeldForUpdate(db: Db, feedbackOf: ReadonlyMap<string, string>, only?: string) {
  return queryRows(db)<HeldCommand>`
    select c.id, c.point_id, c.priority, p.param_id, c.expires_at, c.value,
      f.id is not null as "hasFeedback", l.value as feedback
    from commands as c join points as p on p.id = c.point_id
      join unnest(${[...feedbackOf.keys()]}::text[], ${[...feedbackOf.values()]}::text[]) as m (command, feedback) on m.command = p.param_id
      left join points as f on f.device_id = p.device_id and f.param_id = m.feedback
      left join latest as l on l.point_id = f.id and f.sent_unit is null and l.quality = 0 and l.at >= c.sent_at
    where c.ended_at is null and c.state = 'acknowledged' and c.read_back is not null and c.value is not null
      and c.id = coalesce(${only ?? null}, c.id)
    for update of c skip locked`;
}

/** Ends the open commands of removed devices. */
export async function updateOfRemoved(db: Db, deviceIds: readonly number[], at: Date): Promise<void> {
  await runSql(db)`
    update commands as c set state = 'failed', failure = 'device-removed', ended_at = ${at}
    from points as p where p.id = c.point_id and p.device_id = any (${[...deviceIds]}::int[]) and c.ended_at is null`;
}

/** Records that the value of a command was released. @returns false when the release was already recorded */
export async function updateReleased(db: Db, id: string, at: Date): Promise<boolean> {
  const row = await db
    .updateTable("commands")
    .set({ releasedAt: at })
    .where("id", "=", id)
    .where("releasedAt", "is", null)
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Records that another system replaced the value of a command, or released it (null). @returns false when the value was no longer in force
 */
export async function updateLost(db: Db, id: string, value: number | null, at: Date): Promise<boolean> {
  const row = await db
    .updateTable("commands")
    .set({ releasedAt: at, lostAt: at, lostValue: value })
    .where("id", "=", id)
    .where("releasedAt", "is", null)
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

/** Records that the device accepted a command that was already superseded. */
export async function updateAcknowledgedLate(db: Db, id: string, at: Date): Promise<void> {
  await db
    .updateTable("commands")
    .set({ acknowledgedAt: at })
    .where("id", "=", id)
    .where("state", "=", "superseded")
    .where("acknowledgedAt", "is", null)
    .execute();
}

/** Records that `by` replaced the values of other commands for the same point or light at the same priority. @returns their ids */
export function updateReplaced(
  db: Db,
  by: Pick<CommandRow, "id" | "pointId" | "priority" | "value">,
  at: Date,
) {
  return queryColumn(db)<string>`
    update commands as c set released_at = ${at}, superseded_by = case when ${by.value !== null} then ${by.id}::uuid else c.superseded_by end
    from points as p join points as q on ${ends(sql`${by.value}::float8`)}
    where p.id = ${by.pointId} and c.point_id = q.id and c.priority = ${by.priority} and ${isAccepted}
      and c.value is not null and c.released_at is null and c.id <> ${by.id}
    returning c.id`;
}
