import { type Db, runSql } from "#core/db.ts";

/** Stores which alarm explains each of some alarms; null: none. */
export async function updateExplained(
  db: Db,
  links: readonly { id: number; explainedBy: number | null }[],
): Promise<void> {
  if (links.length === 0) return;
  await runSql(db)`
    with links as (select * from json_to_recordset(${JSON.stringify(links)}) as l (id int, "explainedBy" int)),
    held as (select alarms.id from alarms join links using (id) order by alarms.id for no key update)
    update alarms set explained_by = links."explainedBy" from links join held using (id) where alarms.id = links.id`;
}

/** Stores that the new alarm explains a returned, unacknowledged alarm of the same cause. */
export async function updateEarlier(db: Db, raisedIds: readonly number[]): Promise<void> {
  if (raisedIds.length === 0) return;
  await runSql(db)`
    update alarms set explained_by = raised.id from alarms raised
    where raised.id = any (${[...raisedIds]}::int[]) and alarms.id < raised.id
      and (alarms.subject_kind, alarms.subject_id, alarms.rule) = (raised.subject_kind, raised.subject_id, raised.rule)
      and alarms.restored_at is not null and alarms.explained_by is null and alarms.ignored_at is null
      and alarms.acknowledged_at is null and alarms.code < 200`;
}

/** Records that some active alarms are repeated, each at most once in `quietMs`. */
export async function insertRepeated(
  db: Db,
  activeIds: readonly number[],
  at: Date,
  quietMs: number,
): Promise<void> {
  if (activeIds.length === 0) return;
  await runSql(db)`
    insert into alarm_events (alarm_id, campus_id, at, kind)
    select a.id, a.campus_id, ${at}, 'repeated' from alarms a
    where a.id = any (${[...activeIds]}::int[]) and a.restored_at is null and not exists (
      select from alarm_events e where e.alarm_id = a.id and e.kind = 'repeated' and e.at > ${new Date(at.getTime() - quietMs)}
    )`;
}

export async function listPlaceNames(db: Db, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom("locations")
    .select(["id", "name"])
    .where("id", "in", [...ids])
    .execute();
  return new Map(rows.map((row) => [row.id, row.name]));
}
