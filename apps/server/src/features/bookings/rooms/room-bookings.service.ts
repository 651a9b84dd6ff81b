import type { Ctx } from "#core/ctx.ts";

import { insertBooking, lockSpaces } from "../bookings.repository.ts";
import { fillSpaces } from "../waitlist/waitlist-fill.service.ts";
import * as repository from "./room-bookings.repository.ts";

/** A time of a room that was booked in a calendar outside the product. */
interface OutsideBooking {
  campusId: number;
  spaceId: number;
  /** Who booked it there. */
  person: string;
  /** The administrator who connected the calendar. */
  bookedBy: number;
  title: string;
  from: Date;
  to: Date;
}

type RoomTime = Pick<OutsideBooking, "spaceId" | "from" | "to">;

/** A part of the time that another booking had does not count twice. */
const findLastEnd = (ctx: Ctx, time: RoomTime, except: number | null) =>
  time.from < ctx.now() ? repository.findLastEnd(ctx.db, time, { now: ctx.now(), except }) : null;

/** Books a room for an entry of its outside calendar, without the time that another booking had. @throws a violation of `bookings_once` for a time that is taken */
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
 * Follows an entry that was changed, in the caller's transaction, without the time that another booking had.
 * @returns false for a booking that was cancelled or was over before another one. It stays as it is.
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

/** Cancels the bookings of entries that are no longer there, in the caller's transaction. Those that are over stay as they are. */
export async function cancelOutside(ctx: Ctx, spaceId: number, ids: readonly number[]): Promise<void> {
  await lockSpaces(ctx.db, [spaceId]);
  await repository.cancelOutside(ctx.db, ids, ctx.now());
  await fillSpaces(ctx, [spaceId]);
}

/** The bookings of a room that were made in the product and are not over, up to an instant. */
export function listOwnOfRoom(
  ctx: Ctx,
  spaceId: number,
  until: Date,
): Promise<{ bookingId: number; title: string; from: Date; to: Date }[]> {
  return repository.listOwnOfRoom(ctx.db, spaceId, { from: ctx.now(), to: until });
}

export type RoomToPrepare = repository.RoomToPrepareRow;

/** Booked rooms of any campus whose booking begins until an instant and is not over. */
export const listRoomsToPrepare = (ctx: Ctx, until: Date): Promise<RoomToPrepare[]> =>
  repository.listRoomsToPrepare(ctx.db, { from: ctx.now(), to: until });
