import {
  type Booking,
  CANCEL_NOTICE_MINUTES,
  CHECK_IN_MINUTES,
  type checkIn as checkInRoute,
  type updateSeatBooking as updateRoute,
} from "@verandah/contract/bookings/bookings.ts";
import { AppError } from "@verandah/contract/problems.ts";
import type { InputOf } from "@verandah/contract/route.ts";

import { type ActorCtx, type Ctx, inTransaction } from "#core/ctx.ts";
import { isTaken } from "#core/db.ts";
import { recordAudit } from "#features/audit/audit.service.ts";

import { refuseField, timeErrors } from "./booking-rules.ts";
import * as repository from "./bookings.repository.ts";
import { isMember, rangeOf, takenError, toBooking } from "./bookings.service.ts";
import { postInvitation } from "./invitations.service.ts";

const MINUTE_MS = 60_000;

/** A booking that the caller may change, locked. @throws AppError `not-found`, `booking-outside`, `booking-over` unless it is still booked */
async function lockOwn(ctx: ActorCtx, id: number): Promise<Booking> {
  const { campusId, userId } = ctx.actor;
  await repository.lockBooking(ctx.db, campusId, id);
  const [row] = await repository.findBookings(ctx.db, campusId, [id]);
  if (!row || (isMember(ctx) && (row.clientId !== null || row.userId !== userId)))
    throw new AppError("not-found");
  if (row.isOutside) throw new AppError("booking-outside");
  if (row.status !== "booked") throw new AppError("booking-over");
  return toBooking(row);
}

async function getChanged(ctx: ActorCtx, id: number): Promise<Booking> {
  const [row] = await repository.findBookings(ctx.db, ctx.actor.campusId, [id]);
  if (!row) throw new AppError("not-found");
  return toBooking(row);
}

/** Moves a booking to another time or space of its kind. @throws AppError `not-found`, `booking-over`, `space-taken`, `input-invalid` */
export async function updateBooking(
  ctx: ActorCtx,
  input: InputOf<typeof updateRoute>,
  reason: "changed" | "moved" = "changed",
): Promise<Booking> {
  const range = rangeOf(input);
  let space: repository.SpaceRow | undefined;
  try {
    return await inTransaction(ctx, async (inner) => {
      const { space: own, from, to, kind, attendees } = await lockOwn(inner, input.id);
      if (new Date(from) <= inner.now()) throw new AppError("booking-over");
      const fields = timeErrors(range.from, range.to, inner.now());
      if (fields) throw new AppError("input-invalid", { fields });
      const spaceId = input.space ?? own.id;
      [space] = await repository.findSpaces(inner.db, inner.actor.campusId, [spaceId]);
      if (space?.kind !== kind) throw new AppError("not-found");
      // Seats that were booked together have one person each.
      if (kind === "room" && attendees > space.seats)
        throw refuseField("input-invalid", "attendees", { code: "max-people", value: String(space.seats) });
      await repository.updatePlace(inner.db, input.id, { ...range, spaceId });
      const target = `booking:${input.id}`;
      const before = { from, to, space: own.id };
      const after = { from: input.from, to: input.to, space: spaceId };
      await recordAudit(inner, { action: "edit-booking", target, before, after });
      await postInvitation(inner, [input.id], reason);
      return getChanged(inner, input.id);
    });
  } catch (error) {
    if (space && isTaken(error)) throw await takenError(ctx, space, range);
    throw error;
  }
}

/** Cancels a booking. @throws AppError `not-found`, `booking-over`, `booking-notice` less than an hour before its start */
export function cancelBooking(ctx: ActorCtx, { id }: { id: number }): Promise<Booking> {
  return inTransaction(ctx, async (inner) => {
    const { from } = await lockOwn(inner, id);
    const notice = Date.parse(from) - inner.now().getTime();
    if (notice < CANCEL_NOTICE_MINUTES * MINUTE_MS) throw new AppError("booking-notice");
    await repository.updateStatus(inner.db, id, "cancelled", inner.now());
    await recordAudit(inner, { action: "cancel-booking", target: `booking:${id}` });
    await postInvitation(inner, [id], "cancelled");
    return getChanged(inner, id);
  });
}

/** Confirms that a space is used. @throws AppError `not-found`, `booking-over`, `check-in-early` */
export function checkIn(ctx: ActorCtx, { id }: InputOf<typeof checkInRoute>): Promise<Booking> {
  return inTransaction(ctx, async (inner) => {
    const { from } = await lockOwn(inner, id);
    const untilStart = Date.parse(from) - inner.now().getTime();
    if (untilStart > CHECK_IN_MINUTES * MINUTE_MS) throw new AppError("check-in-early");
    if (untilStart < -CHECK_IN_MINUTES * MINUTE_MS) throw new AppError("booking-over");
    await repository.updateStatus(inner.db, id, "checkedIn", inner.now());
    await recordAudit(inner, { action: "check-in", target: `booking:${id}` });
    return getChanged(inner, id);
  });
}

/** Releases bookings without a check-in, and completes those that are over. Several servers may do so. */
export async function endBookings(ctx: Ctx): Promise<void> {
  const now = ctx.now();
  await repository.endBookings(ctx.db, now, new Date(now.getTime() - CHECK_IN_MINUTES * MINUTE_MS));
}
