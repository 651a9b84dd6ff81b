import { addDays, type WallClock } from "@verandah/time/wall-clock.ts";

import type { Ctx } from "./ctx.ts";

type TimedCtx = Pick<Ctx, "now" | "changesAt">;

const MINUTE_MS = 60_000;

/**
 * The begin of the present step of time, by default of the minute. A reply uses it in place of an instant that moves all the time, and
 * changes with the next step.
 */
export function presentStep(ctx: TimedCtx, stepMs = MINUTE_MS): Date {
  const beginMs = Math.floor(ctx.now().getTime() / stepMs) * stepMs;
  ctx.changesAt(beginMs + stepMs);
  return new Date(beginMs);
}

/** The end of a time range, ms. A range that is not over ends with the begin of the present minute. */
export const endUntilNow = (ctx: TimedCtx, toMs: number): number =>
  toMs < ctx.now().getTime() ? toMs : presentStep(ctx).getTime();

/** The present day in a time zone. The reply changes with the next day. */
export function today(ctx: TimedCtx, clock: WallClock): string {
  const { day } = clock.read(ctx.now());
  ctx.changesAt(clock.instantOf(addDays(day, 1), "00:00"));
  return day;
}
