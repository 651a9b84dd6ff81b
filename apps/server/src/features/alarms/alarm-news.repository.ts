import { sql } from "kysely";

import { type Db, queryRow } from "#core/db.ts";

/** New alarms with at least one recipient. */
export interface NewsQuery {
  campusId: number;
  /** Events after this one, id. */
  after: string;
  /** Up to this one. */
  until: Date;
  classes: "critical" | "all";
  /** Only at these floors, and at no floor; null: everywhere. */
  floorIds: readonly number[] | null;
  limit: number;
}

export interface News {
  /** The last event of all in the range; null: no new event. */
  lastEventId: string | null;
  count: number;
  criticalCount: number;
  oldestAt: Date | null;
  /** The critical and the newest first, at most `limit`. */
  ids: number[];
}

/** Events that make an alarm new: it is raised, or becomes active by itself later. */
const newKinds = sql`('raised', 'unexplained', 'shelving-expired')`;

/** New alarms that are not explained by another alarm and not ignored; each counts once, with its last such event. */
export async function findNews(db: Db, query: NewsQuery): Promise<News> {
  const floorIds = query.floorIds && [...query.floorIds];
  const row = await queryRow(db)<News>`
    with news as materialized (
      select e.id as event_id, e.at, a.id, a.is_critical, a.explained_by is null and a.ignored_at is null
        and (a.is_critical or ${query.classes === "all"})
        and not exists (select from alarm_events later where later.alarm_id = a.id and later.id > e.id and later.kind in ${newKinds})
        and (${floorIds}::int[] is null or l.floor_id is null or l.floor_id = any (${floorIds}::int[])) as is_wanted
      from alarm_events e join alarms a on a.id = e.alarm_id join locations l on l.id = a.location_id
      where e.id > ${query.after} and e.campus_id = ${query.campusId} and e.kind in ${newKinds} and e.at <= ${query.until} and not a.is_imported
    )
    select max(event_id) as "lastEventId", count(*) filter (where is_wanted)::int as count,
      count(*) filter (where is_wanted and is_critical)::int as "criticalCount", min(at) filter (where is_wanted) as "oldestAt",
      array(select id from news where is_wanted order by is_critical desc, event_id desc limit ${query.limit}) as ids
    from news`;
  return row ?? { lastEventId: null, count: 0, criticalCount: 0, oldestAt: null, ids: [] };
}

/** The newest event of all, of any campus; "0" before the first. */
export async function findLastEventId(db: Db): Promise<string> {
  const row = await db
    .selectFrom("alarmEvents")
    .select("id")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return row?.id ?? "0";
}
