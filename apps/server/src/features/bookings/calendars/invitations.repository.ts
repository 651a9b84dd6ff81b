import type { Language } from "@verandah/contract/language.ts";
import { sql } from "kysely";

import { type Db, queryRows, queryColumn, runSql } from "#core/db.ts";

import { isBookingOf } from "../bookings.repository.ts";
import type { CalendarBooking } from "./booking-calendar.ts";
import type { SeriesBooking } from "./series-calendar.ts";

export interface InvitedRow extends CalendarBooking {
  /** Null for a person of a coworking company. */
  userId: number | null;
  email: string;
  language: Language;
  timeZone: string;
  /** Null for a single booking, and for one whose repetition is older than `seriesFrom`. */
  seriesId: number | null;
}

const calendarColumns = sql`b.id, b.reference, b.sequence, b.title, s.name as "spaceName", z.name as "zoneName", f.name as "floorName",
  b.from_at as "from", b.to_at as "to", b.status in ('cancelled', 'released') as "isCancelled"`;
const calendarPlaces = sql`bookings b join spaces s on s.id = b.space_id join locations z on z.id = s.zone_id join locations f on f.id = z.floor_id`;

/** The given bookings of one person, the earliest first. Empty for a person without an e-mail address, or with a disabled account. */
export function listInvited(db: Db, ids: readonly number[]) {
  return queryRows(db)<InvitedRow>`
    select ${calendarColumns}, u.id as "userId", coalesce(u.email, p.email) as email, coalesce(n.language, 'en') as language, c.time_zone,
      case when b.series_from_at is not null then b.series_id end as "seriesId"
    from ${calendarPlaces} join campuses c on c.id = b.campus_id left join users u on u.id = b.booked_for
      left join notification_settings n on n.user_id = u.id left join coworking_users p on p.id = b.coworking_user_id
    where b.id = any (${[...ids]}::int[]) and coalesce(u.email, p.email, '') <> '' and u.disabled_at is null
    order by b.from_at, b.id`;
}

export function listSeries(db: Db, seriesId: number) {
  return queryRows(db)<SeriesBooking>`
    select ${calendarColumns}, b.series_id, b.series_from_at as "seriesFrom"
    from ${calendarPlaces} where b.series_id = ${seriesId} and b.series_from_at is not null order by b.series_from_at, b.id`;
}

/** Increases the sequence numbers of changed bookings. Source: RFC 5545 §3.8.7.4. */
export async function updateSequence(db: Db, ids: readonly number[]): Promise<void> {
  await runSql(db)`update bookings set sequence = sequence + 1 where id = any (${[...ids]}::int[])`;
}

/** Bookings of a user that end after an instant, the earliest first. */
export function listOfUser(db: Db, userId: number, after: Date) {
  return queryRows(db)<CalendarBooking>`
    select ${calendarColumns} from ${calendarPlaces} where ${isBookingOf(userId)} and b.to_at > ${after} order by b.from_at, b.id`;
}

export async function upsertFeed(
  db: Db,
  feed: { userId: number; keySha256: Buffer; createdAt: Date },
): Promise<void> {
  await db
    .insertInto("bookingFeeds")
    .values(feed)
    .onConflict((conflict) => conflict.column("userId").doUpdateSet(feed))
    .execute();
}

export async function deleteFeed(db: Db, userId: number): Promise<void> {
  await db.deleteFrom("bookingFeeds").where("userId", "=", userId).execute();
}

export async function findFeed(db: Db, userId: number) {
  return db.selectFrom("bookingFeeds").select("createdAt").where("userId", "=", userId).executeTakeFirst();
}

/** The enabled user whose feed has the key. */
export async function findUserOfFeed(db: Db, keySha256: Buffer) {
  return db
    .selectFrom("bookingFeeds")
    .innerJoin("users", "users.id", "bookingFeeds.userId")
    .select("users.id as userId")
    .where("keySha256", "=", keySha256)
    .where("disabledAt", "is", null)
    .executeTakeFirst();
}

/** The ids of the bookings in zones or spaces that end after an instant, by person. */
export function listByPerson(
  db: Db,
  { zoneIds = [], spaceIds = [] }: { zoneIds?: readonly number[]; spaceIds?: readonly number[] },
  after: Date,
) {
  return queryColumn(db)<number[]>`
    select array_agg(b.id order by b.from_at) as ids from bookings b join spaces s on s.id = b.space_id
    where (s.zone_id = any (${[...zoneIds]}::int[]) or s.id = any (${[...spaceIds]}::int[])) and b.status in ('booked', 'checkedIn') and b.to_at > ${after} and b.outside_person is null
    group by b.booked_for, b.coworking_user_id`;
}
