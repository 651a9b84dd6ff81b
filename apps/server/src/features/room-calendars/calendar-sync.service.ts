import type { CalendarKind } from "@verandah/contract/room-calendars.ts";
import { createWallClock, type WallClock } from "@verandah/time/wall-clock.ts";

import { type Ctx, inTransaction } from "#core/ctx.ts";
import { isDatabaseUnavailable, isOverlap } from "#core/db.ts";
import {
  bookOutside,
  cancelOutside,
  listOwnOfRoom,
  moveOutside,
} from "#features/bookings/rooms/room-bookings.service.ts";

import {
  CalendarError,
  type CalendarEntry,
  type EntryOfBooking,
  type OutsideCalendar,
} from "./calendars/outside-calendar.ts";
import * as repository from "./room-calendars.repository.ts";

/** Opens the calendar of a room. */
type OpenCalendar = (address: string, clock: WallClock, timeZone: string) => OutsideCalendar;
/** The kinds of calendars to which the settings give access. */
export type Calendars = Partial<Record<CalendarKind, OpenCalendar>>;

/** Time between two readings of a calendar, ms; longer after a failure. */
const EVERY_MS = 60_000;
const AFTER_FAILURE_MS = 5 * 60_000;
/** A calendar is reserved for one server for this time, ms. A server that needs longer has crashed. */
const SYNC_TIMEOUT_MS = 10 * 60_000;
/** Calendars are read up to this time ahead, like bookings, ms. */
const AHEAD_MS = 90 * 86_400_000;

/**
 * Synchronises the calendars that are due, one after the other. Several servers may run this at the same time. The side on which an entry
 * was made owns the entry: changes on this side are copied to the other side, and changes on the other side are undone. A time that is
 * booked in the product stays booked. An entry of the outside calendar in this time is a conflict until all its time is free.
 * @throws AggregateError after all calendars, for those that failed with an error of the server
 */
export async function syncCalendars(ctx: Ctx, calendars: Calendars): Promise<void> {
  const failures: Error[] = [];
  for (;;) {
    const now = ctx.now();
    const due = await repository.claimDue(ctx.db, now, new Date(now.getTime() + SYNC_TIMEOUT_MS));
    if (!due) break;
    try {
      await syncRoom(ctx, due, calendars[due.kind]);
      const nextAt = new Date(ctx.now().getTime() + EVERY_MS);
      await repository.updateSynced(ctx.db, due, { problem: null, syncedAt: now, nextAt });
    } catch (error) {
      if (isDatabaseUnavailable(error)) throw error;
      const isOutside = error instanceof CalendarError;
      if (!isOutside) failures.push(new Error(`The calendar of space ${due.spaceId}`, { cause: error }));
      const nextAt = new Date(ctx.now().getTime() + AFTER_FAILURE_MS);
      await repository.updateSynced(ctx.db, due, { problem: isOutside ? error.problem : "failed", nextAt });
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, "Calendars were not synchronised");
}

/** @throws CalendarError */
async function syncRoom(
  ctx: Ctx,
  room: repository.RoomCalendarRow,
  open: OpenCalendar | undefined,
): Promise<void> {
  if (!open) throw new CalendarError("not-connected");
  const from = ctx.now();
  const to = new Date(from.getTime() + AHEAD_MS);
  const calendar = open(room.address, createWallClock(room.timeZone), room.timeZone);
  const entries = await calendar.list({ from, to });
  // Leaves out entries without a length, and repeated ids: two times of a series can be the same.
  const outside = entries.filter((one) => one.bookingId === null && one.from < one.to);
  await takeEntries(ctx, room, [...new Map(outside.map((one) => [one.id, one])).values()]);
  if (calendar.write) await putBookings(ctx, room, calendar.write, { entries, until: to });
}

/** Books the times of the entries that were made outside, and cancels the bookings of deleted entries. */
async function takeEntries(
  ctx: Ctx,
  room: repository.RoomCalendarRow,
  entries: readonly CalendarEntry[],
): Promise<void> {
  const stored = await repository.listEntries(ctx.db, [room.spaceId]);
  const present = new Set(entries.map(({ id }) => id));
  // Deleted entries are first, so that another entry can get their time.
  for (const { entryId, bookingId, to } of stored) {
    if (present.has(entryId)) continue;
    await inTransaction(ctx, async (inner) => {
      if (!(await repository.lockCalendar(inner.db, room))) return;
      if (bookingId !== null && to > inner.now()) await cancelOutside(inner, room.spaceId, [bookingId]);
      await repository.deleteEntry(inner.db, room.spaceId, entryId);
    });
  }
  for (const entry of entries) {
    const before = stored.find(({ entryId }) => entryId === entry.id);
    if (before && isBooked(before, ctx.now()) && isSame(before, entry)) continue;
    await takeEntry(ctx, room, entry, before);
  }
}

type Range = Pick<EntryOfBooking, "from" | "to">;

const isWithin = (inner: Range, outer: Range) => inner.from >= outer.from && inner.to <= outer.to;

/** Whether the booking of an entry covers all its remaining time. Otherwise the entry is a conflict. */
export const isBooked = ({ booked, from, to }: repository.StoredEntryRow, now: Date): boolean =>
  booked !== null && isWithin({ from: from > now ? from : now, to }, booked);

const isSame = (one: Pick<EntryOfBooking, "title" | "from" | "to">, other: typeof one) =>
  one.title === other.title && Number(one.from) === Number(other.from) && Number(one.to) === Number(other.to);

async function takeEntry(
  ctx: Ctx,
  room: repository.RoomCalendarRow,
  { id: entryId, title, organizer, from, to }: CalendarEntry,
  before: repository.StoredEntryRow | undefined,
): Promise<void> {
  const { spaceId, campusId, connectedBy: bookedBy } = room;
  const row = { spaceId, entryId, title, organizer, from, to };
  const booked = before?.bookingId ?? null;
  const store = (take: (inner: Ctx) => Promise<number | null>) =>
    inTransaction(ctx, async (inner) => {
      if (!(await repository.lockCalendar(inner.db, room))) return;
      await repository.upsertEntry(inner.db, { ...row, bookingId: await take(inner) });
    });
  try {
    await store(async (inner) => {
      // The entry of a cancelled booking is booked again, because the booking does not take the room.
      if (booked !== null && (await moveOutside(inner, booked, { spaceId, from, to, title }))) return booked;
      return bookOutside(inner, { campusId, spaceId, person: organizer, bookedBy, title, from, to });
    });
  } catch (error) {
    if (!isOverlap(error)) throw error;
    await store(async (inner) => {
      // The entry still contains the time of its booking, so people may be in the room.
      if (before?.booked && isWithin(before.booked, { from, to })) return booked;
      if (booked !== null) await cancelOutside(inner, spaceId, [booked]);
      return null;
    });
  }
}

/** Writes the entries of the room's bookings: creates missing ones, corrects those that differ, and removes those without a booking. */
async function putBookings(
  ctx: Ctx,
  { spaceId }: repository.RoomCalendarRow,
  write: NonNullable<OutsideCalendar["write"]>,
  { entries, until }: { entries: readonly CalendarEntry[]; until: Date },
): Promise<void> {
  const bookings = await listOwnOfRoom(ctx, spaceId, until);
  for (const booking of bookings) {
    const first = entries.find(({ bookingId }) => bookingId === booking.bookingId);
    if (!first) await write.create(booking);
    else if (first.isFree || !isSame(first, booking)) await write.update(first.id, booking);
  }
  const kept = new Set<number>();
  for (const { id, bookingId } of entries) {
    if (bookingId === null) continue;
    const isWanted = bookings.some((one) => one.bookingId === bookingId) && !kept.has(bookingId);
    if (isWanted) kept.add(bookingId);
    else await write.remove(id);
  }
}
