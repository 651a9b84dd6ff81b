import type { CalendarKind, SkippedEntry } from "@verandah/contract/room-calendars.ts";
import { createWallClock, type WallClock } from "@verandah/time/wall-clock.ts";

import { type Ctx, inTransaction, publishChange } from "#core/ctx.ts";
import { isDatabaseUnavailable } from "#core/db.ts";
import { isWithin, listOwnOfRoom, takeOutside } from "#features/bookings/rooms/room-bookings.service.ts";

import {
  CalendarError,
  type CalendarEntry,
  type CalendarReading,
  ENTRIES_MAX,
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

/** Calendars that are read at the same time, so that a slow one does not stop the others. */
const ROOMS_AT_ONCE = 4;
/** A run of the job starts no further reading after this time, ms: a job that does not end counts as late. */
const RUN_MAX_MS = 60_000;

export const isCalendarDue = (ctx: Ctx) => repository.isAnyDue(ctx.now());

/**
 * Synchronises the calendars that are due, the longest waiting first. The next run continues with those that it does not reach. Several
 * servers may run this at the same time. The side on which an entry was made owns the entry: changes on this side are copied to the other
 * side, and changes on the other side are undone. A time that is booked in the product stays booked. An entry of the outside calendar in
 * this time is a conflict until all its time is free.
 * @throws AggregateError after all calendars, for those that failed with an error of the server
 */
export async function syncCalendars(ctx: Ctx, calendars: Calendars): Promise<void> {
  const failures: Error[] = [];
  const ended = await Promise.allSettled(
    Array.from({ length: ROOMS_AT_ONCE }, () => syncDue(ctx, calendars, failures)),
  );
  for (const one of ended) if (one.status === "rejected") throw one.reason;
  if (failures.length > 0) throw new AggregateError(failures, "Calendars were not synchronised");
}

/** Synchronises calendars one after the other until none is due or the run has lasted long enough. */
async function syncDue(ctx: Ctx, calendars: Calendars, failures: Error[]): Promise<void> {
  const endAt = ctx.now().getTime() + RUN_MAX_MS;
  for (let now = ctx.now(); now.getTime() < endAt; now = ctx.now()) {
    const due = await repository.claimDue(ctx.db, now, new Date(now.getTime() + SYNC_TIMEOUT_MS));
    if (!due) return;
    try {
      const skipped = await syncRoom(ctx, due, calendars[due.kind]);
      const nextAt = new Date(ctx.now().getTime() + EVERY_MS);
      await repository.updateSynced(ctx.db, due, { problem: null, syncedAt: now, nextAt, skipped });
    } catch (error) {
      if (isDatabaseUnavailable(error)) throw error;
      const isOutside = error instanceof CalendarError;
      if (!isOutside) failures.push(new Error(`The calendar of space ${due.spaceId}`, { cause: error }));
      const nextAt = new Date(ctx.now().getTime() + AFTER_FAILURE_MS);
      await repository.updateSynced(ctx.db, due, { problem: isOutside ? error.problem : "failed", nextAt });
    }
    for (const topic of ["room-links", "bookings"] as const) publishChange(ctx, topic, {});
  }
}

/** @returns the entries that were left out @throws CalendarError */
async function syncRoom(
  ctx: Ctx,
  room: repository.RoomCalendarRow,
  open: OpenCalendar | undefined,
): Promise<SkippedEntry[]> {
  if (!open) throw new CalendarError("not-connected");
  const from = ctx.now();
  const to = new Date(from.getTime() + AHEAD_MS);
  const calendar = open(room.address, createWallClock(room.timeZone), room.timeZone);
  const reading = await calendar.list({ from, to });
  const { entries } = reading;
  // Leaves out entries without a length, and repeated ids: two times of a series can be the same.
  const outside = [
    ...new Map(
      entries.flatMap((one) => (one.bookingId === null && one.from < one.to ? [[one.id, one]] : [])),
    ).values(),
  ].toSorted((one, other) => one.from.getTime() - other.from.getTime());
  await takeEntries(ctx, room, { entries: outside.slice(0, ENTRIES_MAX), isWhole: reading.isWhole });
  if (calendar.write) await putBookings(ctx, room, calendar.write, { entries, until: to });
  if (outside.length <= ENTRIES_MAX) return reading.skipped;
  return [{ title: "", reason: "too-many", detail: String(ENTRIES_MAX) }, ...reading.skipped];
}

/** Books the times of the entries that were made outside, and cancels the bookings of deleted entries; all or nothing. */
function takeEntries(
  ctx: Ctx,
  room: repository.RoomCalendarRow,
  { entries, isWhole }: Pick<CalendarReading, "entries" | "isWhole">,
): Promise<void> {
  return inTransaction(ctx, async (inner) => {
    if (!(await repository.lockCalendar(inner.db, room))) return;
    const now = inner.now();
    const { spaceId } = room;
    const stored = await repository.listEntries(inner.db, [spaceId]);
    const before = new Map(stored.map((one) => [one.entryId, one]));
    const present = new Set(entries.map(({ id }) => id));
    // An answer that ends too early does not show that an entry was deleted.
    const gone = isWhole ? stored.filter(({ entryId }) => !present.has(entryId)) : [];
    const changed = entries.filter((entry) => {
      const known = before.get(entry.id);
      return !known || !isBooked(known, now) || !isSame(known, entry);
    });
    const taken = await takeOutside(inner, room, {
      ended: gone.flatMap(({ bookingId, to }) => (bookingId !== null && to > now ? [bookingId] : [])),
      times: changed.map((entry) => {
        const { bookingId: id = null, booked = null } = before.get(entry.id) ?? {};
        return { ...entry, booking: id !== null && booked ? { id, ...booked } : null };
      }),
    });
    await repository.deleteEntries(
      inner.db,
      spaceId,
      gone.map(({ entryId }) => entryId),
    );
    await repository.upsertEntries(
      inner.db,
      changed.map(({ id: entryId, title, organizer, from, to }, index) => {
        const bookingId = taken[index] ?? null;
        return { spaceId, entryId, title, organizer, from, to, bookingId };
      }),
    );
  });
}

/** Whether the booking of an entry covers all its remaining time. Otherwise the entry is a conflict. */
export const isBooked = ({ booked, from, to }: repository.StoredEntryRow, now: Date): boolean =>
  booked !== null && isWithin({ from: from > now ? from : now, to }, booked);

const isSame = (one: Pick<EntryOfBooking, "title" | "from" | "to">, other: typeof one) =>
  one.title === other.title && Number(one.from) === Number(other.from) && Number(one.to) === Number(other.to);

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
