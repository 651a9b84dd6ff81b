import {
  type CalendarKind,
  type CalendarProblem,
  SKIPPED_LISTED_MAX,
  type SkippedEntry,
} from "@verandah/contract/room-calendars.ts";
import { sql } from "kysely";

import { type Condition, type Db, type Row, queryRow, queryRows, runSql } from "#core/db.ts";

export interface RoomRow {
  id: number;
  name: string;
  floorId: number;
  floorName: string;
  kind: CalendarKind | null;
  address: string | null;
  syncedAt: Date | null;
  problem: CalendarProblem | null;
  skipped: SkippedEntry[] | null;
  skippedCount: number | null;
}

/** The active rooms of a campus, by floor and name. */
export function listRooms(db: Db, campusId: number) {
  return queryRows(db)<RoomRow>`
    select s.id, s.name, f.id as "floorId", f.name as "floorName", c.kind, c.address, c.synced_at, c.problem,
      c.skipped, c.skipped_count
    from spaces s join locations z on z.id = s.zone_id join locations f on f.id = z.floor_id
      left join room_calendars c on c.space_id = s.id
    where s.campus_id = ${campusId} and s.kind = 'room' and s.is_active and s.removed_at is null and place_is_active(s.zone_id)
    order by f.id, s.name`;
}

export interface EntryRow extends Row<
  "roomCalendarEntries",
  "spaceId" | "entryId" | "bookingId" | "title" | "organizer"
> {
  from: Date;
  to: Date;
}

export interface StoredEntryRow extends EntryRow {
  /** The time of its booking, which can be only a part of the entry's time; null without a booking. */
  booked: { from: Date; to: Date } | null;
}

/** Entries that were made in the outside calendars of some rooms, the earliest first. */
export async function listEntries(db: Db, spaceIds: readonly number[]): Promise<StoredEntryRow[]> {
  const rows = await queryRows(db)<EntryRow & { bookedFrom: Date | null; bookedTo: Date | null }>`
    select e.space_id, e.entry_id, e.booking_id, e.title, e.organizer, e.from_at as "from",
      e.to_at as "to", b.from_at as "bookedFrom", b.to_at as "bookedTo"
    from room_calendar_entries e left join bookings b on b.id = e.booking_id and b.status <> 'cancelled'
    where e.space_id = any (${[...spaceIds]}::int[]) order by e.from_at, e.entry_id`;
  return rows.map(({ bookedFrom, bookedTo, ...entry }) => ({
    ...entry,
    booked: bookedFrom && bookedTo && { from: bookedFrom, to: bookedTo },
  }));
}

export interface RoomCalendarRow extends Row<
  "roomCalendars",
  "spaceId" | "campusId" | "address" | "connectedBy"
> {
  kind: CalendarKind;
  timeZone: string;
}

export const isAnyDue = (now: Date): Condition =>
  sql`exists (select from room_calendars where next_sync_at <= ${now})`;

/** Reserves the calendar that has been due for longest, until `until`. */
export function claimDue(db: Db, now: Date, until: Date) {
  return queryRow(db)<RoomCalendarRow>`
    update room_calendars c set next_sync_at = ${until} from campuses t
    where t.id = c.campus_id and c.space_id = (select space_id from room_calendars
      where next_sync_at <= ${now} order by next_sync_at limit 1 for update skip locked)
    returning c.space_id, c.campus_id, c.kind, c.address, c.connected_by,
      t.time_zone`;
}

/** Records the result of a synchronisation, unless the room has another calendar now. */
export async function updateSynced(
  db: Db,
  { spaceId, address }: Pick<RoomCalendarRow, "spaceId" | "address">,
  ended: { problem: CalendarProblem | null; syncedAt?: Date; nextAt: Date; skipped?: SkippedEntry[] },
): Promise<void> {
  await db
    .updateTable("roomCalendars")
    .set({
      problem: ended.problem,
      nextSyncAt: ended.nextAt,
      ...(ended.syncedAt && { syncedAt: ended.syncedAt }),
      ...(ended.skipped && {
        skipped: JSON.stringify(ended.skipped.slice(0, SKIPPED_LISTED_MAX)),
        skippedCount: ended.skipped.length,
      }),
    })
    .where("spaceId", "=", spaceId)
    .where("address", "=", address)
    .execute();
}

/**
 * Locks the calendar of a room, so that only one transaction changes its entries.
 *
 * @returns false when the room has another calendar now, or none
 */
export async function lockCalendar(
  db: Db,
  { spaceId, address }: Pick<RoomCalendarRow, "spaceId" | "address">,
): Promise<boolean> {
  const rows = await queryRows(db)`
    select from room_calendars where space_id = ${spaceId} and address = ${address} for update`;
  return rows.length > 0;
}

/** Locks the calendar of a room of a campus. @returns its kind; undefined when the room has no calendar */
export async function lockCalendarOf(db: Db, campusId: number, spaceId: number) {
  return db
    .selectFrom("roomCalendars")
    .select("kind")
    .where("campusId", "=", campusId)
    .where("spaceId", "=", spaceId)
    .forUpdate()
    .executeTakeFirst();
}

/** Allows only one transaction at a time to connect a room. */
export async function lockConnecting(db: Db): Promise<void> {
  await runSql(db)`select pg_advisory_xact_lock(hashtext('room-calendars'))`;
}

export interface ConnectedRow {
  spaceId: number;
  campusId: number;
  name: string;
  isActive: boolean;
}

/** The room that is connected with a calendar. */
export function findConnected(db: Db, { kind, address }: Pick<RoomCalendarRow, "kind" | "address">) {
  return queryRow(db)<ConnectedRow>`
    select s.id as "spaceId", s.campus_id, s.name, s.is_active and s.removed_at is null and place_is_active(s.zone_id) as "isActive"
    from room_calendars c join spaces s on s.id = c.space_id
    where c.kind = ${kind} and case c.kind when 'ical' then c.address = ${address} else lower(c.address) = lower(${address}) end`;
}

export async function insertCalendar(
  db: Db,
  calendar: Omit<RoomCalendarRow, "timeZone">,
  now: Date,
): Promise<void> {
  await db
    .insertInto("roomCalendars")
    .values({ ...calendar, nextSyncAt: now })
    .execute();
}

/** Makes the next synchronisation of a calendar due now. */
export async function updateDue(db: Db, spaceId: number, now: Date): Promise<void> {
  await db.updateTable("roomCalendars").set({ nextSyncAt: now }).where("spaceId", "=", spaceId).execute();
}

export async function deleteCalendar(db: Db, spaceId: number): Promise<void> {
  await db.deleteFrom("roomCalendars").where("spaceId", "=", spaceId).execute();
}

/** Maximum rows of one statement, which has at most 65,535 parameters. */
const ROWS_AT_ONCE = 1_000;

export async function upsertEntries(db: Db, entries: readonly EntryRow[]): Promise<void> {
  for (let first = 0; first < entries.length; first += ROWS_AT_ONCE)
    await db
      .insertInto("roomCalendarEntries")
      .values(
        entries
          .slice(first, first + ROWS_AT_ONCE)
          .map(({ from, to, ...entry }) => ({ ...entry, fromAt: from, toAt: to })),
      )
      .onConflict((conflict) =>
        conflict.columns(["spaceId", "entryId"]).doUpdateSet((row) => ({
          bookingId: row.ref("excluded.bookingId"),
          title: row.ref("excluded.title"),
          organizer: row.ref("excluded.organizer"),
          fromAt: row.ref("excluded.fromAt"),
          toAt: row.ref("excluded.toAt"),
        })),
      )
      .execute();
}

export async function deleteEntries(db: Db, spaceId: number, entryIds: readonly string[]): Promise<void> {
  await runSql(
    db,
  )`delete from room_calendar_entries where space_id = ${spaceId} and entry_id = any (${[...entryIds]}::text[])`;
}

/** The last result of every room calendar. */
export function listCalendarStates(db: Db) {
  return db.selectFrom("roomCalendars").select(["problem", "syncedAt"]).execute();
}
