import { type Booking, BOOKINGS_LISTED_MAX, type SpaceKind } from "@verandah/contract/bookings/bookings.ts";
import { type RawBuilder, sql } from "kysely";

import { type Db, containsPattern, type Row, queryRows, queryColumn, runSql } from "#core/db.ts";

import { type BookedFor, newReference } from "./booking-rules.ts";

export interface SpaceRow extends Row<"spaces", "id" | "name" | "seats" | "facilities" | "zoneId"> {
  kind: SpaceKind;
  x: number | null;
  y: number | null;
  buildingId: number;
  floorId: number;
  floorName: string;
  zoneName: string;
}

const spaceColumns = sql`s.id, s.kind, s.name, s.seats, s.facilities,
  o.x, o.y,
  z.building_id, f.id as "floorId", f.name as "floorName", z.id as "zoneId", z.name as "zoneName"`;
const spacePlaces = sql`spaces s join locations z on z.id = s.zone_id join locations f on f.id = z.floor_id
  join space_positions o on o.space_id = s.id`;
/** Whether a space can be booked: neither the space nor a place above it is deactivated or removed. */
export const isInUse = sql`s.is_active and s.removed_at is null and place_is_active(s.zone_id)`;

/** Seats or rooms of zones, or both. */
export function listSpaces(db: Db, zoneIds: readonly number[], kind: SpaceKind | undefined) {
  return queryRows(db)<SpaceRow>`
    select ${spaceColumns} from ${spacePlaces} where ${isInUse} and s.zone_id = any (${[...zoneIds]}::int[]) and (${kind ?? null}::text is null or s.kind = ${kind ?? null})
    order by f.id, z.id, s.kind, s.id`;
}

/** The ids of all seats or rooms of zones. Deactivated ones are included, because their bookings stay. */
export function listSpaceIds(db: Db, zoneIds: readonly number[], kind: SpaceKind | undefined) {
  return queryColumn(db)<number>`
    select id from spaces where zone_id = any (${[...zoneIds]}::int[]) and (${kind ?? null}::text is null or kind = ${kind ?? null})`;
}

export function findSpaces(db: Db, campusId: number, ids: readonly number[]) {
  return queryRows(db)<SpaceRow>`
    select ${spaceColumns} from ${spacePlaces} where ${isInUse} and s.campus_id = ${campusId} and s.id = any (${[...ids]}::int[])`;
}

export interface BookingRow {
  id: number;
  reference: string;
  kind: SpaceKind;
  spaceId: number;
  spaceName: string;
  buildingId: number;
  buildingName: string;
  floorId: number;
  floorName: string;
  zoneId: number;
  zoneName: string;
  isSpaceActive: boolean;
  seats: number;
  facilities: string[];
  /** Null for a person of an outside calendar. */
  userId: number | null;
  userName: string;
  email: string | null;
  isOutside: boolean;
  bookedBy: string;
  bookedById: number;
  clientId: number | null;
  clientName: string | null;
  title: string;
  attendees: number;
  from: Date;
  to: Date;
  status: Booking["status"];
  /** Number of bookings of the same repetition that begin later and are still booked. */
  laterInSeries: number;
  createdAt: Date;
}

const bookingRows = sql`
  select b.id, b.reference, s.kind, s.id as "spaceId", s.name as "spaceName", t.id as "buildingId", t.name as "buildingName",
    f.id as "floorId", f.name as "floorName", z.id as "zoneId", z.name as "zoneName",
    ${isInUse} as "isSpaceActive", s.seats, s.facilities, coalesce(u.id, p.id) as "userId", coalesce(u.username, p.name, b.outside_person) as "userName", coalesce(u.email, nullif(p.email, '')) as email,
    b.outside_person is not null as "isOutside",
    y.username as "bookedBy", y.id as "bookedById", c.id as "clientId", c.name as "clientName", b.title, b.attendees, b.from_at as "from", b.to_at as "to", b.status,
    (select count(*)::int from bookings l where l.series_id = b.series_id and l.from_at > b.from_at and l.status = 'booked') as "laterInSeries",
    b.created_at
  from bookings b join spaces s on s.id = b.space_id join locations z on z.id = s.zone_id join locations f on f.id = z.floor_id
    join locations t on t.id = z.building_id join users y on y.id = b.booked_by left join users u on u.id = b.booked_for
    left join coworking_users p on p.id = b.coworking_user_id left join coworking_clients c on c.id = p.client_id`;
/** Whether a booking is for a user, or for the coworking user with the same e-mail address. */
export const isBookingOf = (
  userId: number | RawBuilder<unknown> | undefined,
) => sql`(b.booked_for = ${userId ?? null} or b.coworking_user_id = any (array(
  select o.id from campus_roles m join users a on a.id = m.user_id
    join coworking_users o on o.campus_id = m.campus_id and lower(o.email) = lower(a.email)
  where a.id = ${userId ?? null} and o.deleted_at is null)))`;
const isBookingOfOrAll = (userId: number | undefined) =>
  sql`(${userId ?? null}::int is null or ${isBookingOf(userId)})`;

/** Bookings of spaces that overlap a range, the newest first; of one person, or of all. If there are too many, those that begin nearest to `now`. */
export function listBookings(
  db: Db,
  spaceIds: readonly number[],
  {
    from,
    to,
    userId,
    now,
    search = "",
  }: { from: Date; to: Date; userId: number | undefined; now: Date; search?: string | undefined },
) {
  return queryRows(db)<BookingRow>`
    select * from (${bookingRows} where b.space_id = any (${[...spaceIds]}::int[]) and tstzrange(b.from_at, b.to_at) && tstzrange(${from}, ${to})
      and ${isBookingOfOrAll(userId)}
      and concat_ws(chr(10), b.reference, b.title, u.username, p.name, b.outside_person, c.name, s.name, z.name, f.name) ilike ${containsPattern(search)}
      order by abs(extract(epoch from b.from_at - ${now}::timestamptz)) limit ${BOOKINGS_LISTED_MAX}) as nearest
    order by nearest."from" desc, nearest.id desc`;
}

/** Bookings of a user that overlap a range, in all buildings, the newest first. */
export function listOwnBookings(
  db: Db,
  { campusId, userId }: { campusId: number; userId: number },
  { from, to, kind }: { from: Date; to: Date; kind: SpaceKind | undefined },
) {
  return queryRows(db)<BookingRow>`
    ${bookingRows} where b.campus_id = ${campusId} and ${isBookingOf(userId)} and (${kind ?? null}::text is null or s.kind = ${kind ?? null})
      and tstzrange(b.from_at, b.to_at) && tstzrange(${from}, ${to})
    order by b.from_at desc, b.id desc`;
}

/** Bookings by their ids; of one user, or of all. */
export function findBookings(db: Db, campusId: number, ids: readonly number[], userId?: number) {
  return queryRows(db)<BookingRow>`
    ${bookingRows} where b.campus_id = ${campusId} and b.id = any (${[...ids]}::int[]) and ${isBookingOfOrAll(userId)} order by b.id`;
}

export async function lockBooking(db: Db, campusId: number, id: number): Promise<void> {
  await runSql(db)`select from bookings where campus_id = ${campusId} and id = ${id} for update`;
}

/**
 * Locks spaces before their bookings change. The order is fixed, so that there is no deadlock. The waitlist gets a free time before another
 * caller can book it.
 */
export async function lockSpaces(db: Db, ids: readonly number[]): Promise<void> {
  await runSql(db)`select from spaces where id = any (${[...ids]}::int[]) order by id for no key update`;
}

/** Locks the later bookings of the same repetition that are still booked. */
export function lockLater(db: Db, id: number) {
  return queryRows(db)<{ id: number; spaceId: number }>`
    select l.id, l.space_id from bookings b join bookings l on l.series_id = b.series_id and l.from_at > b.from_at and l.status = 'booked'
    where b.id = ${id} order by l.from_at, l.id for update of l`;
}

/** Joins bookings to one repetition. Its id is the id of the first booking. */
export async function updateSeries(db: Db, ids: readonly number[]): Promise<void> {
  await db
    .updateTable("bookings")
    .set((row) => ({ seriesId: ids[0] ?? null, seriesFromAt: row.ref("fromAt") }))
    .where("id", "in", ids)
    .execute();
}

/** Locks the bookings of coworking users, or of a user, in a campus that have not begun, the earliest first. */
export function lockFutureBookings(
  db: Db,
  { campusId, personIds = [], userId }: { campusId: number; personIds?: readonly number[]; userId?: number },
  now: Date,
) {
  return queryRows(db)<{ id: number; spaceId: number }>`
    select id, space_id from bookings
    where campus_id = ${campusId} and (coworking_user_id = any (${[...personIds]}::int[]) or booked_for = ${userId ?? null}) and status = 'booked' and from_at > ${now}
    order by from_at, id for update`;
}

export interface NewBooking extends Row<
  "bookings",
  "campusId" | "spaceId" | "bookedBy" | "title" | "attendees" | "createdAt"
> {
  /** A person, or a name in an outside calendar. */
  bookedFor: BookedFor | { outsidePerson: string };
  from: Date;
  to: Date;
  /** Of an imported booking, which has begun. */
  past?: Row<"bookings", "status" | "checkedInAt" | "endedAt">;
}

/** Calls `createReference` until a reference is unused. @throws a violation of `bookings_once` for a space that is taken */
export async function insertBooking(
  db: Db,
  booking: NewBooking,
  createReference = newReference,
): Promise<number> {
  for (;;) {
    const row = await db
      .insertInto("bookings")
      .values({
        campusId: booking.campusId,
        spaceId: booking.spaceId,
        reference: createReference(),
        ...("userId" in booking.bookedFor
          ? { bookedFor: booking.bookedFor.userId }
          : "personId" in booking.bookedFor
            ? { coworkingUserId: booking.bookedFor.personId }
            : { outsidePerson: booking.bookedFor.outsidePerson }),
        bookedBy: booking.bookedBy,
        title: booking.title,
        attendees: booking.attendees,
        fromAt: booking.from,
        toAt: booking.to,
        status: "booked",
        createdAt: booking.createdAt,
        ...booking.past,
      })
      .onConflict((conflict) => conflict.columns(["campusId", "reference"]).doNothing())
      .returning("id")
      .executeTakeFirst();
    if (row) return row.id;
  }
}

/** Whether a space has a booking of a person that begins at an instant. */
export async function hasBooking(
  db: Db,
  { spaceId, from, bookedFor }: { spaceId: number; from: Date; bookedFor: BookedFor },
): Promise<boolean> {
  const query = db
    .selectFrom("bookings")
    .select("id")
    .where("spaceId", "=", spaceId)
    .where("fromAt", "=", from);
  const row = await (
    "userId" in bookedFor
      ? query.where("bookedFor", "=", bookedFor.userId)
      : query.where("coworkingUserId", "=", bookedFor.personId)
  ).executeTakeFirst();
  return row !== undefined;
}

/** @throws a violation of `bookings_once` for a space that is taken */
export async function updateBooking(
  db: Db,
  id: number,
  {
    from,
    to,
    spaceId,
    title,
    attendees,
  }: Pick<NewBooking, "from" | "to" | "spaceId" | "title" | "attendees">,
): Promise<void> {
  await db
    .updateTable("bookings")
    .set({ fromAt: from, toAt: to, spaceId, title, attendees })
    .where("id", "=", id)
    .execute();
}

export async function updateStatus(
  db: Db,
  id: number,
  status: "checkedIn" | "cancelled",
  at: Date,
): Promise<void> {
  const times = status === "checkedIn" ? { checkedInAt: at } : { endedAt: at };
  await db
    .updateTable("bookings")
    .set({ status, ...times })
    .where("id", "=", id)
    .execute();
}

/** Whether the campus has an enabled user with this id. */
export async function hasUser(db: Db, campusId: number, id: number): Promise<boolean> {
  const row = await db
    .selectFrom("users")
    .innerJoin("campusRoles as m", "m.userId", "users.id")
    .select("users.id")
    .where("m.campusId", "=", campusId)
    .where("users.id", "=", id)
    .where("disabledAt", "is", null)
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
  /** Whether the booking is for the given user. */
  isOwn: boolean;
}

/** The times of a range at which spaces are taken, the earliest first. */
export function listTimesTaken(
  db: Db,
  spaceIds: readonly number[],
  { from, to, userId }: { from: Date; to: Date; userId?: number },
) {
  return queryRows(db)<TakenRow>`
    select id, space_id, from_at as "from", to_at as "to", status, title, coalesce(${isBookingOf(userId)}, false) as "isOwn" from bookings b
    where space_id = any (${[...spaceIds]}::int[]) and status in ('booked', 'checkedIn')
      and tstzrange(from_at, to_at) && tstzrange(${from}, ${to}) order by from_at`;
}

/** Bookings of an outside calendar have no check-in. */
const isUnused = (startedBefore: Date) =>
  sql`status = 'booked' and outside_person is null and from_at <= ${startedBefore}`;

/** Bookings without a check-in that began before an instant, the earliest first. */
export function listUnused(db: Db, startedBefore: Date) {
  return queryRows(db)<{ id: number; spaceId: number }>`
    select id, space_id from bookings where ${isUnused(startedBefore)} order by from_at, id`;
}

/** Releases a booking. @returns false when a person has checked in, or another server has released the booking */
export async function release(db: Db, id: number, now: Date, startedBefore: Date): Promise<boolean> {
  const rows = await queryRows(db)`
    update bookings set status = 'released', ended_at = ${now} where id = ${id} and ${isUnused(startedBefore)} returning id`;
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
