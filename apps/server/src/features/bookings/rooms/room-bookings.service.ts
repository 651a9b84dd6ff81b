import type { Ctx } from "#core/ctx.ts";

import { lockSpaces } from "../bookings.repository.ts";
import { fillSpaces } from "../waitlist/waitlist-fill.service.ts";
import * as repository from "./room-bookings.repository.ts";

/** A room whose calendar is outside the product. */
interface OutsideRoom {
  campusId: number;
  spaceId: number;
  /** The administrator who connected the calendar. */
  connectedBy: number;
}

interface Range {
  from: Date;
  to: Date;
}

/** An entry of the outside calendar. */
interface OutsideTime extends Range {
  organizer: string;
  title: string;
  /** Its booking, unless that was cancelled. */
  booking: ({ id: number } & Range) | null;
}

export const isWithin = (inner: Range, outer: Range) => inner.from >= outer.from && inner.to <= outer.to;

/**
 * Books a room for entries of its outside calendar, in the caller's transaction, and cancels the bookings `ended`. A booking begins after
 * the last past booking of the product in its time. An entry at a time that is booked in the product gets no booking, and keeps an earlier
 * booking only within its own time.
 *
 * @returns the id of each entry's booking; null for a conflict
 */
export async function takeOutside(
  ctx: Ctx,
  { campusId, spaceId, connectedBy: bookedBy }: OutsideRoom,
  { ended, times }: { ended: readonly number[]; times: readonly OutsideTime[] },
): Promise<(number | null)[]> {
  await lockSpaces(ctx.db, [spaceId]);
  const now = ctx.now();
  const all = {
    from: new Date(Math.min(...times.map(({ from }) => from.getTime()))),
    to: new Date(Math.max(...times.map(({ to }) => to.getTime()))),
  };
  const own = times.length > 0 ? await repository.listOwnTimes(ctx.db, spaceId, all) : [];
  const cancelled = [...ended];
  const moved: (Range & { id: number; title: string })[] = [];
  const added: { index: number; booking: Parameters<typeof repository.insertOutside>[1][number] }[] = [];
  const taken = times.map((time, index) => {
    const { organizer: person, title, to, booking } = time;
    const begun = time.from < now ? own : [];
    const lastEnds = begun.flatMap(({ end }) =>
      end > time.from && end <= now && end < to ? [end.getTime()] : [],
    );
    const from = new Date(Math.max(time.from.getTime(), ...lastEnds));
    if (own.some((one) => one.isTaking && one.from < to && one.end > from)) {
      // The entry still contains the time of its booking, so people may be in the room.
      if (booking && isWithin(booking, time)) return booking.id;
      if (booking) cancelled.push(booking.id);
      return null;
    }
    // A booking that ended before another one stays as it was.
    if (booking && (lastEnds.length === 0 || booking.to > from)) {
      moved.push({ id: booking.id, from, to, title });
      return booking.id;
    }
    added.push({ index, booking: { campusId, spaceId, person, bookedBy, title, from, to } });
    return null;
  });
  await repository.cancelOutside(ctx.db, cancelled, now);
  await repository.updateOutside(ctx.db, moved);
  const ids = await repository.insertOutside(
    ctx.db,
    added.map(({ booking }) => booking),
    now,
  );
  for (const [place, { index }] of added.entries()) taken[index] = ids[place] ?? null;
  await fillSpaces(ctx, [spaceId]);
  return taken;
}

/** Cancels the bookings of deleted entries, in the caller's transaction. Bookings that are over do not change. */
export async function cancelOutside(ctx: Ctx, spaceId: number, ids: readonly number[]): Promise<void> {
  await lockSpaces(ctx.db, [spaceId]);
  await repository.cancelOutside(ctx.db, ids, ctx.now());
  await fillSpaces(ctx, [spaceId]);
}

/** The bookings of a room that were made in the product, are not over, and begin before `until`. */
export function listOwnOfRoom(
  ctx: Ctx,
  spaceId: number,
  until: Date,
): Promise<{ bookingId: number; title: string; from: Date; to: Date }[]> {
  return repository.listOwnOfRoom(ctx.db, spaceId, { from: ctx.now(), to: until });
}

export type RoomToPrepare = repository.RoomToPrepareRow;

/** Booked rooms of any campus whose booking begins before `until` and is not over. */
export const listRoomsToPrepare = (ctx: Ctx, until: Date): Promise<RoomToPrepare[]> =>
  repository.listRoomsToPrepare(ctx.db, { from: ctx.now(), to: until });
