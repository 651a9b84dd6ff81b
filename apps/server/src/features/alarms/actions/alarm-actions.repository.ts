import { type AlarmEventKind, LOW_ALARM_FROM } from "@verandah/contract/alarms/alarms.ts";
import { sql } from "kysely";

import { type Condition, type Db, queryRow, queryColumn, runSql } from "#core/db.ts";

export type HandledAlarm = NonNullable<Awaited<ReturnType<typeof findHandled>>>;

/** An alarm of one campus, with the users who handled it. */
export async function findHandled(db: Db, campusId: number, id: number) {
  return db
    .selectFrom("alarms")
    .leftJoin("users as acknowledger", "acknowledger.id", "alarms.acknowledgedBy")
    .leftJoin("users as ignorer", "ignorer.id", "alarms.ignoredBy")
    .select([
      "alarms.id",
      "alarms.acknowledgedAt",
      "acknowledger.username as acknowledgedBy",
      "alarms.ignoredAt",
      "alarms.ignoredUntil",
      "ignorer.username as ignoredBy",
    ])
    .where("alarms.campusId", "=", campusId)
    .where("alarms.id", "=", id)
    .executeTakeFirst();
}

/**
 * Acknowledges alarms of a campus, and with each those of the same code that it explains (earlier occurrences, or the members of its
 * group). Locks rows in a fixed order, so that concurrent callers wait for each other instead of a deadlock.
 *
 * @returns the ids of those that were not acknowledged before; the first acknowledger stays
 */
export function updateAcknowledged(
  db: Db,
  campusId: number,
  ids: readonly number[],
  by: { userId: number; at: Date },
) {
  return queryColumn(db)<number>`
    with heads as materialized (
      select id, code, subject_kind, subject_id, rule from alarms where campus_id = ${campusId} and id = any (${[...ids]}::int[])
    ), held as (
      select id from alarms
      where campus_id = ${campusId} and acknowledged_at is null and id = any (array(
        select id from heads
        union select a.id from heads h join alarms a on a.explained_by = h.id and a.code = h.code
        union select a.id from heads h
          join alarms a on (a.subject_kind, a.subject_id, a.rule) = (h.subject_kind, h.subject_id, h.rule) and a.id < h.id
          and a.explained_by is not null and a.restored_at is not null and a.ignored_at is null and a.acknowledged_at is null and a.code < 200
      ))
      order by id for no key update
    )
    update alarms set acknowledged_at = ${by.at}, acknowledged_by = ${by.userId} from held where alarms.id = held.id
    returning alarms.id`;
}

/**
 * Takes back the acknowledgements that a user made since an instant: those of `ids`, and of the alarms that were acknowledged with them.
 *
 * @returns the ids of all of them
 */
export function updateUnacknowledged(
  db: Db,
  campusId: number,
  ids: readonly number[],
  by: { userId: number; since: Date },
) {
  return queryColumn(db)<number>`
    with heads as materialized (
      select id, code, subject_kind, subject_id, rule, acknowledged_at from alarms
      where campus_id = ${campusId} and id = any (${[...ids]}::int[]) and acknowledged_by = ${by.userId} and acknowledged_at >= ${by.since}
    ), held as (
      select id from alarms
      where acknowledged_by = ${by.userId} and acknowledged_at in (select acknowledged_at from heads) and id = any (array(
        select id from heads
        union select a.id from heads h join alarms a on a.explained_by = h.id and a.code = h.code
        union select a.id from heads h
          join alarms a on (a.subject_kind, a.subject_id, a.rule) = (h.subject_kind, h.subject_id, h.rule) and a.id < h.id
      ))
      order by id for no key update
    )
    update alarms set acknowledged_at = null, acknowledged_by = null from held where alarms.id = held.id
    returning alarms.id`;
}

/** Counts the ids that are alarms of a campus. */
export async function countOfCampus(db: Db, campusId: number, ids: readonly number[]): Promise<number> {
  const row = await queryRow(db)<{ count: number }>`
    select count(*)::int as count from alarms where campus_id = ${campusId} and id = any (${[...ids]}::int[])`;
  return row?.count ?? 0;
}

/** Names of the first acknowledgers of alarms of a campus. */
export function listAcknowledgers(db: Db, campusId: number, ids: readonly number[]) {
  return db
    .selectFrom("alarms")
    .leftJoin("users", "users.id", "alarms.acknowledgedBy")
    .select(["alarms.id", "users.username as by"])
    .where("alarms.campusId", "=", campusId)
    .where("alarms.id", "in", [...ids])
    .orderBy("alarms.id")
    .execute();
}

/** Locks alarms of a campus that have not returned, shelved or not, in a fixed order. */
const heldOf = (campusId: number, ids: readonly number[], isShelved: boolean) => sql`
  select id from alarms where campus_id = ${campusId} and id = any (${[...ids]}::int[]) and restored_at is null
    and (ignored_at is not null) = ${isShelved} order by id for no key update`;

/** Shelves active alarms that are not critical. @returns the ids of those that were not shelved before */
export function updateShelved(
  db: Db,
  campusId: number,
  ids: readonly number[],
  by: { userId: number; at: Date; until: Date; reason: string },
) {
  return queryColumn(db)<number>`
    with held as (${heldOf(campusId, ids, false)})
    update alarms set ignored_at = ${by.at}, ignored_by = ${by.userId}, ignored_reason = ${by.reason}, ignored_until = ${by.until}
    from held where alarms.id = held.id and code >= ${LOW_ALARM_FROM} returning alarms.id`;
}

/** Alarms of a campus that cannot be shelved: critical ones, and those that have returned. */
export async function listUnshelvable(db: Db, campusId: number, ids: readonly number[]) {
  return db
    .selectFrom("alarms")
    .select(["id", "isCritical"])
    .where("campusId", "=", campusId)
    .where("id", "in", [...ids])
    .where((eb) => eb.or([eb("isCritical", "=", true), eb("restoredAt", "is not", null)]))
    .orderBy("id")
    .execute();
}

/** Ends the shelving of alarms. @returns the ids of those that were shelved */
export function updateUnshelved(db: Db, campusId: number, ids: readonly number[]) {
  return queryColumn(db)<number>`
    with held as (${heldOf(campusId, ids, true)})
    update alarms set ignored_at = null, ignored_by = null, ignored_reason = '', ignored_until = null
    from held where alarms.id = held.id returning alarms.id`;
}

/** Whether the end of a shelving has passed. */
export const isAnyShelvingExpired = (now: Date): Condition => sql`exists (
  select from alarms where restored_at is null and ignored_at is not null and ignored_until <= ${now})`;

/** Ends the shelving of all alarms whose end has passed, of any campus. */
export function updateExpiredShelvings(db: Db, now: Date) {
  return db
    .updateTable("alarms")
    .set({ ignoredAt: null, ignoredBy: null, ignoredReason: "", ignoredUntil: null })
    .where("restoredAt", "is", null)
    .where("ignoredAt", "is not", null)
    .where("ignoredUntil", "<=", now)
    .returning(["id", "campusId"])
    .execute();
}

/** Adds the same event to the histories of some alarms. */
export async function insertEvents(
  db: Db,
  alarmIds: readonly number[],
  event: { kind: AlarmEventKind; at: Date; userId?: number; note?: string },
): Promise<void> {
  if (alarmIds.length === 0) return;
  await runSql(db)`
    insert into alarm_events (alarm_id, campus_id, at, kind, user_id, note)
    select id, campus_id, ${event.at}, ${event.kind}, ${event.userId ?? null}, ${event.note ?? ""}
    from alarms where id = any (${[...alarmIds]}::int[]) order by id`;
}

/** The history of an alarm, oldest first. */
export function listEvents(db: Db, alarmId: number) {
  return db
    .selectFrom("alarmEvents")
    .leftJoin("users", "users.id", "alarmEvents.userId")
    .select(["alarmEvents.at", "alarmEvents.kind", "users.username as user", "alarmEvents.note"])
    .where("alarmEvents.alarmId", "=", alarmId)
    .orderBy("alarmEvents.id")
    .execute();
}
