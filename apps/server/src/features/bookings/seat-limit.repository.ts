import { sql } from "kysely";

import { type Db, queryRows } from "#core/db.ts";

import type { BookedFor } from "./booking-rules.ts";
import { isBookingOf } from "./bookings.repository.ts";

/** Locks a person before a change of their seats, so that they get one seat for one time. */
export async function lockPerson(db: Db, person: BookedFor): Promise<void> {
  await (
    "userId" in person
      ? sql`select from users where id = ${person.userId} for no key update`
      : sql`select from coworking_users where id = ${person.personId} for no key update`
  ).execute(db);
}

/** The user with the e-mail address of a coworking user counts as the same person. */
const isBookingOfPerson = (person: BookedFor) =>
  "userId" in person
    ? isBookingOf(person.userId)
    : sql`(b.coworking_user_id = ${person.personId} or b.booked_for = any (array(
        select a.id from coworking_users o join campus_roles m on m.campus_id = o.campus_id
          join users a on a.id = m.user_id and lower(a.email) = lower(o.email)
        where o.id = ${person.personId})))`;

/** The seats that a person has in a range, the earliest first. */
export function listSeatsOf(db: Db, person: BookedFor, { from, to }: { from: Date; to: Date }) {
  return queryRows(db)<{ id: number; name: string; from: Date; to: Date }>`
    select b.id, s.name, b.from_at as "from", b.to_at as "to" from bookings b join spaces s on s.id = b.space_id
    where s.kind = 'seat' and b.status in ('booked', 'checkedIn') and ${isBookingOfPerson(person)}
      and tstzrange(b.from_at, b.to_at) && tstzrange(${from}, ${to}) order by b.from_at, b.id`;
}
