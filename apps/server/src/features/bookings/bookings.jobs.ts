import type { Ctx } from "#core/ctx.ts";
import { repeat } from "#core/repeat.ts";

import { endBookings } from "./booking-changes.service.ts";

const END_MS = 15_000;

/** Releases and completes bookings. Several servers may do so. */
export const startBookingJobs = (ctx: Ctx, log: Parameters<typeof repeat>[3]): AsyncDisposable =>
  repeat("bookings", END_MS, () => endBookings(ctx), log);
