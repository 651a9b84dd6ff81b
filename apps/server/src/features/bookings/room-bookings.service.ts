import type { Ctx } from "#core/ctx.ts";

import * as repository from "./bookings.repository.ts";
import { newReference } from "./bookings.service.ts";

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

/** Books a room for an entry of its outside calendar. @throws a violation of `bookings_once` for a time that is taken */
export function bookOutside(ctx: Ctx, { person, ...booking }: OutsideBooking): Promise<number> {
  return repository.insertBooking(ctx.db, {
    ...booking,
    reference: newReference(),
    bookedFor: { outsidePerson: person },
    attendees: 1,
    createdAt: ctx.now(),
  });
}

/** Follows an entry that was changed. @throws a violation of `bookings_once` for a time that is taken */
export const moveOutside = (
  ctx: Ctx,
  id: number,
  { from, to, title }: Pick<OutsideBooking, "from" | "to" | "title">,
): Promise<void> => repository.updateOutside(ctx.db, id, { from, to, title });

/** Cancels the booking of an entry that is no longer there. One that is over stays as it is. */
export const cancelOutside = (ctx: Ctx, ids: readonly number[]): Promise<void> =>
  repository.cancelOutside(ctx.db, ids, ctx.now());

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
