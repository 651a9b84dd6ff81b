import { type Db, queryRows, runSql } from "#core/db.ts";

import { newReference } from "../booking-rules.ts";
import { isInUse } from "../bookings.repository.ts";

/** A time for which a room was booked in the product. */
export interface OwnTimeRow {
  from: Date;
  /** An earlier end, such as a release, counts. */
  end: Date;
  /** Whether it takes the room. */
  isTaking: boolean;
}

/** The times of bookings that were made in the product and overlap a range. */
export function listOwnTimes(db: Db, spaceId: number, { from, to }: { from: Date; to: Date }) {
  return queryRows(db)<OwnTimeRow>`
    select from_at as "from", least(to_at, ended_at) as "end", status in ('booked', 'checkedIn') as "isTaking" from bookings
    where space_id = ${spaceId} and outside_person is null and status <> 'cancelled'
      and tstzrange(from_at, to_at) && tstzrange(${from}, ${to})`;
}

/** Maximum rows of one statement, which has at most 65,535 parameters. */
const ROWS_AT_ONCE = 1_000;

/** Adds bookings of an outside calendar. @returns their ids, in the same order */
export async function insertOutside(
  db: Db,
  bookings: readonly {
    spaceId: number;
    campusId: number;
    person: string;
    bookedBy: number;
    title: string;
    from: Date;
    to: Date;
  }[],
  createdAt: Date,
): Promise<number[]> {
  const ids = new Map<number, number>();
  while (ids.size < bookings.length) {
    const references = new Map<string, number>();
    for (const index of bookings.keys())
      if (!ids.has(index) && references.size < ROWS_AT_ONCE) references.set(newReference(), index);
    const rows = await db
      .insertInto("bookings")
      .values(
        [...references].flatMap(([reference, index]) => {
          const booking = bookings[index];
          return booking
            ? [
                {
                  campusId: booking.campusId,
                  spaceId: booking.spaceId,
                  reference,
                  outsidePerson: booking.person,
                  bookedBy: booking.bookedBy,
                  title: booking.title,
                  attendees: 1,
                  fromAt: booking.from,
                  toAt: booking.to,
                  status: "booked" as const,
                  createdAt,
                },
              ]
            : [];
        }),
      )
      .onConflict((conflict) => conflict.columns(["campusId", "reference"]).doNothing())
      .returning(["id", "reference"])
      .execute();
    for (const { id, reference } of rows) ids.set(references.get(reference) ?? -1, id);
  }
  return bookings.map((_booking, index) => ids.get(index) ?? 0);
}

/** Changes bookings of an outside calendar; also reopens completed ones. */
export async function updateOutside(
  db: Db,
  bookings: readonly { id: number; from: Date; to: Date; title: string }[],
): Promise<void> {
  await runSql(db)`
    update bookings b set from_at = v.from_at, to_at = v.to_at, title = v.title, status = 'booked', ended_at = null
    from unnest(${bookings.map(({ id }) => id)}::int[], ${bookings.map(({ from }) => from)}::timestamptz[],
      ${bookings.map(({ to }) => to)}::timestamptz[], ${bookings.map(({ title }) => title)}::text[]) as v (id, from_at, to_at, title)
    where b.id = v.id`;
}

export async function cancelOutside(db: Db, ids: readonly number[], at: Date): Promise<void> {
  await db
    .updateTable("bookings")
    .set({ status: "cancelled", endedAt: at })
    .where("id", "in", ids.length > 0 ? ids : [0])
    .where("status", "=", "booked")
    .execute();
}

/** Bookings that were made in the product and take a room in a part of a range. */
export function listOwnOfRoom(db: Db, spaceId: number, { from, to }: { from: Date; to: Date }) {
  return queryRows(db)<{ bookingId: number; title: string; from: Date; to: Date }>`
    select b.id as "bookingId", coalesce(nullif(b.title, ''), u.username, p.name) as title, b.from_at as "from", b.to_at as "to"
    from bookings b left join users u on u.id = b.booked_for left join coworking_users p on p.id = b.coworking_user_id
    where b.space_id = ${spaceId} and b.status in ('booked', 'checkedIn') and b.outside_person is null
      and tstzrange(b.from_at, b.to_at) && tstzrange(${from}, ${to}) order by b.from_at`;
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
export function listRoomsToPrepare(db: Db, { from, to }: { from: Date; to: Date }) {
  return queryRows(db)<RoomToPrepareRow>`
    select b.id as "bookingId", b.reference, b.campus_id, z.building_id, z.floor_id,
      z.id as "zoneId", b.from_at as "from", b.to_at as "to"
    from bookings b join spaces s on s.id = b.space_id join locations z on z.id = s.zone_id
    where ${isInUse} and s.kind = 'room' and b.status in ('booked', 'checkedIn') and b.to_at > ${from} and b.from_at < ${to}
    order by b.from_at, b.id`;
}
