import type * as contract from "@verandah/contract/bookings/room-displays.ts";
import { AppError } from "@verandah/contract/problems.ts";
import type { InputOf, ReplyOf } from "@verandah/contract/route.ts";

import { type Ctx, inTransaction, type Service } from "#core/ctx.ts";
import { presentStep } from "#core/reply-times.ts";
import { recordAudit } from "#features/audit/audit.service.ts";

import * as bookings from "../bookings.repository.ts";
import { toBooking, toSpace } from "../bookings.service.ts";
import { hashKey, newKey } from "../secret-key.ts";
import * as repository from "./room-displays.repository.ts";

const DAY_MS = 86_400_000;

const nextDay = (ctx: Ctx) => ({ from: ctx.now(), to: new Date(presentStep(ctx).getTime() + DAY_MS) });

async function listTaken(ctx: Ctx, spaceId: number): Promise<contract.TakenTimes> {
  const times = await bookings.listTimesTaken(ctx.db, [spaceId], nextDay(ctx));
  ctx.changesAt(...times.map(({ to }) => to));
  return times.map(({ from, to, status }) => ({
    from: from.toISOString(),
    to: to.toISOString(),
    status: status === "checkedIn" ? status : "booked",
  }));
}

/** @throws AppError `not-found` */
export const getSpaceNow: Service<typeof contract.getSpaceNow> = async (ctx, { id }) => {
  const [space] = await bookings.findSpaces(ctx.db, ctx.actor.campusId, [id]);
  if (!space) throw new AppError("not-found");
  const own = await bookings.listBookings(ctx.db, [id], {
    ...nextDay(ctx),
    userId: ctx.actor.userId,
    now: ctx.now(),
  });
  const current = own.filter(({ status }) => status === "booked" || status === "checkedIn").at(-1);
  return {
    space: toSpace(space),
    taken: await listTaken(ctx, id),
    own: current ? toBooking(ctx, current) : null,
  };
};

export const listRoomDisplays: Service<typeof contract.listRoomDisplays> = async (ctx) => {
  const displays = await repository.listDisplays(ctx.db, ctx.actor.campusId);
  return displays.map(({ room, createdAt }) => ({ room, createdAt: createdAt.toISOString() }));
};

/** Creates the address of a room's display. The key is in the fragment, which a browser does not send. @throws AppError `not-found` */
export const renewRoomDisplay: Service<typeof contract.renewRoomDisplay> = (ctx, { room }) => {
  const key = newKey();
  const { campusId } = ctx.actor;
  return inTransaction(ctx, async (inner) => {
    const [space] = await bookings.findSpaces(inner.db, campusId, [room]);
    if (space?.kind !== "room") throw new AppError("not-found");
    const display = { spaceId: room, campusId, keySha256: hashKey(key), createdAt: inner.now() };
    await repository.upsertDisplay(inner.db, display);
    await recordAudit(inner, { action: "renew-room-display", target: `space:${room}` });
    return { path: `/display/room/${room}#${key}` };
  });
};

/** @throws AppError `not-found` */
export const endRoomDisplay: Service<typeof contract.endRoomDisplay> = (ctx, { id }) =>
  inTransaction(ctx, async (inner) => {
    if (!(await repository.deleteDisplay(inner.db, inner.actor.campusId, id)))
      throw new AppError("not-found");
    await recordAudit(inner, { action: "end-room-display", target: `space:${id}` });
    return { room: id };
  });

/** @throws AppError `not-found` for another room or a wrong key */
export async function readRoomDisplay(
  ctx: Ctx,
  { id }: InputOf<typeof contract.readRoomDisplay>,
  key: string,
): Promise<ReplyOf<typeof contract.readRoomDisplay>> {
  const room = await repository.findDisplayed(ctx.db, id, hashKey(key));
  if (!room) throw new AppError("not-found");
  return { ...room, now: ctx.now().toISOString(), taken: await listTaken(ctx, id) };
}
