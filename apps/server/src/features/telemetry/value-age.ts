import type { Quality } from "@verandah/contract/telemetry/telemetry.ts";
import { STALE_AFTER_INTERVALS } from "@verandah/field/points.ts";

import type { Ctx } from "#core/ctx.ts";

/** The quality of a stored value now: `stale` once it is older than three expected intervals. */
export function qualityOf(
  value: { at: Date | null; quality: number | null; intervalMs: number },
  now: Date,
): Quality {
  if (!value.at) return "missing";
  if (now.getTime() - value.at.getTime() > STALE_AFTER_INTERVALS * value.intervalMs) return "stale";
  return value.quality === 0 ? "good" : "suspect";
}

/** When a value turns stale, ms. */
export const staleAtMs = ({ at, intervalMs }: { at: Date; intervalMs: number }): number =>
  at.getTime() + STALE_AFTER_INTERVALS * intervalMs + 1;

/** Notes when the first of some values turns stale. */
export function noteStale(ctx: Ctx, known: readonly { at: Date | null; intervalMs: number }[]): void {
  for (const { at, intervalMs } of known) if (at) ctx.changesAt(staleAtMs({ at, intervalMs }));
}
