import { bookers } from "@verandah/contract/bookings/bookings.ts";
import { sql } from "kysely";

import { type Db, queryRow, queryRows } from "#core/db.ts";

/** The people of coworking companies with the e-mail address of a user `u` in a campus. */
const peopleOfUser = (campusId = sql`u.campus_id`) =>
  sql`o.campus_id = ${campusId} and lower(o.email) = lower(u.email) and o.deleted_at is null`;

interface Asked {
  buildingId: number;
  from: Date;
  to: Date;
}

/**
 * The booked seats in a building of the colleagues of a user who show their names, by name: the people of a common company, or the users
 * without a company for a user without one. An e-mail address of several people of one company names none of them. The people of all users
 * are read once, because a campus may have many thousands.
 */
export async function listSeatsOfColleagues(db: Db, userId: number, { buildingId, from, to }: Asked) {
  const isInRange = sql`b.status in ('booked', 'checkedIn') and b.from_at < ${to} and b.to_at > ${from}`;
  return queryRows(db)<{ id: number; name: string; spaceId: number }>`
    with own as (
      select o.client_id from users u join coworking_users o on ${peopleOfUser()} where u.id = ${userId}
    ), shown as (
      select u.id, u.username, o.id as person_id, o.client_id, o.name, o.client_id in (select client_id from own) as is_common
      from users a join campus_roles m on m.campus_id = a.campus_id and m.user_id <> a.id join users u on u.id = m.user_id
        left join coworking_users o on ${peopleOfUser(sql`m.campus_id`)}
      where a.id = ${userId} and u.is_name_shown and u.disabled_at is null and m.role_id = any (${[...bookers]}::int[])
    ), colleagues as (
      select id, coalesce(min(name) filter (where is_common), username) as name, array_agg(person_id) filter (where is_common) as people
      from shown group by id, username
      having count(person_id) = count(distinct client_id)
        and (bool_or(is_common) or count(person_id) = 0 and not exists (select from own))
    ), booked as (
      select c.id, c.name, b.id as booking_id, b.space_id, b.from_at from colleagues c join bookings b on b.booked_for = c.id and ${isInRange}
      union
      select c.id, c.name, b.id, b.space_id, b.from_at from colleagues c join bookings b on b.coworking_user_id = any (c.people) and ${isInRange}
    )
    select id, name, space_id from (
      select distinct on (k.id, s.id) k.* from booked k join spaces s on s.id = k.space_id join locations z on z.id = s.zone_id
      where s.kind = 'seat' and z.building_id = ${buildingId}
      order by k.id, s.id, k.from_at, k.booking_id
    ) as seats order by name, from_at, booking_id`;
}

/** Whether a user shows the own name, and the user's companies. */
export function findNameShown(db: Db, userId: number) {
  return queryRow(db)<{ isNameShown: boolean; companies: string[] }>`
    select u.is_name_shown, array(select distinct c.name from coworking_users o join coworking_clients c on c.id = o.client_id
      where ${peopleOfUser()} order by c.name) as companies
    from users u where u.id = ${userId}`;
}

export async function updateNameShown(db: Db, userId: number, isNameShown: boolean): Promise<void> {
  await db.updateTable("users").set({ isNameShown }).where("id", "=", userId).execute();
}
