import { sql } from "kysely";

import type { Db } from "#core/db.ts";

import { isInUse } from "../bookings.repository.ts";

/** The end of the last past booking of a room that ended within a time range; null for none. The booking `except` is ignored. */
export async function findLastEnd(
  db: Db,
  { spaceId, from, to }: { spaceId: number; from: Date; to: Date },
  { now, except }: { now: Date; except: number | null },
): Promise<Date | null> {
  const end = sql`least(to_at, ended_at)`;
  const { rows } = await sql<{ at: Date | null }>`
    select max(${end}) as at from bookings
    where space_id = ${spaceId} and status <> 'cancelled' and id is distinct from ${except}::int
      and ${end} > ${from} and ${end} <= ${now} and ${end} < ${to}`.execute(db);
  return rows[0]?.at ?? null;
}

/**
 * Changes a booking of an outside calendar; also reopens a completed one.
 *
 * @returns false for a booking that was cancelled or ends before `since`.
 * @throws a violation of `bookings_once` for a time that is taken
 */
export async function updateOutside(
  db: Db,
  id: number,
  { since, from, to, title }: { since: Date | null; from: Date; to: Date; title: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("bookings")
    .set({ from_at: from, to_at: to, title, status: "booked", ended_at: null })
    .where("id", "=", id)
    .where("status", "in", ["booked", "completed"])
    .where((booking) => (since ? booking("to_at", ">", since) : booking.lit(true)))
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

export async function cancelOutside(db: Db, ids: readonly number[], at: Date): Promise<void> {
  await db
    .updateTable("bookings")
    .set({ status: "cancelled", ended_at: at })
    .where("id", "in", ids.length > 0 ? ids : [0])
    .where("status", "=", "booked")
    .execute();
}

/** Bookings that were made in the product and take a room in a part of a range. */
export async function listOwnOfRoom(
  db: Db,
  spaceId: number,
  { from, to }: { from: Date; to: Date },
): Promise<{ bookingId: number; title: string; from: Date; to: Date }[]> {
  const { rows } = await sql<{ bookingId: number; title: string; from: Date; to: Date }>`
    select b.id as "bookingId", coalesce(nullif(b.title, ''), u.username, p.name) as title, b.from_at as "from", b.to_at as "to"
    from bookings b left join users u on u.id = b.booked_for left join coworking_users p on p.id = b.coworking_user_id
    where b.space_id = ${spaceId} and b.status in ('booked', 'checkedIn') and b.outside_person is null
      and tstzrange(b.from_at, b.to_at) && tstzrange(${from}, ${to}) order by b.from_at`.execute(db);
  return rows;
}

export interface RoomToPrepareRow {
  bookingId: number;
  reference: string;
  campusId: number;
  buildingId: number;
  floorId: number;
  zoneId: number;
  from: Date;
  to: Date;
}

/** Active rooms that are booked in a part of a range, with their places. */
export async function listRoomsToPrepare(
  db: Db,
  { from, to }: { from: Date; to: Date },
): Promise<RoomToPrepareRow[]> {
  const { rows } = await sql<RoomToPrepareRow>`
    select b.id as "bookingId", b.reference, b.campus_id as "campusId", z.building_id as "buildingId", z.floor_id as "floorId",
      z.id as "zoneId", b.from_at as "from", b.to_at as "to"
    from bookings b join spaces s on s.id = b.space_id join locations z on z.id = s.zone_id
    where ${isInUse} and s.kind = 'room' and b.status in ('booked', 'checkedIn') and b.to_at > ${from} and b.from_at < ${to}
    order by b.from_at, b.id`.execute(db);
  return rows;
}
