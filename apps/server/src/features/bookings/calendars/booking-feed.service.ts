import type {
  getBookingFeed as getRoute,
  readBookingFeed as readRoute,
  renewBookingFeed as renewRoute,
} from "@verandah/contract/bookings/booking-feed.ts";
import { AppError } from "@verandah/contract/problems.ts";
import type { InputOf, ReplyOf } from "@verandah/contract/route.ts";

import { type ActorCtx, type Ctx, inTransaction, type Service } from "#core/ctx.ts";
import { recordAudit } from "#features/audit/audit.service.ts";

import { hashKey, newKey } from "../secret-key.ts";
import { writeCalendar } from "./booking-calendar.ts";
import * as repository from "./invitations.repository.ts";

/** A feed contains past bookings that ended within this time, ms. */
export const PAST_MS = 30 * 86_400_000;

/** Whether the caller has a feed. The address is unknown, because only the hash of its key is stored. */
export const getBookingFeed: Service<typeof getRoute> = async (ctx) => {
  const feed = await repository.findFeed(ctx.db, ctx.actor.userId);
  return { createdAt: feed?.createdAt.toISOString() ?? null };
};

/** Creates the address of the caller's feed. An earlier address becomes invalid. */
export const renewBookingFeed: Service<typeof renewRoute> = (ctx) => {
  const key = newKey();
  return inTransaction(ctx, async (inner) => {
    const { userId } = inner.actor;
    await repository.upsertFeed(inner.db, { userId, keySha256: hashKey(key), createdAt: inner.now() });
    await recordAudit(inner, { action: "renew-booking-feed", target: `user:${userId}` });
    return { path: `/v1/booking_feed/${key}` };
  });
};

export function endBookingFeed(ctx: ActorCtx): Promise<ReplyOf<typeof getRoute>> {
  return inTransaction(ctx, async (inner) => {
    const { userId } = inner.actor;
    await repository.deleteFeed(inner.db, userId);
    await recordAudit(inner, { action: "end-booking-feed", target: `user:${userId}` });
    return { createdAt: null };
  });
}

/** The bookings of the user whose feed has the key, as an iCalendar text. @throws AppError `not-found` */
export async function readBookingFeed(ctx: Ctx, { key }: InputOf<typeof readRoute>): Promise<string> {
  const user = await repository.findUserOfFeed(ctx.db, hashKey(key));
  if (!user) throw new AppError("not-found");
  const after = new Date(ctx.now().getTime() - PAST_MS);
  return writeCalendar(await repository.listOfUser(ctx.db, user.userId, after), ctx.now());
}
