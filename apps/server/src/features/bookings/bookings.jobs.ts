import type { Ctx } from "#core/ctx.ts";
import { repeat } from "#core/jobs/repeat.ts";

import { endBookings } from "./booking-changes.service.ts";
import { fillFromWaitlist } from "./waitlist/waitlist-fill.service.ts";

const END_MS = 15_000;

/** One run. Both steps use the same instant: otherwise a waitlist entry could end just before its space is released. */
export async function endAndFill(ctx: Ctx): Promise<void> {
  const at = ctx.now();
  const atInstant = { ...ctx, now: () => at };
  await endBookings(atInstant);
  await fillFromWaitlist(atInstant);
}

/** Releases and completes bookings, and books from the waitlist. Several servers may run this at the same time. */
export const startBookingJobs = (ctx: Ctx, log: Parameters<typeof repeat>[3]): AsyncDisposable =>
  repeat("bookings", END_MS, () => endAndFill(ctx), log);
