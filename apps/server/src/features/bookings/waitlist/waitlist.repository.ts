import { BOOKING_MIN_MINUTES } from "@verandah/contract/bookings/bookings.ts";
import type { Language } from "@verandah/contract/language.ts";
import { sql } from "kysely";

import { type Db, type Row, queryRow, queryRows, queryColumn, runSql } from "#core/db.ts";

import { isBookingOf } from "../bookings.repository.ts";

const isWaiting = sql`w.booking_id is null and w.left_at is null`;

export interface EntryRow {
  id: number;
  spaceId: number;
  spaceName: string;
  floorName: string;
  zoneName: string;
  kind: "seat" | "room";
  from: Date;
  to: Date;
}

const placeColumns = sql`s.id as "spaceId", s.name as "spaceName", f.name as "floorName", z.name as "zoneName", s.kind`;
const places = sql`join locations z on z.id = s.zone_id join locations f on f.id = z.floor_id`;
const entryColumns = sql`w.id, ${placeColumns}, w.from_at as "from", w.to_at as "to"`;
const entryPlaces = sql`spaces s on s.id = w.space_id ${places}`;

export interface WaitingRow extends EntryRow {
  before: number;
}

/** A user in a campus. */
interface Waiter {
  readonly campusId: number;
  readonly userId: number;
}

/** Waitlist entries of a user from an instant on, the earliest first. */
export function listWaiting(db: Db, { campusId, userId }: Waiter, after: Date) {
  return queryRows(db)<WaitingRow>`
    select ${entryColumns},
      (select count(*)::int from waitlist o where o.space_id = w.space_id and o.booking_id is null and o.left_at is null and o.id < w.id
        and tstzrange(o.from_at, o.to_at) && tstzrange(w.from_at, w.to_at)) as before
    from waitlist w join ${entryPlaces}
    where w.campus_id = ${campusId} and w.user_id = ${userId} and ${isWaiting} and w.from_at > ${after} order by w.from_at, w.id`;
}

/** Bookings from the waitlist that are not over and that their user has not seen, with their current time and place; the newest first. */
export function listNews(db: Db, { campusId, userId }: Waiter, now: Date) {
  return queryRows(db)<EntryRow & { reference: string }>`
    select w.id, ${placeColumns}, b.from_at as "from", b.to_at as "to", b.reference
    from waitlist w join bookings b on b.id = w.booking_id join spaces s on s.id = b.space_id ${places}
    where w.campus_id = ${campusId} and w.user_id = ${userId} and w.seen_at is null and b.status in ('booked', 'checkedIn') and b.to_at > ${now}
    order by w.id desc`;
}

export async function updateSeen(db: Db, userId: number, ids: readonly number[], at: Date): Promise<void> {
  await runSql(db)`
    update waitlist set seen_at = ${at} where user_id = ${userId} and id = any (${[...ids]}::int[]) and booking_id is not null and seen_at is null`;
}

/** @returns false when the user is already on the waitlist */
export async function insertWaiting(
  db: Db,
  entry: {
    campusId: number;
    spaceId: number;
    userId: number;
    title: string;
    attendees: number;
    from: Date;
    to: Date;
    createdAt: Date;
  },
): Promise<boolean> {
  const { from, to, ...rest } = entry;
  const row = await db
    .insertInto("waitlist")
    .values({ ...rest, fromAt: from, toAt: to })
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

/** Ends one or all waitlist entries of a user. @returns the ids of the entries that this call ended */
export function updateLeft(db: Db, { campusId, userId, id }: Waiter & { id?: number | undefined }, at: Date) {
  return queryColumn(db)<number>`
    update waitlist w set left_at = ${at} where w.campus_id = ${campusId} and w.user_id = ${userId} and w.id = coalesce(${id ?? null}::int, w.id) and ${isWaiting} returning id`;
}

export interface DueRow extends Row<
  "waitlist",
  "id" | "campusId" | "spaceId" | "userId" | "title" | "attendees"
> {
  from: Date;
  to: Date;
}

/**
 * Entries whose space is free from `start` (or their later begin) to their end, for at least the minimum time, and has enough seats. A user
 * with a seat in this time gets no second one.
 */
const freeEntries = (start: Date) => sql`
  from waitlist w join spaces s on s.id = w.space_id join users u on u.id = w.user_id
  where ${isWaiting} and w.to_at >= greatest(w.from_at, ${start}) + make_interval(mins => ${BOOKING_MIN_MINUTES})
    and u.disabled_at is null and w.attendees <= s.seats and s.is_active and s.removed_at is null and place_is_active(s.zone_id)
    and not exists (select from bookings b where b.space_id = w.space_id and b.status in ('booked', 'checkedIn')
      and tstzrange(b.from_at, b.to_at) && tstzrange(greatest(w.from_at, ${start}), w.to_at))
    and not (s.kind = 'seat' and exists (select from bookings b join spaces held on held.id = b.space_id and held.kind = 'seat'
      where ${isBookingOf(sql`w.user_id`)} and b.status in ('booked', 'checkedIn')
        and tstzrange(b.from_at, b.to_at) && tstzrange(greatest(w.from_at, ${start}), w.to_at)))`;

/** Free spaces with a waitlist, and their places; only of `spaceIds` if given. */
export function listFreeSpaces(db: Db, start: Date, spaceIds?: readonly number[]) {
  return queryRows(db)<{ id: number; zoneId: number; floorId: number; buildingId: number }>`
    select f.id, z.id as "zoneId", z.floor_id, z.building_id
    from (select distinct s.id, s.zone_id ${freeEntries(start)} and (${spaceIds ? [...spaceIds] : null}::int[] is null or s.id = any (${spaceIds ? [...spaceIds] : null}::int[]))) as f
      join locations z on z.id = f.zone_id order by f.id`;
}

/**
 * Locks the first entry of the given spaces that can be booked now, and its user. Skips a user while another call books a seat for them. The
 * result has the remaining time.
 */
export function claimFree(db: Db, spaceIds: readonly number[], start: Date) {
  return queryRow(db)<DueRow>`
    select w.id, w.campus_id, w.space_id, w.user_id, w.title, w.attendees,
      greatest(w.from_at, ${start}) as "from", w.to_at as "to" ${freeEntries(start)} and s.id = any (${[...spaceIds]}::int[])
    order by w.id limit 1 for update of w skip locked for no key update of u skip locked`;
}

export interface EndedRow extends EntryRow {
  userId: number;
  email: string | null;
  language: Language;
  timeZone: string;
}

/** Ends the waitlist entries that began before an instant. @returns the entries that this call ended */
export function endWaits(db: Db, now: Date, startedBefore: Date) {
  return queryRows(db)<EndedRow>`
    with w as (update waitlist w set left_at = ${now} where ${isWaiting} and w.from_at <= ${startedBefore} returning w.*)
    select ${entryColumns}, u.id as "userId", u.email, coalesce(n.language, 'en') as language, c.time_zone
    from w join ${entryPlaces} join campuses c on c.id = w.campus_id join users u on u.id = w.user_id
      left join notification_settings n on n.user_id = u.id
    where u.disabled_at is null order by w.id`;
}

export async function updateBooked(db: Db, id: number, bookingId: number): Promise<void> {
  await db.updateTable("waitlist").set({ bookingId }).where("id", "=", id).execute();
}
