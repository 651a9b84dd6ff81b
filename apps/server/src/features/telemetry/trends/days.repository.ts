import { sql } from "kysely";

import type { Db } from "#core/db.ts";

/** Records that an hour of a day was closed, unless the day has been rewritten. `day`: UTC days since 1970. */
export async function upsertChangedDay(db: Db, day: number): Promise<void> {
  await sql`
    insert into readings_days as kept (day) values (${day})
    on conflict (day) do update set changed_at = excluded.changed_at where kept.next_point_id is not null`.execute(
    db,
  );
}

/** Days before `day` without an open hour and without a change since `quietSince`. */
export interface DueDays {
  day: number;
  quietSince: Date;
}

/**
 * Rewrites the five-minute rollups of up to `pointsMax` points of the newest due day, so that a point's hours are side by side. This is one
 * statement, so that a trend reads either the old rows or the new ones. It skips rows that another transaction locks, and a day that
 * another server is rewriting.
 *
 * @returns the day, and whether it is done; undefined when no day is due
 */
export async function rewriteDay(db: Db, due: DueDays, pointsMax: number) {
  const ofTheDay = sql`hour between (select day * 24 from turn) and (select day * 24 + 23 from turn)`;
  const { rows } = await sql<{ day: number; isDone: boolean }>`
    with turn as materialized (
      select day, next_point_id from readings_days
      where next_point_id is not null and day < ${due.day}::int and changed_at <= ${due.quietSince}
        and not exists (select from readings_open_hours where hour between day * 24 and day * 24 + 23)
      order by day desc limit 1 for update skip locked
    ), portion as materialized (
      select id as point_id from points where id >= (select next_point_id from turn)
        and exists (select from readings_5m where point_id = points.id and ${ofTheDay})
      order by id limit ${pointsMax}
    ), taken as (
      delete from readings_5m where ctid = any (array(
        select ctid from readings_5m where point_id = any (array(select point_id from portion)) and ${ofTheDay}
        for update skip locked))
      returning point_id, hour, slots, counts, mins, maxs, sums
    ), put as (
      insert into readings_5m (point_id, hour, slots, counts, mins, maxs, sums)
      select point_id, hour, slots, counts, mins, maxs, sums from taken order by point_id, hour
    )
    update readings_days as kept set next_point_id = (select max(point_id) + 1 from portion having count(*) = ${pointsMax})
    from turn where kept.day = turn.day
    returning kept.day, kept.next_point_id is null as "isDone"`.execute(db);
  return rows[0];
}
