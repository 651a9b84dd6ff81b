import type { CalendarKind } from "@verandah/contract/room-calendars.ts";
import { createWallClock, type WallClock } from "@verandah/time/wall-clock.ts";

import { type Ctx, inTransaction } from "#core/ctx.ts";
import { isDatabaseUnavailable, isTaken } from "#core/db.ts";
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

/** Opens the calendar of a room. The kinds to which the settings give no access are missing. */
type OpenCalendar = (address: string, clock: WallClock, timeZone: string) => OutsideCalendar;
export type Calendars = Partial<Record<CalendarKind, OpenCalendar>>;

/** Time between two readings of a calendar, ms; longer after a failure. */
const EVERY_MS = 60_000;
const AFTER_FAILURE_MS = 5 * 60_000;
/** A calendar is locked for this time, ms. A server that has not finished by then has crashed. */
const SYNC_TIMEOUT_MS = 10 * 60_000;
/** How far ahead calendars are read, as far as bookings go, ms. */
const AHEAD_MS = 90 * 86_400_000;

/**
 * Synchronises the calendars that are due, one after the other. Several servers may do so. Each entry belongs to the side on which
 * it was made: its changes there are followed, and on the other side it is put back. A time that is booked here stays so, and the entry of
 * the other calendar is a conflict until all its time is free.
 * @throws AggregateError for calendars that failed for a reason inside the server, after the others
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
  // An entry without a length takes no time. Two times of a series can be the same.
  const outside = entries.filter((one) => one.bookingId === null && one.from < one.to);
  await takeEntries(ctx, room, [...new Map(outside.map((one) => [one.id, one])).values()]);
  if (calendar.write) await putBookings(ctx, room, calendar.write, { entries, until: to });
}

/** Books the times of the entries that were made outside, and releases those of deleted entries. */
async function takeEntries(
  ctx: Ctx,
  room: repository.RoomCalendarRow,
  entries: readonly CalendarEntry[],
): Promise<void> {
  const stored = await repository.listEntries(ctx.db, [room.spaceId]);
  const present = new Set(entries.map(({ id }) => id));
  // First, so that an entry may take the time of a deleted one.
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

/** Whether an entry has the room for all its remaining time. Otherwise it is a conflict. */
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
      // A booking that was cancelled does not take the room, so its entry is booked again.
      if (booked !== null && (await moveOutside(inner, booked, { spaceId, from, to, title }))) return booked;
      return bookOutside(inner, { campusId, spaceId, person: organizer, bookedBy, title, from, to });
    });
  } catch (error) {
    if (!isTaken(error)) throw error;
    await store(async (inner) => {
      // People may be in the room, as the entry goes on at the time of its booking.
      if (before?.booked && isWithin(before.booked, { from, to })) return booked;
      if (booked !== null) await cancelOutside(inner, spaceId, [booked]);
      return null;
    });
  }
}

/** Makes the entries of the room's bookings, corrects those that differ, and removes those without a booking. */
async function putBookings(
  ctx: Ctx,
  { spaceId }: repository.RoomCalendarRow,
  write: NonNullable<OutsideCalendar["write"]>,
  { entries, until }: { entries: readonly CalendarEntry[]; until: Date },
): Promise<void> {
  const bookings = await listOwnOfRoom(ctx, spaceId, until);
  for (const booking of bookings) {
    const [first] = entries.filter(({ bookingId }) => bookingId === booking.bookingId);
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
