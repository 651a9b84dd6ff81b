import { type RawBuilder, sql } from "kysely";

type Fragment = RawBuilder<unknown>;

/** SQL for the local time of a zone at an instant, as a `timestamp`. */
export const localTime = (at: Fragment, timeZone: string | Fragment): Fragment =>
  sql`((${at}) at time zone ${timeZone}::text)`;
/** SQL for the instant of the local time `local` (a `timestamp`) in a zone. */
export const instantOf = (local: Fragment, timeZone: string | Fragment): Fragment =>
  sql`((${local}) at time zone ${timeZone}::text)`;

/** Day and time of an instant as texts: `2026-01-05` and `08:30:00`. */
export const localDayText = (at: Fragment, timeZone: string): Fragment =>
  sql`to_char(${localTime(at, timeZone)}, 'YYYY-MM-DD')`;
export const localTimeText = (at: Fragment, timeZone: string): Fragment =>
  sql`to_char(${localTime(at, timeZone)}, 'HH24:MI:SS')`;

/** SQL for whether an instant is on a day of the zone. It can use an index on the instant. */
export function isOnLocalDay(at: Fragment, day: string, timeZone: string): Fragment {
  const startOf = (date: Fragment) => instantOf(sql`(${date})::timestamp`, timeZone);
  return sql`(${at} >= ${startOf(sql`${day}::date`)} and ${at} < ${startOf(sql`${day}::date + 1`)})`;
}
