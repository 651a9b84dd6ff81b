import {
  type Booking,
  CHECK_IN_MINUTES,
  type createBookings as createRoute,
  forward,
  type listBookings as listRoute,
  type listMeetingRooms as roomsRoute,
  type listOwnBookings as ownRoute,
  type searchBookable as searchRoute,
  type Space,
  type SpaceKind,
} from "@verandah/contract/bookings/bookings.ts";
import type { importBookings as importRoute } from "@verandah/contract/bookings/past-bookings.ts";
import { AppError } from "@verandah/contract/problems.ts";
import { roles } from "@verandah/contract/roles.ts";
import type { InputOf } from "@verandah/contract/route.ts";
import { addDays, createWallClock } from "@verandah/time/wall-clock.ts";

import { type ActorCtx, inTransaction, type Service } from "#core/ctx.ts";
import { isOverlap } from "#core/db.ts";
import { refuseField } from "#core/refuse-field.ts";
import { today } from "#core/reply-times.ts";
import { recordAudit } from "#features/audit/audit.service.ts";
import { getLocationRow, getTimeZone, listIdsBelow } from "#features/campuses/campuses.service.ts";
import { getCoworkingUser } from "#features/coworking/coworking.service.ts";

import { listRanges, type Range, rangeOf, splitTaken } from "./booking-repeats.ts";
import type { BookedFor } from "./booking-rules.ts";
import * as repository from "./bookings.repository.ts";
import { postInvitation } from "./calendars/invitations.service.ts";
import { refuseSecondSeat } from "./seat-limit.service.ts";
import { fillSpaces } from "./waitlist/waitlist-fill.service.ts";

const MINUTE_MS = 60_000;
/** Maximum number of free seats that the error `space-taken` lists. */
const FREE_NAMES_MAX = 5;

export const toSpace = (row: repository.SpaceRow): Space => ({
  id: row.id,
  kind: row.kind,
  name: row.name,
  buildingId: row.buildingId,
  floor: { id: row.floorId, name: row.floorName },
  zone: { id: row.zoneId, name: row.zoneName },
  seats: row.seats,
  facilities: row.facilities,
  coordinates: row.x === null || row.y === null ? null : [row.x, row.y],
});

export const isMember = ({ actor }: ActorCtx) => actor.roleId === roles.member;

export const toBooking = (ctx: ActorCtx, row: repository.BookingRow): Booking => ({
  id: row.id,
  reference: row.reference,
  kind: row.kind,
  space: {
    id: row.spaceId,
    name: row.spaceName,
    buildingId: row.buildingId,
    building: row.buildingName,
    floorId: row.floorId,
    floor: row.floorName,
    zoneId: row.zoneId,
    zone: row.zoneName,
    isActive: row.isSpaceActive,
  },
  bookedFor: { id: row.userId, name: row.userName, email: row.email },
  isOutside: row.isOutside,
  // Members do not see the names of other users.
  bookedBy: isMember(ctx) && row.bookedById !== ctx.actor.userId ? null : row.bookedBy,
  client:
    row.clientId === null || row.clientName === null ? null : { id: row.clientId, name: row.clientName },
  title: row.title,
  attendees: row.attendees,
  from: row.from.toISOString(),
  to: row.to.toISOString(),
  status: row.status,
  laterInSeries: row.laterInSeries,
  createdAt: row.createdAt.toISOString(),
});

/** The time range of a request: by default from now until the end of the day in the time zone of the campus. @throws AppError `input-invalid` */
async function rangeOrRestOfDay(
  ctx: ActorCtx,
  input: { from?: string | undefined; to?: string | undefined },
): Promise<Range> {
  const from = input.from === undefined ? ctx.now() : new Date(input.from);
  const clock = createWallClock(await getTimeZone(ctx));
  const day = input.from === undefined ? today(ctx, clock) : clock.read(from).day;
  const to = input.to === undefined ? clock.instantOf(addDays(day, 1), "00:00") : new Date(input.to);
  if (from >= to) throw new AppError("input-invalid", { fields: { to: forward.error } });
  return { from, to };
}

/** The seats, the rooms, or both of a place of the caller's campus. @throws AppError `not-found` */
export async function listSpaces(
  ctx: ActorCtx,
  { id, kind }: { id: number; kind?: SpaceKind },
): Promise<repository.SpaceRow[]> {
  const below = await listIdsBelow(ctx, await getLocationRow(ctx, id));
  return repository.listSpaces(ctx.db, below, kind);
}

/** Seats or rooms of a place, and whether each is free in a time range. @throws AppError `not-found` */
export const searchBookable: Service<typeof searchRoute> = async (ctx, input) => {
  const spaces = await listSpaces(ctx, input);
  const ids = spaces.map(({ id }) => id);
  const { userId } = ctx.actor;
  const taken = await repository.listTimesTaken(ctx.db, ids, { ...rangeOf(input), userId });
  const takenIds = new Set(taken.map(({ spaceId }) => spaceId));
  const own = new Set(taken.flatMap(({ spaceId, isOwn }) => (isOwn ? [spaceId] : [])));
  return spaces.map((row) => ({
    ...toSpace(row),
    isFree: !takenIds.has(row.id),
    isOwn: own.has(row.id),
  }));
};

/** Bookings of a place in a time range. A member gets only their own bookings. @throws AppError `not-found` */
export const listBookings: Service<typeof listRoute> = async (ctx, input) => {
  const below = await listIdsBelow(ctx, await getLocationRow(ctx, input.id));
  const userId = isMember(ctx) ? ctx.actor.userId : undefined;
  const ids = await repository.listSpaceIds(ctx.db, below, input.kind);
  const range = await rangeOrRestOfDay(ctx, input);
  const { search } = input;
  const rows = await repository.listBookings(ctx.db, ids, { ...range, userId, search, now: ctx.now() });
  if (input.from === undefined) ctx.changesAt(...rows.map(({ to }) => to));
  return rows.map((row) => toBooking(ctx, row));
};

/** The caller's bookings in all buildings of the campus. */
export const listOwnBookings: Service<typeof ownRoute> = async (ctx, { kind, ...range }) => {
  const rows = await repository.listOwnBookings(ctx.db, ctx.actor, { ...rangeOf(range), kind });
  return rows.map((row) => toBooking(ctx, row));
};

/** Rooms of a building and the times at which each is taken. @throws AppError `not-found` */
export const listMeetingRooms: Service<typeof roomsRoute> = async (ctx, { id, ...range }) => {
  const rooms = await listSpaces(ctx, { id, kind: "room" });
  const ids = rooms.map((room) => room.id);
  const { userId } = ctx.actor;
  const taken = await repository.listTimesTaken(ctx.db, ids, {
    ...(await rangeOrRestOfDay(ctx, range)),
    userId,
  });
  if (range.from === undefined) ctx.changesAt(...taken.map(({ to }) => to));
  const times = Map.groupBy(taken, ({ spaceId }) => spaceId);
  return rooms.map((room) => ({
    ...toSpace(room),
    taken: (times.get(room.id) ?? []).map((time) => {
      const isShown = !isMember(ctx) || time.isOwn;
      return {
        from: time.from.toISOString(),
        to: time.to.toISOString(),
        title: isShown ? time.title : null,
        booking: isShown ? time.id : null,
      };
    }),
  }));
};

/** A seat or room that the caller has booked for now or today. @throws AppError `not-found`, `space-not-booked` */
export async function getOwnSpace(ctx: ActorCtx, id: number): Promise<repository.SpaceRow> {
  const { campusId, userId } = ctx.actor;
  const [space] = await repository.findSpaces(ctx.db, campusId, [id]);
  if (!space) throw new AppError("not-found");
  const clock = createWallClock(await getTimeZone(ctx));
  const { day } = clock.read(ctx.now());
  const from = clock.instantOf(day, "00:00");
  const midnight = clock.instantOf(addDays(day, 1), "00:00").getTime();
  // A person may use the space as soon as the check-in is open.
  const to = new Date(Math.max(midnight, ctx.now().getTime() + CHECK_IN_MINUTES * MINUTE_MS));
  const own = await repository.listBookings(ctx.db, [id], { from, to, userId, now: ctx.now() });
  if (own.every(({ status }) => status === "cancelled" || status === "released"))
    throw new AppError("space-not-booked");
  return space;
}

/** The error for a taken space. It lists free spaces of the same floor with enough seats, those of the same zone first. */
export async function takenError(
  ctx: ActorCtx,
  space: repository.SpaceRow,
  range: { from: Date; to: Date },
  attendees: number,
): Promise<AppError> {
  const others = await repository.listSpaces(ctx.db, await listZonesOfFloor(ctx, space.floorId), space.kind);
  const taken = await repository.listTimesTaken(
    ctx.db,
    others.map(({ id }) => id),
    range,
  );
  const takenIds = new Set(taken.map(({ spaceId }) => spaceId));
  // Of seats that are booked together, each is for one person.
  const people = space.kind === "room" ? attendees : 1;
  const free = others
    .filter(({ id, seats }) => !takenIds.has(id) && seats >= people)
    .toSorted((one, other) => Number(other.zoneId === space.zoneId) - Number(one.zoneId === space.zoneId))
    .slice(0, FREE_NAMES_MAX);
  const names = free.map(({ name }) => name).join(", ");
  return names
    ? refuseField("space-taken", "spaces", { code: "free-then", value: names })
    : new AppError("space-taken");
}

const listZonesOfFloor = async (ctx: ActorCtx, floorId: number) =>
  listIdsBelow(ctx, await getLocationRow(ctx, floorId));

/** The user or the coworking user that a booking is for. @throws AppError `input-invalid` */
async function findPerson(
  ctx: ActorCtx,
  { bookedFor = ctx.actor.userId, person }: Pick<InputOf<typeof createRoute>, "bookedFor" | "person">,
): Promise<BookedFor> {
  if (person !== undefined) return { personId: (await getCoworkingUser(ctx, person)).id };
  if (!(await repository.hasUser(ctx.db, ctx.actor.campusId, bookedFor)))
    throw new AppError("input-invalid", { fields: { bookedFor: "Choose a person" } });
  return { userId: bookedFor };
}

/**
 * Books seats or a room, once or repeatedly. If one booking fails, none is created.
 *
 * @throws AppError `not-found`, `space-taken`, `input-invalid`, also for several rooms, and for several seats of a member. Source: product
 * page, "Bookings": a member books one seat, all other roles one or several
 * @throws AppError `seat-already`. Source: product page: a person has at most one seat for one time
 * @throws AppError `not-allowed` for a member who books for another person
 */
export const createBookings: Service<typeof createRoute> = async (ctx, input) => {
  const { campusId, userId } = ctx.actor;
  if (isMember(ctx) && ((input.bookedFor ?? userId) !== userId || input.person !== undefined))
    throw new AppError("not-allowed");
  const ids = [...new Set(input.spaces)];
  const spaces = await repository.findSpaces(ctx.db, campusId, ids);
  if (spaces.length < ids.length) throw new AppError("not-found");
  if (ids.length > 1 && (isMember(ctx) || spaces.some(({ kind }) => kind === "room")))
    throw new AppError("input-invalid", { fields: { spaces: "Choose one seat or room" } });
  const bookedFor = await findPerson(ctx, input);
  const seatOf = spaces.some(({ kind }) => kind === "seat") ? bookedFor : undefined;
  const { ranges, ...leftOut } = await listRanges(ctx, input, { spaceIds: ids, seatOf });
  const seats = spaces.reduce((sum, space) => sum + space.seats, 0);
  if (input.attendees > seats)
    throw refuseField("input-invalid", "attendees", { code: "max-people", value: String(seats) });
  let last: { space: repository.SpaceRow; range: Range } | undefined;
  try {
    return await inTransaction(ctx, async (inner) => {
      const created: number[] = [];
      if (seatOf) await refuseSecondSeat(inner, seatOf, ranges);
      await repository.lockSpaces(inner.db, ids);
      // People on the waitlist have precedence.
      await fillSpaces(inner, ids);
      // A fixed order prevents deadlocks between two requests.
      const ordered = spaces.toSorted((one, other) => one.id - other.id);
      const { title, attendees } = input;
      for (const space of ordered) {
        const series: number[] = [];
        for (const range of ranges) {
          last = { space, range };
          const id = await repository.insertBooking(inner.db, {
            campusId,
            spaceId: space.id,
            bookedFor,
            bookedBy: userId,
            title,
            attendees,
            ...range,
            createdAt: inner.now(),
          });
          series.push(id);
        }
        if (input.repeat) await repository.updateSeries(inner.db, series);
        created.push(...series);
      }
      const after = { spaces: ids, from: input.from, to: input.to, repeat: input.repeat, ...bookedFor };
      await recordAudit(inner, { action: "create-booking", target: `bookings:${created.join(",")}`, after });
      await postInvitation(inner, created, "booked");
      const rows = await repository.findBookings(inner.db, campusId, created);
      return rows.map((row) => ({ ...toBooking(inner, row), ...leftOut }));
    });
  } catch (error) {
    if (!last || !isOverlap(error)) throw error;
    if (ranges.length === 1) throw await takenError(ctx, last.space, last.range, input.attendees);
    const { takenDays } = await splitTaken(ctx, { spaceIds: ids }, ranges);
    throw refuseField("space-taken", "repeat", { code: "taken-on", value: takenDays.join(", ") });
  }
};

/**
 * Imports bookings that have begun, with their outcome: all of them, or none. The same import again adds nothing.
 *
 * @throws AppError `not-found`, `space-taken`, and `input-invalid` for a booking that has not begun, or is cancelled or released and not over
 */
export const importBookings: Service<typeof importRoute> = async (ctx, input) => {
  const { campusId, userId } = ctx.actor;
  const now = ctx.now();
  const ids = [...new Set(input.bookings.map(({ space }) => space))];
  const spaces = await repository.findSpaces(ctx.db, campusId, ids);
  if (spaces.length < ids.length) throw new AppError("not-found");
  try {
    return await inTransaction(ctx, async (inner) => {
      await repository.lockSpaces(inner.db, ids);
      let added = 0;
      for (const { space: spaceId, status, title, attendees, ...one } of input.bookings) {
        const range = rangeOf(one);
        const isOver = range.to <= now;
        if (range.from >= range.to) throw new AppError("input-invalid", { fields: { to: forward.error } });
        if (range.from > now || (!isOver && status !== "checkedIn"))
          throw new AppError("input-invalid", { fields: { from: "Choose a day up to today" } });
        const bookedFor = await findPerson(inner, one);
        if (await repository.hasBooking(inner.db, { spaceId, from: range.from, bookedFor })) continue;
        await repository.insertBooking(inner.db, {
          campusId,
          spaceId,
          bookedFor,
          bookedBy: userId,
          title,
          attendees,
          ...range,
          createdAt: range.from,
          past: {
            status: isOver && status === "checkedIn" ? "completed" : status,
            checkedInAt: status === "checkedIn" ? range.from : null,
            endedAt: pastEnd(range, status, isOver),
          },
        });
        added += 1;
      }
      await recordAudit(inner, { action: "import-bookings", target: `bookings:${added}` });
      return { added };
    });
  } catch (error) {
    if (isOverlap(error)) throw new AppError("space-taken");
    throw error;
  }
};

/** When a booking of the past ended: a cancelled one before it began, a released one without a check-in, another one at its end. */
function pastEnd({ from, to }: Range, status: Booking["status"], isOver: boolean): Date | null {
  if (status === "cancelled") return from;
  if (status === "released") return new Date(from.getTime() + CHECK_IN_MINUTES * MINUTE_MS);
  return isOver ? to : null;
}
