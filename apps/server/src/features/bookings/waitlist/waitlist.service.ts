import { CHECK_IN_MINUTES } from "@verandah/contract/bookings/bookings.ts";
import type * as contract from "@verandah/contract/bookings/waitlist.ts";
import { AppError } from "@verandah/contract/problems.ts";

import { type ActorCtx, inTransaction, type Service } from "#core/ctx.ts";
import { refuseField } from "#core/refuse-field.ts";
import { recordAudit, recordAudits } from "#features/audit/audit.service.ts";
import { getTimeZone } from "#features/campuses/campuses.service.ts";

import { rangeOf } from "../booking-repeats.ts";
import { timeErrors } from "../booking-rules.ts";
import * as bookings from "../bookings.repository.ts";
import { refuseSecondSeat } from "../seat-limit.service.ts";
import { waitingSince } from "./waitlist-fill.service.ts";
import * as repository from "./waitlist.repository.ts";

const MINUTE_MS = 60_000;

export async function listWaitlist(ctx: ActorCtx): Promise<contract.Waiting[]> {
  const rows = await repository.listWaiting(ctx.db, ctx.actor, waitingSince(ctx));
  ctx.changesAt(...rows.map(({ from }) => from.getTime() + CHECK_IN_MINUTES * MINUTE_MS));
  return rows.map((row) => ({ ...toEntry(row), before: row.before }));
}

const toEntry = ({ id, kind, from, to, ...space }: repository.EntryRow) => ({
  id,
  space: { id: space.spaceId, name: space.spaceName, floor: space.floorName, zone: space.zoneName },
  kind,
  from: from.toISOString(),
  to: to.toISOString(),
});

/** The caller's bookings from the waitlist that the caller has not seen yet. */
export async function listWaitlistNews(ctx: ActorCtx): Promise<contract.WaitlistNews[]> {
  const rows = await repository.listNews(ctx.db, ctx.actor, ctx.now());
  ctx.changesAt(...rows.map(({ to }) => to));
  return rows.map((row) => ({ ...toEntry(row), reference: row.reference }));
}

/** Marks news as seen. @returns the remaining news */
export const markWaitlistNewsSeen: Service<typeof contract.markWaitlistNewsSeen> = async (ctx, { ids }) => {
  await inTransaction(ctx, async (inner) => {
    await repository.updateSeen(inner.db, inner.actor.userId, ids, inner.now());
    await recordAudit(inner, { action: "see-waitlist-news", target: "waitlist", after: { ids } });
  });
  return listWaitlistNews(ctx);
};

/**
 * Adds the caller to the waitlist of a taken space.
 *
 * @throws AppError `not-found`, `input-invalid`, `space-free`, `waiting-already`, `seat-already`
 */
export const joinWaitlist: Service<typeof contract.joinWaitlist> = async (ctx, input) => {
  const { campusId, userId } = ctx.actor;
  const range = rangeOf(input);
  const fields = timeErrors(range, ctx.now(), await getTimeZone(ctx));
  if (fields) throw new AppError("input-invalid", { fields });
  const [space] = await bookings.findSpaces(ctx.db, campusId, [input.space]);
  if (!space) throw new AppError("not-found");
  if (input.attendees > space.seats)
    throw refuseField("input-invalid", "attendees", { code: "max-people", value: String(space.seats) });
  const taken = await bookings.listTimesTaken(ctx.db, [space.id], { ...range, userId });
  if (taken.length === 0) throw new AppError("space-free");
  if (taken.some((time) => time.isOwn)) throw new AppError("waiting-already");
  await inTransaction(ctx, async (inner) => {
    if (space.kind === "seat") await refuseSecondSeat(inner, { userId }, [range]);
    const { title, attendees } = input;
    const entry = { campusId, spaceId: space.id, userId, title, attendees, ...range, createdAt: inner.now() };
    if (!(await repository.insertWaiting(inner.db, entry))) throw new AppError("waiting-already");
    const after = { from: input.from, to: input.to };
    await recordAudit(inner, { action: "join-waitlist", target: `space:${space.id}`, after });
  });
  return listWaitlist(ctx);
};

/** @throws AppError `not-found` */
export const leaveWaitlist: Service<typeof contract.leaveWaitlist> = async (ctx, { id }) => {
  const ended = await endWaitsOf(ctx, ctx.actor.userId, id);
  if (ended === 0) throw new AppError("not-found");
  return listWaitlist(ctx);
};

/** Ends one or all waitlist entries of a user in the caller's campus. @returns how many */
export function endWaitsOf(ctx: ActorCtx, userId: number, id?: number): Promise<number> {
  return inTransaction(ctx, async (inner) => {
    const { campusId } = inner.actor;
    const ended = await repository.updateLeft(inner.db, { campusId, userId, id }, inner.now());
    const entries = ended.map((one) => ({ action: "leave-waitlist", target: `waitlist:${one}` }));
    await recordAudits(inner, entries);
    return ended.length;
  });
}
