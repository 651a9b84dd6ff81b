import type { Ctx } from "#core/ctx.ts";

import { insertBooking, lockSpaces } from "../bookings.repository.ts";
import { fillSpaces } from "../waitlist/waitlist-fill.service.ts";
import * as repository from "./room-bookings.repository.ts";

/** A time of a room that was booked in a calendar outside the product. */
interface OutsideBooking {
  campusId: number;
  spaceId: number;
  /** The organizer in the outside calendar. */
  person: string;
  /** The administrator who connected the calendar. */
  bookedBy: number;
  title: string;
  from: Date;
  to: Date;
}

type RoomTime = Pick<OutsideBooking, "spaceId" | "from" | "to">;

/** The end of the last other booking within the time, if the time has begun; null otherwise. The new booking begins there. */
const findLastEnd = (ctx: Ctx, time: RoomTime, except: number | null) =>
  time.from < ctx.now() ? repository.findLastEnd(ctx.db, time, { now: ctx.now(), except }) : null;

/**
 * Books a room for an entry of its outside calendar. The booking begins after the last past booking in its time.
 *
 * @throws a violation of `bookings_once` for a time that is taken
 */
export async function bookOutside(ctx: Ctx, { person, ...booking }: OutsideBooking): Promise<number> {
  await lockSpaces(ctx.db, [booking.spaceId]);
  return insertBooking(ctx.db, {
    ...booking,
    from: (await findLastEnd(ctx, booking, null)) ?? booking.from,
    bookedFor: { outsidePerson: person },
    attendees: 1,
    createdAt: ctx.now(),
  });
}

/**
 * Applies a change of an entry to its booking, in the caller's transaction. The booking begins after the last other past booking in its
 * time.
 * @returns false for a booking that was cancelled, or that ended before another booking. It does not change.
 * @throws a violation of `bookings_once` for a time that is taken
 */
export async function moveOutside(
  ctx: Ctx,
  id: number,
  { spaceId, from, to, title }: RoomTime & Pick<OutsideBooking, "title">,
): Promise<boolean> {
  await lockSpaces(ctx.db, [spaceId]);
  const lastEnd = await findLastEnd(ctx, { spaceId, from, to }, id);
  const isMoved = await repository.updateOutside(ctx.db, id, {
    since: lastEnd,
    from: lastEnd ?? from,
    to,
    title,
  });
  if (isMoved) await fillSpaces(ctx, [spaceId]);
  return isMoved;
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
