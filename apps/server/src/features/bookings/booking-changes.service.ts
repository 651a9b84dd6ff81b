import {
  type Booking,
  bookers,
  CANCEL_NOTICE_MINUTES,
  CHECK_IN_MINUTES,
  type SpaceKind,
  type checkIn as checkInRoute,
  type updateRoomBooking as updateRoute,
} from "@verandah/contract/bookings/bookings.ts";
import type { deleteCoworkingUsers as deleteRoute } from "@verandah/contract/coworking.ts";
import { AppError } from "@verandah/contract/problems.ts";
import type { InputOf } from "@verandah/contract/route.ts";
import type {
  editUser as editUserRoute,
  removeUser as removeUserRoute,
  User,
} from "@verandah/contract/users/users.ts";

import { type ActorCtx, type Ctx, inTransaction, publishChange, type Service } from "#core/ctx.ts";
import { isOverlap } from "#core/db.ts";
import { refuseField } from "#core/refuse-field.ts";
import { recordAudit } from "#features/audit/audit.service.ts";
import { getTimeZone } from "#features/campuses/campuses.service.ts";
import { deletePeople } from "#features/coworking/coworking-upload.service.ts";
import { changeUser, takeRole } from "#features/users/user-administration.service.ts";

import { type Range, rangeOf } from "./booking-repeats.ts";
import { timeErrors } from "./booking-rules.ts";
import * as repository from "./bookings.repository.ts";
import { isMember, takenError, toBooking } from "./bookings.service.ts";
import { postInvitation } from "./calendars/invitations.service.ts";
import { refuseSecondSeat } from "./seat-limit.service.ts";
import { fillSpaces } from "./waitlist/waitlist-fill.service.ts";
import { endWaitsOf } from "./waitlist/waitlist.service.ts";

const MINUTE_MS = 60_000;

/**
 * Locks and returns a booking that the caller may change, of `kind` if it is given.
 *
 * @throws AppError `not-found`, `booking-outside`, `booking-over` for a booking that is not in the state `booked`
 */
async function lockOwnBooking(ctx: ActorCtx, id: number, kind?: SpaceKind): Promise<Booking> {
  const { campusId, userId } = ctx.actor;
  await repository.lockBooking(ctx.db, campusId, id);
  const [row] = await repository.findBookings(ctx.db, campusId, [id], isMember(ctx) ? userId : undefined);
  if (!row || row.kind !== (kind ?? row.kind)) throw new AppError("not-found");
  if (row.isOutside) throw new AppError("booking-outside");
  if (row.status !== "booked") throw new AppError("booking-over");
  return toBooking(ctx, row);
}

async function getChanged(ctx: ActorCtx, id: number): Promise<Booking> {
  const [row] = await repository.findBookings(ctx.db, ctx.actor.campusId, [id]);
  if (!row) throw new AppError("not-found");
  return toBooking(ctx, row);
}

/** Whether a booking begins too soon for a cancellation. */
const isShortNotice = ({ now }: ActorCtx, from: string) =>
  Date.parse(from) - now().getTime() < CANCEL_NOTICE_MINUTES * MINUTE_MS;

/**
 * Refuses to move a seat to a time at which its person has another one. Seats that were booked together stay together.
 *
 * @throws AppError `seat-already`
 */
async function refuseMoveToSecondSeat(ctx: ActorCtx, id: number, range: Range): Promise<void> {
  if (range.from >= range.to) return;
  const { campusId, userId } = ctx.actor;
  const [row] = await repository.findBookings(ctx.db, campusId, [id], isMember(ctx) ? userId : undefined);
  if (!row || row.userId === null) return;
  const person = row.clientId === null ? { userId: row.userId } : { personId: row.userId };
  await refuseSecondSeat(
    ctx,
    person,
    [range],
    (seat) => seat.id !== id && (seat.from >= row.to || seat.to <= row.from),
  );
}

/**
 * Changes the time, the space, the title or the people of a booking.
 *
 * @throws AppError `not-found`, `booking-over`, `change-notice`, `space-taken`, `seat-already`, `space-deactivated`, `input-invalid`
 */
export async function updateBooking(
  ctx: ActorCtx,
  input: InputOf<typeof updateRoute> & { kind: SpaceKind },
  reason: "changed" | "moved" = "changed",
): Promise<Booking> {
  const range = rangeOf(input);
  let space: repository.SpaceRow | undefined;
  let people = 1;
  try {
    return await inTransaction(ctx, async (inner) => {
      if (input.kind === "seat") await refuseMoveToSecondSeat(inner, input.id, range);
      const booking = await lockOwnBooking(inner, input.id, input.kind);
      const { space: own, from, to, kind } = booking;
      const { title = booking.title, attendees = booking.attendees } = input;
      people = attendees;
      if (new Date(from) <= inner.now()) throw new AppError("booking-over");
      const isMoved =
        Number(range.from) !== Date.parse(from) ||
        Number(range.to) !== Date.parse(to) ||
        (input.space ?? own.id) !== own.id;
      // The limit of cancellations applies, because a member could move a booking to cancel it.
      if (isMoved && isMember(inner) && isShortNotice(inner, from)) throw new AppError("change-notice");
      const fields = timeErrors(range, inner.now(), await getTimeZone(inner));
      if (fields) throw new AppError("input-invalid", { fields });
      const spaceId = input.space ?? own.id;
      [space] = await repository.findSpaces(inner.db, inner.actor.campusId, [spaceId]);
      if (!space && spaceId === own.id) throw new AppError("space-deactivated");
      if (space?.kind !== kind) throw new AppError("not-found");
      // Of seats that were booked together, each is for one person.
      if (kind === "room" && attendees > space.seats)
        throw refuseField("input-invalid", "attendees", { code: "max-people", value: String(space.seats) });
      await repository.lockSpaces(inner.db, [own.id, spaceId]);
      // People on the waitlist have precedence.
      await fillSpaces(inner, [spaceId]);
      await repository.updateBooking(inner.db, input.id, { ...range, spaceId, title, attendees });
      await fillSpaces(inner, [own.id]);
      const target = `booking:${input.id}`;
      const before = { from, to, space: own.id, title: booking.title, attendees: booking.attendees };
      const after = { from: input.from, to: input.to, space: spaceId, title, attendees };
      await recordAudit(inner, { action: "edit-booking", target, before, after });
      await postInvitation(inner, [input.id], reason);
      return getChanged(inner, input.id);
    });
  } catch (error) {
    if (space && isOverlap(error)) throw await takenError(ctx, space, range, people);
    throw error;
  }
}

/** Cancels a booking, and with `withLater` the later bookings of its repetition. @throws AppError `not-found`, `booking-over`, `booking-notice` less than
 * an hour before its start
 */
export function cancelBooking(
  ctx: ActorCtx,
  { id, kind, withLater }: { id: number; kind: SpaceKind; withLater: boolean },
): Promise<Booking> {
  return inTransaction(ctx, async (inner) => {
    const { from, space } = await lockOwnBooking(inner, id, kind);
    if (isShortNotice(inner, from)) throw new AppError("booking-notice");
    const later = withLater ? await repository.lockLater(inner.db, id) : [];
    const spaces = [space.id, ...later.map(({ spaceId }) => spaceId)];
    await repository.lockSpaces(inner.db, spaces);
    await cancelLocked(inner, [id, ...later.map((one) => one.id)]);
    await fillSpaces(inner, spaces);
    return getChanged(inner, id);
  });
}

/** Cancels locked bookings of one person, who gets one mail. */
async function cancelLocked(ctx: ActorCtx, ids: readonly number[]): Promise<void> {
  for (const id of ids) {
    await repository.updateStatus(ctx.db, id, "cancelled", ctx.now());
    await recordAudit(ctx, { action: "cancel-booking", target: `booking:${id}` });
  }
  await postInvitation(ctx, ids, "cancelled");
}

/** Cancels the future bookings of some people in the caller's campus, with one mail per booking: a mail can cancel only one calendar entry. */
async function cancelFutureBookings(
  ctx: ActorCtx,
  people: { personIds: readonly number[] } | { userId: number },
): Promise<void> {
  const { campusId } = ctx.actor;
  const bookings = await repository.lockFutureBookings(ctx.db, { campusId, ...people }, ctx.now());
  const spaces = bookings.map(({ spaceId }) => spaceId);
  await repository.lockSpaces(ctx.db, spaces);
  for (const { id } of bookings) await cancelLocked(ctx, [id]);
  await fillSpaces(ctx, spaces);
}

/** Deletes coworking users of the caller's campus, and cancels their future bookings. */
export const deleteCoworkingUsers: Service<typeof deleteRoute> = (ctx, { ids }) =>
  inTransaction(ctx, async (inner) => {
    const deleted = await deletePeople(inner, ids);
    await cancelFutureBookings(inner, { personIds: deleted });
    return { deleted: deleted.length };
  });

const isBooker = ({ role }: User) => bookers.some((id) => id === role.id);

/**
 * Changes a user. Cancels the future bookings and the waitlist entries of a disabled user, and of a user whose new role cannot book.
 *
 * @throws AppError as `changeUser`
 */
export const editUser: Service<typeof editUserRoute> = (ctx, input) =>
  inTransaction(ctx, async (inner) => {
    const { before, after } = await changeUser(inner, input);
    if (after.disabledAt || (isBooker(before) && !isBooker(after))) await endPlans(inner, after.id);
    return after;
  });

/** Takes an account out of the campus, with its future bookings and waitlist entries there. @throws AppError as `takeRole` */
export const removeUser: Service<typeof removeUserRoute> = (ctx, { id }) =>
  inTransaction(ctx, async (inner) => {
    await takeRole(inner, { id });
    await endPlans(inner, id);
    return { id };
  });

async function endPlans(ctx: ActorCtx, userId: number): Promise<void> {
  await endWaitsOf(ctx, userId);
  await cancelFutureBookings(ctx, { userId });
  for (const topic of ["bookings", "waitlist"] as const)
    publishChange(ctx, topic, { campusId: ctx.actor.campusId });
}

/** Confirms that a space is used. @throws AppError `not-found`, `booking-over`, `check-in-early` */
export const checkIn: Service<typeof checkInRoute> = (ctx, { id }) =>
  inTransaction(ctx, async (inner) => {
    const { from } = await lockOwnBooking(inner, id);
    const untilStart = Date.parse(from) - inner.now().getTime();
    if (untilStart > CHECK_IN_MINUTES * MINUTE_MS) throw new AppError("check-in-early");
    if (untilStart < -CHECK_IN_MINUTES * MINUTE_MS) throw new AppError("booking-over");
    await repository.updateStatus(inner.db, id, "checkedIn", inner.now());
    await recordAudit(inner, { action: "check-in", target: `booking:${id}` });
    return getChanged(inner, id);
  });

/** Releases bookings without a check-in, and completes bookings that are over. Several servers may run this at the same time. */
export async function endBookings(ctx: Ctx): Promise<void> {
  const now = ctx.now();
  const startedBefore = new Date(now.getTime() - CHECK_IN_MINUTES * MINUTE_MS);
  for (const { id, spaceId } of await repository.listUnused(ctx.db, startedBefore))
    await inTransaction(ctx, async (inner) => {
      await repository.lockSpaces(inner.db, [spaceId]);
      if (!(await repository.release(inner.db, id, now, startedBefore))) return;
      await postInvitation(inner, [id], "released");
      await fillSpaces(inner, [spaceId]);
      publishChange(inner, "bookings", {});
    });
  if (await repository.completeBookings(ctx.db, now)) publishChange(ctx, "bookings", {});
}
