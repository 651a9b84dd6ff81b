import type { Booking, SpaceKind } from "@verandah/contract/bookings/bookings.ts";
import type * as contract from "@verandah/contract/legacy/coworking-bookings.ts";
import { AppError } from "@verandah/contract/problems.ts";
import type { InputOf } from "@verandah/contract/route.ts";

import type { ActorCtx, Service } from "#core/ctx.ts";

import * as repository from "../bookings.repository.ts";
import { createBookings, listBookings, listSpaces, searchBookable } from "../bookings.service.ts";

// The calls of the specification for seats and rooms. They use the booking service.

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** Seats of a place, and whether each is free in a time range. @throws AppError `not-found` */
export const listHotDesks = (ctx: ActorCtx, input: InputOf<typeof contract.listHotDesks>) =>
  searchBookable(ctx, { ...input, kind: "seat" });

/** Bookings of the seats of a place. @throws AppError `not-found` */
export const listHotDeskBookings = (ctx: ActorCtx, input: InputOf<typeof contract.listHotDeskBookings>) =>
  listBookings(ctx, { ...input, kind: "seat" });

/** Books seats. @throws AppError `not-found` for a room, and the errors of `createBookings` */
export const bookHotDesks: Service<typeof contract.bookHotDesks> = async (ctx, input) => {
  const spaces = await repository.findSpaces(ctx.db, ctx.actor.campusId, input.spaces);
  if (spaces.some(({ kind }) => kind !== "seat")) throw new AppError("not-found");
  return createBookings(ctx, input);
};

/** The spaces of a place, each with its current state. */
async function listStates(ctx: ActorCtx, id: number) {
  const spaces = await listSpaces(ctx, { id });
  const now = ctx.now();
  const nowMs = now.getTime();
  const times = await repository.listTimesTaken(
    ctx.db,
    spaces.map((space) => space.id),
    { from: now, to: new Date(nowMs + HOUR_MS) },
  );
  const taken = times.filter(({ from }) => from.getTime() < nowMs + MINUTE_MS);
  ctx.changesAt(nowMs + HOUR_MS - MINUTE_MS);
  for (const { from, to } of times) ctx.changesAt(to, from.getTime() - MINUTE_MS + 1);
  // Bookings do not overlap, but a second one may begin within the minute. The current one is first.
  const statuses = new Map(taken.toReversed().map(({ spaceId, status }) => [spaceId, status]));
  return spaces.map((space) => ({ space, status: statuses.get(space.id) }));
}

type States = Awaited<ReturnType<typeof listStates>>;

function countStates(kind: SpaceKind, states: States) {
  const count = (status: Booking["status"] | undefined) =>
    states.filter((state) => state.status === status).length;
  return {
    kind,
    total: states.length,
    free: count(undefined),
    booked: count("booked"),
    checkedIn: count("checkedIn"),
  };
}

const byKind = (states: States) =>
  [...Map.groupBy(states, ({ space }) => space.kind)].map(([kind, own]) => countStates(kind, own));

/** How many seats and rooms of a place are free, booked and checked in now. @throws AppError `not-found` */
export const getBookingStatus: Service<typeof contract.getBookingStatus> = async (ctx, { id }) =>
  byKind(await listStates(ctx, id));

/** Like `getBookingStatus` for each floor of a place. @throws AppError `not-found` */
export const getFloorBookingStatus: Service<typeof contract.getFloorBookingStatus> = async (ctx, { id }) => {
  const floors = Map.groupBy(await listStates(ctx, id), ({ space }) => space.floorId);
  return [...floors].flatMap(([floorId, states]) => {
    const floor = { id: floorId, name: states[0]?.space.floorName ?? "" };
    return byKind(states).map((counts) => ({ floor, ...counts }));
  });
};
