import { type RawBuilder, sql } from "kysely";

import type { Db } from "#core/db.ts";

import { isBookingOf } from "../bookings.repository.ts";

/** The people of coworking companies with the e-mail address of a user `u`. */
const peopleOf = (user: RawBuilder<unknown>) => sql`coworking_users o
  where o.campus_id = ${user}.campus_id and lower(o.email) = lower(${user}.email) and o.deleted_at is null`;
const companiesOf = (user: RawBuilder<unknown>) => sql`array(select o.client_id from ${peopleOf(user)})`;

const [caller, other] = [sql`a`, sql`u`];
/** Of a common company, or both of none. */
const isColleague = sql`u.id <> a.id and u.campus_id = a.campus_id
  and (${companiesOf(caller)} && ${companiesOf(other)} or cardinality(${companiesOf(caller)} || ${companiesOf(other)}) = 0)`;

/** The booked seats of the colleagues of a user who show their names, by name. */
export async function listSeatsOfColleagues(db: Db, userId: number, { from, to }: { from: Date; to: Date }) {
  const { rows } = await sql<{ id: number; name: string; spaceId: number }>`
    select u.id, coalesce((select min(o.name) from ${peopleOf(other)}), u.username) as name, s.id as "spaceId"
    from users a join users u on ${isColleague} join bookings b on b.campus_id = u.campus_id and ${isBookingOf(sql`u.id`)}
      join spaces s on s.id = b.space_id
    where a.id = ${userId} and u.is_name_shown and u.disabled_at is null and s.kind = 'seat' and b.status in ('booked', 'checkedIn')
      and tstzrange(b.from_at, b.to_at) && tstzrange(${from}, ${to})
    order by name, b.from_at, b.id`.execute(db);
  return rows;
}

/** Whether a user shows the own name, and the user's companies. */
export async function findNameShown(db: Db, userId: number) {
  const { rows } = await sql<{ isNameShown: boolean; companies: string[] }>`
    select a.is_name_shown, array(select c.name from coworking_clients c where c.id = any (${companiesOf(caller)}) order by c.name) as companies
    from users a where a.id = ${userId}`.execute(db);
  return rows[0];
}

export async function updateNameShown(db: Db, userId: number, isNameShown: boolean): Promise<void> {
  await db.updateTable("users").set({ isNameShown }).where("id", "=", userId).execute();
}
