import type { Booking, SpaceKind } from "@verandah/contract/bookings/bookings.ts";
import { sql } from "kysely";

import type { Db } from "#core/db.ts";

export interface SpaceRow {
  id: number;
  kind: SpaceKind;
  name: string;
  seats: number;
  facilities: string[];
  x: number | null;
  y: number | null;
  floorId: number;
  floorName: string;
  zoneId: number;
  zoneName: string;
}

const spaceColumns = sql`s.id, s.kind, s.name, s.seats, s.facilities,
  case when s.plan_floor_id = f.id then s.position_x end as x, case when s.plan_floor_id = f.id then s.position_y end as y,
  f.id as "floorId", f.name as "floorName", z.id as "zoneId", z.name as "zoneName"`;
const spacePlaces = sql`spaces s join locations z on z.id = s.zone_id join locations f on f.id = z.floor_id`;
/** Deactivated spaces, and those of deactivated places, are not booked. */
const isInUse = sql`s.is_active and place_is_active(s.zone_id)`;

/** Seats or rooms of zones, or both. */
export async function listSpaces(
  db: Db,
  zoneIds: readonly number[],
  kind: SpaceKind | undefined,
): Promise<SpaceRow[]> {
  const { rows } = await sql<SpaceRow>`
    select ${spaceColumns} from ${spacePlaces} where ${isInUse} and s.zone_id = any (${[...zoneIds]}::int[]) and (${kind ?? null}::text is null or s.kind = ${kind ?? null})
    order by f.id, z.id, s.kind, s.id`.execute(db);
  return rows;
}

export async function findSpaces(db: Db, campusId: number, ids: readonly number[]): Promise<SpaceRow[]> {
  const { rows } = await sql<SpaceRow>`
    select ${spaceColumns} from ${spacePlaces} where ${isInUse} and s.campus_id = ${campusId} and s.id = any (${[...ids]}::int[])`.execute(
    db,
  );
  return rows;
}

export interface BookingRow {
  id: number;
  reference: string;
  kind: SpaceKind;
  spaceId: number;
  spaceName: string;
  floorName: string;
  zoneName: string;
  /** Null for a person of an outside calendar. */
  userId: number | null;
  userName: string;
  email: string | null;
  isOutside: boolean;
  bookedBy: string;
  clientId: number | null;
  clientName: string | null;
  title: string;
  attendees: number;
  from: Date;
  to: Date;
  status: Booking["status"];
  createdAt: Date;
}

const bookingRows = sql`
  select b.id, b.reference, s.kind, s.id as "spaceId", s.name as "spaceName", f.name as "floorName", z.name as "zoneName",
    coalesce(u.id, p.id) as "userId", coalesce(u.username, p.name, b.outside_person) as "userName", coalesce(u.email, nullif(p.email, '')) as email,
    b.outside_person is not null as "isOutside",
    y.username as "bookedBy", c.id as "clientId", c.name as "clientName", b.title, b.attendees, b.from_at as "from", b.to_at as "to", b.status,
    b.created_at as "createdAt"
  from bookings b join spaces s on s.id = b.space_id join locations z on z.id = s.zone_id join locations f on f.id = z.floor_id
    join users y on y.id = b.booked_by left join users u on u.id = b.booked_for
    left join coworking_users p on p.id = b.coworking_user_id left join coworking_clients c on c.id = p.client_id`;
const MOST = 1_000;

/** Bookings of spaces that lie in a range in part, the newest first; of one person, or of all. Of too many, those that begin nearest to now. */
export async function listBookings(
  db: Db,
  spaceIds: readonly number[],
  { from, to, userId, now }: { from: Date; to: Date; userId: number | undefined; now: Date },
): Promise<BookingRow[]> {
  const { rows } = await sql<BookingRow>`
    select * from (${bookingRows} where b.space_id = any (${[...spaceIds]}::int[]) and tstzrange(b.from_at, b.to_at) && tstzrange(${from}, ${to})
      and (${userId ?? null}::int is null or b.booked_for = ${userId ?? null})
      order by abs(extract(epoch from b.from_at - ${now}::timestamptz)) limit ${MOST}) as nearest
    order by nearest."from" desc, nearest.id desc`.execute(db);
  return rows;
}

/** Bookings by their ids. */
export async function findBookings(db: Db, campusId: number, ids: readonly number[]): Promise<BookingRow[]> {
  const { rows } = await sql<BookingRow>`
    ${bookingRows} where b.campus_id = ${campusId} and b.id = any (${[...ids]}::int[]) order by b.id`.execute(
    db,
  );
  return rows;
}

/** Locks a booking for a change. */
export async function lockBooking(db: Db, campusId: number, id: number): Promise<void> {
  await sql`select from bookings where campus_id = ${campusId} and id = ${id} for update`.execute(db);
}

export interface NewBooking {
  campusId: number;
  spaceId: number;
  reference: string;
  /** A user, a coworking user, or a name in an outside calendar. */
  bookedFor: { userId: number } | { personId: number } | { outsidePerson: string };
  bookedBy: number;
  title: string;
  attendees: number;
  from: Date;
  to: Date;
  createdAt: Date;
}

/** @throws a violation of `bookings_once` for a space that is taken */
export async function insertBooking(db: Db, booking: NewBooking): Promise<number> {
  const { id } = await db
    .insertInto("bookings")
    .values({
      campus_id: booking.campusId,
      space_id: booking.spaceId,
      reference: booking.reference,
      ...("userId" in booking.bookedFor
        ? { booked_for: booking.bookedFor.userId }
        : "personId" in booking.bookedFor
          ? { coworking_user_id: booking.bookedFor.personId }
          : { outside_person: booking.bookedFor.outsidePerson }),
      booked_by: booking.bookedBy,
      title: booking.title,
      attendees: booking.attendees,
      from_at: booking.from,
      to_at: booking.to,
      status: "booked",
      created_at: booking.createdAt,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** @throws a violation of `bookings_once` for a space that is taken */
export async function updatePlace(
  db: Db,
  id: number,
  { from, to, spaceId }: { from: Date; to: Date; spaceId: number },
): Promise<void> {
  await db
    .updateTable("bookings")
    .set({ from_at: from, to_at: to, space_id: spaceId })
    .where("id", "=", id)
    .execute();
}

export async function updateStatus(
  db: Db,
  id: number,
  status: "checkedIn" | "cancelled",
  at: Date,
): Promise<void> {
  const times = status === "checkedIn" ? { checked_in_at: at } : { ended_at: at };
  await db
    .updateTable("bookings")
    .set({ status, ...times })
    .where("id", "=", id)
    .execute();
}

/**
 * Releases bookings without a check-in that began before an instant, and completes those that are over. Those of an outside calendar
 * have no check-in.
 */
export async function endBookings(db: Db, now: Date, startedBefore: Date): Promise<void> {
  await sql`
    update bookings set status = case when status = 'booked' and outside_person is null then 'released' else 'completed' end, ended_at = ${now}
    where (status = 'booked' and outside_person is null and from_at <= ${startedBefore})
      or (status in ('booked', 'checkedIn') and to_at <= ${now})`.execute(db);
}

/** Whether a person is an enabled user of the campus. */
export async function hasUser(db: Db, campusId: number, id: number): Promise<boolean> {
  const row = await db
    .selectFrom("users")
    .select("id")
    .where("campus_id", "=", campusId)
    .where("id", "=", id)
    .where("disabled_at", "is", null)
    .executeTakeFirst();
  return row !== undefined;
}

/** A time at which a space is taken. */
interface TakenRow {
  spaceId: number;
  from: Date;
  to: Date;
  status: Booking["status"];
  id: number;
  title: string;
  userId: number | null;
}

/** When some spaces are taken in a range, the earliest first. */
export async function listTimesTaken(
  db: Db,
  spaceIds: readonly number[],
  { from, to }: { from: Date; to: Date },
): Promise<TakenRow[]> {
  const { rows } = await sql<TakenRow>`
    select id, space_id as "spaceId", from_at as "from", to_at as "to", status, title, booked_for as "userId" from bookings
    where space_id = any (${[...spaceIds]}::int[]) and status in ('booked', 'checkedIn')
      and tstzrange(from_at, to_at) && tstzrange(${from}, ${to}) order by from_at`.execute(db);
  return rows;
}

/** @throws a violation of `bookings_once` for a time that is taken */
export async function updateOutside(
  db: Db,
  id: number,
  { from, to, title }: { from: Date; to: Date; title: string },
): Promise<void> {
  await db.updateTable("bookings").set({ from_at: from, to_at: to, title }).where("id", "=", id).execute();
}

export async function cancelOutside(db: Db, ids: readonly number[], at: Date): Promise<void> {
  await db
    .updateTable("bookings")
    .set({ status: "cancelled", ended_at: at })
    .where("id", "in", ids.length > 0 ? ids : [0])
    .where("status", "=", "booked")
    .execute();
}

/** Bookings of the product that take a room in a part of a range. */
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

/** Rooms that are booked in a part of a range, with their places. */
export async function listRoomsToPrepare(
  db: Db,
  { from, to }: { from: Date; to: Date },
): Promise<RoomToPrepareRow[]> {
  const { rows } = await sql<RoomToPrepareRow>`
    select b.id as "bookingId", b.reference, b.campus_id as "campusId", z.building_id as "buildingId", z.floor_id as "floorId",
      z.id as "zoneId", b.from_at as "from", b.to_at as "to"
    from bookings b join spaces s on s.id = b.space_id join locations z on z.id = s.zone_id
    where s.kind = 'room' and b.status in ('booked', 'checkedIn') and b.to_at > ${from} and b.from_at < ${to}
    order by b.from_at, b.id`.execute(db);
  return rows;
}
