import { BOOKING_STEP_MINUTES, CHECK_IN_MINUTES } from "@verandah/contract/bookings/bookings.ts";

import { campusCtx, type Ctx, inTransaction, publishChange } from "#core/ctx.ts";
import { recordAudit } from "#features/audit/audit.service.ts";

import * as bookings from "../bookings.repository.ts";
import { postInvitation, postWaitEnd } from "../calendars/invitations.service.ts";
import { listUsable } from "../unusable-places/unusable-places.service.ts";
import * as repository from "./waitlist.repository.ts";

const MINUTE_MS = 60_000;
const STEP_MS = BOOKING_STEP_MINUTES * MINUTE_MS;

/** Waitlist entries with an earlier start have expired: at that time a booking without a check-in is released. */
export const waitingSince = (ctx: Ctx) => new Date(ctx.now().getTime() - CHECK_IN_MINUTES * MINUTE_MS);

/** The booking step nearest to now. A booking whose start has passed begins there, so that the person still has time for the check-in. */
const nearestStep = (ctx: Ctx) => new Date(Math.round(ctx.now().getTime() / STEP_MS) * STEP_MS);

/**
 * Books free times of spaces for the first users on the waitlist, in the caller's transaction, which has locked the spaces. Spaces that an
 * active alarm makes unusable are booked after the alarm returns to normal.
 */
export async function fillSpaces(ctx: Ctx, spaceIds: readonly number[]): Promise<void> {
  const awaited = await repository.listFreeSpaces(ctx.db, nearestStep(ctx), spaceIds);
  if (awaited.length === 0) return;
  const usableIds = (await listUsable(ctx, awaited)).map(({ id }) => id);
  for (;;) {
    const due = await repository.claimFree(ctx.db, usableIds, nearestStep(ctx));
    if (!due) return;
    await bookFor(ctx, due);
  }
}

/**
 * Books spaces that became free without the end of a booking, such as in an activated place. Ends expired waitlist entries. Several servers
 * may run this at the same time.
 */
export async function fillFromWaitlist(ctx: Ctx): Promise<void> {
  for (const { id } of await repository.listFreeSpaces(ctx.db, nearestStep(ctx)))
    await inTransaction(ctx, async (inner) => {
      await bookings.lockSpaces(inner.db, [id]);
      await fillSpaces(inner, [id]);
    });
  await inTransaction(ctx, async (inner) => {
    const ended = await repository.endWaits(inner.db, inner.now(), waitingSince(inner));
    for (const entry of ended) await postWaitEnd(inner, entry);
    if (ended.length > 0) publishChange(inner, "waitlist", {});
  });
}

async function bookFor(ctx: Ctx, { id, userId, ...due }: repository.DueRow): Promise<void> {
  const booking = await bookings.insertBooking(ctx.db, {
    ...due,
    bookedFor: { userId },
    bookedBy: userId,
    createdAt: ctx.now(),
  });
  await repository.updateBooked(ctx.db, id, booking);
  const target = `bookings:${booking}`;
  await recordAudit(campusCtx(ctx, due.campusId, ""), { action: "book-from-waitlist", target });
  await postInvitation(ctx, [booking], "waited");
  publishChange(ctx, "waitlist", { campusId: due.campusId });
  publishChange(ctx, "bookings", { campusId: due.campusId });
}
