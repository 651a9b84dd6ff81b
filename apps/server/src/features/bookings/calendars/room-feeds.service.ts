import type * as contract from "@verandah/contract/bookings/room-feeds.ts";
import { AppError } from "@verandah/contract/problems.ts";
import type { InputOf } from "@verandah/contract/route.ts";

import { type Ctx, inTransaction, type Service } from "#core/ctx.ts";
import { recordAudit } from "#features/audit/audit.service.ts";

import * as bookings from "../bookings.repository.ts";
import { hashKey, newKey } from "../secret-key.ts";
import { writeCalendar } from "./booking-calendar.ts";
import { PAST_MS } from "./booking-feed.service.ts";
import * as repository from "./room-feeds.repository.ts";

export const listRoomFeeds: Service<typeof contract.listRoomFeeds> = async (ctx) => {
  const feeds = await repository.listFeeds(ctx.db, ctx.actor.campusId);
  return feeds.map(({ createdAt, ...feed }) => ({ ...feed, createdAt: createdAt.toISOString() }));
};

/** @throws AppError `not-found` */
export const renewRoomFeed: Service<typeof contract.renewRoomFeed> = (ctx, { room, hasTitles }) => {
  const key = newKey();
  const { campusId } = ctx.actor;
  return inTransaction(ctx, async (inner) => {
    const [space] = await bookings.findSpaces(inner.db, campusId, [room]);
    if (space?.kind !== "room") throw new AppError("not-found");
    const feed = { spaceId: room, campusId, keySha256: hashKey(key), hasTitles, createdAt: inner.now() };
    await repository.upsertFeed(inner.db, feed);
    await recordAudit(inner, { action: "renew-room-feed", target: `space:${room}`, after: { hasTitles } });
    return { path: `/v1/room_feed/${key}` };
  });
};

/** @throws AppError `not-found` */
export const endRoomFeed: Service<typeof contract.endRoomFeed> = (ctx, { id }) =>
  inTransaction(ctx, async (inner) => {
    if (!(await repository.deleteFeed(inner.db, inner.actor.campusId, id))) throw new AppError("not-found");
    await recordAudit(inner, { action: "end-room-feed", target: `space:${id}` });
    return { room: id };
  });

/** The booked times of the room whose feed has the key, as an iCalendar text. @throws AppError `not-found` */
export async function readRoomFeed(
  ctx: Ctx,
  { key }: InputOf<typeof contract.readRoomFeed>,
): Promise<string> {
  const room = await repository.findRoomOfFeed(ctx.db, hashKey(key));
  if (!room) throw new AppError("not-found");
  const after = new Date(ctx.now().getTime() - PAST_MS);
  return writeCalendar(await repository.listOfRoom(ctx.db, room, after), ctx.now());
}
