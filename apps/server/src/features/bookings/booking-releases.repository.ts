import { sql } from "kysely";

import type { Db } from "#core/db.ts";

/** Bookings of an outside calendar have no check-in. */
const isUnused = (startedBefore: Date) =>
  sql`status = 'booked' and outside_person is null and from_at <= ${startedBefore}`;

/** Bookings without a check-in that began before an instant, the earliest first. */
export async function listUnused(db: Db, startedBefore: Date) {
  const { rows } = await sql<{ id: number; spaceId: number }>`
    select id, space_id from bookings where ${isUnused(startedBefore)} order by from_at, id`.execute(db);
  return rows;
}

/** Releases a booking. @returns false when a person has checked in, or another server has released the booking */
export async function release(db: Db, id: number, now: Date, startedBefore: Date): Promise<boolean> {
  const { rows } = await sql`
    update bookings set status = 'released', ended_at = ${now} where id = ${id} and ${isUnused(startedBefore)} returning id`.execute(
    db,
  );
  return rows.length > 0;
}

/** Completes bookings that are over. */
export async function completeBookings(db: Db, now: Date): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    update bookings set status = 'completed', ended_at = ${now}
    where (status = 'checkedIn' or (status = 'booked' and outside_person is not null)) and to_at <= ${now}`.execute(
    db,
  );
  return numAffectedRows > 0n;
}
