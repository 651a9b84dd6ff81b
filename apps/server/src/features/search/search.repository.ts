import type { Found } from "@verandah/contract/search.ts";
import { sql } from "kysely";

import { type Db, queryRows } from "#core/db.ts";

interface Query {
  campusId: number;
  words: readonly string[];
  /** Most entries of each kind. */
  limit: number;
  hasPeople: boolean;
  hasUsers: boolean;
}

/** The words as patterns of `like`. */
const patternsOf = (words: readonly string[]) =>
  words.map((word) => `%${word.replaceAll(/[\\%_]/g, "\\$&")}%`);

/** The places around location `l`, itself left out. */
const around = sql`array_remove(array[
  (select name from locations where id = l.building_id and id <> l.id),
  (select name from locations where id = l.floor_id and id <> l.id),
  (select name from locations where id = l.zone_id and id <> l.id)], null)`;
const and = (name: string) => sql`${around} || ${sql.ref(name)}`;

/** Entries with all words in their own name, or in the names around them; names that begin with the first word come first, then those that have it. */
export function listFound(db: Db, { campusId, words, limit, hasPeople, hasUsers }: Query) {
  const [first = ""] = patternsOf(words);
  return queryRows(db)<Found>`
    with entries as (
      select 'place' as kind, l.id::text as id, l.name, l.zone_type as type, ${around} as within, '' as number
      from locations l where l.campus_id = ${campusId} and l.removed_at is null and l.zone_type not in ('GL_LOCATION_TYPE_ROOM', 'GL_LOCATION_TYPE_SEAT')
      union all
      select 'space', s.id::text, s.name, s.kind, ${and("l.name")}, ''
      from spaces s join locations l on l.id = s.zone_id where s.campus_id = ${campusId} and s.is_active and s.removed_at is null
      union all
      select 'device', d.ssid, d.name, d.type, case when l.building_id is null then ${around} else ${and("l.name")} end, d.ssid
      from devices d join locations l on l.id = d.location_id where d.campus_id = ${campusId} and d.removed_at is null
      union all
      select 'person', u.id::text, u.name, '', array[c.name], concat_ws(' ', u.external_id, u.email)
      from coworking_users u join coworking_clients c on c.id = u.client_id
      where ${hasPeople} and u.campus_id = ${campusId} and u.deleted_at is null
      union all
      select 'user', u.id::text, u.username, '', array[]::text[], u.email
      from campus_roles m join users u on u.id = m.user_id where ${hasUsers} and m.campus_id = ${campusId}
    ), ranked as (
      select *, row_number() over (partition by kind order by name not ilike ${first.slice(1)}, name not ilike ${first}, length(name), name, id) as position
      from entries where concat_ws(' ', name, number, array_to_string(within, ' ')) ilike all (${patternsOf(words)}::text[])
    )
    select kind, id, name, type, within from ranked where position <= ${limit}
    order by array_position(array['place', 'space', 'device', 'person', 'user'], kind), position`;
}
