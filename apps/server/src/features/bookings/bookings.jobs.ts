import type { Ctx } from "#core/ctx.ts";
import { repeat } from "#core/repeat.ts";

import { endBookings } from "./booking-changes.service.ts";
import { fillFromWaitlist } from "./waitlist-fill.service.ts";

const END_MS = 15_000;

async function endAndFill(ctx: Ctx): Promise<void> {
  await endBookings(ctx);
  await fillFromWaitlist(ctx);
}

/** Releases and completes bookings, and books from the waitlist. Several servers may do so. */
export const startBookingJobs = (ctx: Ctx, log: Parameters<typeof repeat>[3]): AsyncDisposable =>
  repeat("bookings", END_MS, () => endAndFill(ctx), log);
