import { randomInt } from "node:crypto";

import {
  type Booking,
  CANCEL_NOTICE_MINUTES,
  CHECK_IN_MINUTES,
  type checkIn as checkInRoute,
  type createBookings as createRoute,
  type listBookings as listRoute,
  type searchBookable as searchRoute,
  type Space,
} from "@verandah/contract/bookings.ts";
import { AppError } from "@verandah/contract/problems.ts";
import { roles } from "@verandah/contract/roles.ts";
import type { InputOf, ReplyOf } from "@verandah/contract/route.ts";

import { type ActorCtx, type Ctx, inTransaction } from "#core/ctx.ts";
import { isTaken } from "#core/db.ts";
import { recordAudit } from "#features/audit/audit.service.ts";
import { getLocationRow, listIdsBelow } from "#features/campuses/campuses.service.ts";

import { timeErrors } from "./booking-rules.ts";
import * as repository from "./bookings.repository.ts";

const MINUTE_MS = 60_000;
/** Without letters and digits that look alike. */
const REFERENCE_LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789";
const REFERENCE_LENGTH = 6;
/** Free seats that a refusal names. */
const FREE_NAMED = 5;

const newReference = () =>
  Array.from({ length: REFERENCE_LENGTH }, () => REFERENCE_LETTERS[randomInt(REFERENCE_LETTERS.length)]).join(
    "",
  );

const toSpace = (row: repository.SpaceRow): Space => ({
  id: row.id,
  kind: row.kind,
  name: row.name,
  floor: { id: row.floorId, name: row.floorName },
  zone: { id: row.zoneId, name: row.zoneName },
  seats: row.seats,
  facilities: row.facilities,
  coordinates: row.x === null || row.y === null ? null : [row.x, row.y],
});

const toBooking = (row: repository.BookingRow): Booking => ({
  id: row.id,
  reference: row.reference,
  kind: row.kind,
  space: { id: row.spaceId, name: row.spaceName, floor: row.floorName, zone: row.zoneName },
  bookedFor: { id: row.userId, name: row.userName, email: row.email },
  bookedBy: row.bookedBy,
  title: row.title,
  attendees: row.attendees,
  from: row.from.toISOString(),
  to: row.to.toISOString(),
  status: row.status,
  createdAt: row.createdAt.toISOString(),
});

const isMember = ({ actor }: ActorCtx) => actor.roleId === roles.member;
const rangeOf = ({ from, to }: { from: string; to: string }) => ({ from: new Date(from), to: new Date(to) });

/** The seats or rooms of a place of the caller's campus. @throws AppError `not-found` */
async function listSpaces(ctx: ActorCtx, { id, kind }: Pick<InputOf<typeof searchRoute>, "id" | "kind">) {
  const below = await listIdsBelow(ctx, await getLocationRow(ctx, id));
  return repository.listSpaces(ctx.db, below, kind);
}

/** Seats or rooms of a place, and whether each is free in a time. @throws AppError `not-found` */
export async function searchBookable(
  ctx: ActorCtx,
  input: InputOf<typeof searchRoute>,
): Promise<ReplyOf<typeof searchRoute>> {
  const spaces = await listSpaces(ctx, input);
  const ids = spaces.map(({ id }) => id);
  const taken = await repository.listTaken(ctx.db, ids, rangeOf(input));
  return spaces.map((row) => ({ ...toSpace(row), isFree: !taken.has(row.id) }));
}

/** Bookings of a place in a time: a member's own ones, and all for others. @throws AppError `not-found` */
export async function listBookings(ctx: ActorCtx, input: InputOf<typeof listRoute>): Promise<Booking[]> {
  const spaces = await listSpaces(ctx, input);
  const userId = isMember(ctx) ? ctx.actor.userId : undefined;
  const ids = spaces.map(({ id }) => id);
  return (await repository.listBookings(ctx.db, ids, { ...rangeOf(input), userId })).map(toBooking);
}

/** The refusal of a taken space, with others that are free at the time. */
async function takenError(ctx: ActorCtx, space: repository.SpaceRow, range: { from: Date; to: Date }) {
  const others = await repository.listSpaces(ctx.db, await listZonesOfFloor(ctx, space.floorId), space.kind);
  const taken = await repository.listTaken(
    ctx.db,
    others.map(({ id }) => id),
    range,
  );
  const free = others.filter(({ id }) => !taken.has(id)).slice(0, FREE_NAMED);
  const names = free.map(({ name }) => name).join(", ");
  return new AppError("space-taken", { ...(names && { fields: { spaces: `Free at this time: ${names}` } }) });
}

const listZonesOfFloor = async (ctx: ActorCtx, floorId: number) =>
  listIdsBelow(ctx, await getLocationRow(ctx, floorId));

/**
 * Books seats or a room: all of them, or none.
 *
 * @throws AppError `not-found`, `space-taken`, `input-invalid`
 * @throws AppError `not-allowed` for a member who books for another person
 */
export async function createBookings(ctx: ActorCtx, input: InputOf<typeof createRoute>): Promise<Booking[]> {
  const { campusId, userId } = ctx.actor;
  const bookedFor = input.bookedFor ?? userId;
  if (isMember(ctx) && bookedFor !== userId) throw new AppError("not-allowed");
  const range = rangeOf(input);
  const fields = timeErrors(range.from, range.to, ctx.now());
  if (fields) throw new AppError("input-invalid", { fields });
  const ids = [...new Set(input.spaces)];
  const spaces = await repository.findSpaces(ctx.db, campusId, ids);
  if (spaces.length < ids.length) throw new AppError("not-found");
  if (!(await repository.hasUser(ctx.db, campusId, bookedFor)))
    throw new AppError("input-invalid", { fields: { bookedFor: "Choose a person" } });
  const seats = spaces.reduce((sum, space) => sum + space.seats, 0);
  if (input.attendees > seats)
    throw new AppError("input-invalid", { fields: { attendees: `At most ${seats} people` } });
  let last: repository.SpaceRow | undefined;
  try {
    return await inTransaction(ctx, async (inner) => {
      const made: number[] = [];
      // In one order, so that two requests never wait for each other.
      for (const space of spaces.toSorted((one, other) => one.id - other.id)) {
        last = space;
        const { title, attendees } = input;
        const id = await repository.insertBooking(inner.db, {
          campusId,
          spaceId: space.id,
          reference: newReference(),
          bookedFor,
          bookedBy: userId,
          title,
          attendees,
          ...range,
          createdAt: inner.now(),
        });
        made.push(id);
      }
      const after = { spaces: ids, from: input.from, to: input.to, bookedFor };
      await recordAudit(inner, { action: "create-booking", target: `bookings:${made.join(",")}`, after });
      return (await repository.findBookings(inner.db, campusId, made)).map(toBooking);
    });
  } catch (error) {
    if (last && isTaken(error)) throw await takenError(ctx, last, range);
    throw error;
  }
}

/** A booking that the caller may change, locked. @throws AppError `not-found`, `booking-over` unless it is still booked */
async function lockOwn(ctx: ActorCtx, id: number): Promise<Booking> {
  const { campusId, userId } = ctx.actor;
  await repository.lockBooking(ctx.db, campusId, id);
  const [row] = await repository.findBookings(ctx.db, campusId, [id]);
  if (!row || (isMember(ctx) && row.userId !== userId)) throw new AppError("not-found");
  if (row.status !== "booked") throw new AppError("booking-over");
  return toBooking(row);
}

async function getChanged(ctx: ActorCtx, id: number): Promise<Booking> {
  const [row] = await repository.findBookings(ctx.db, ctx.actor.campusId, [id]);
  if (!row) throw new AppError("not-found");
  return toBooking(row);
}

/** Moves a booking to another time. @throws AppError `not-found`, `booking-over`, `space-taken`, `input-invalid` */
export async function updateBooking(
  ctx: ActorCtx,
  input: { id: number; from: string; to: string },
): Promise<Booking> {
  const range = rangeOf(input);
  let space: repository.SpaceRow | undefined;
  try {
    return await inTransaction(ctx, async (inner) => {
      const { space: own, from, to } = await lockOwn(inner, input.id);
      if (new Date(from) <= inner.now()) throw new AppError("booking-over");
      const fields = timeErrors(range.from, range.to, inner.now());
      if (fields) throw new AppError("input-invalid", { fields });
      [space] = await repository.findSpaces(inner.db, inner.actor.campusId, [own.id]);
      await repository.updateTimes(inner.db, input.id, range);
      const target = `booking:${input.id}`;
      const after = { from: input.from, to: input.to };
      await recordAudit(inner, { action: "edit-booking", target, before: { from, to }, after });
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
