import type { Ctx } from "#core/ctx.ts";
import { repeat } from "#core/repeat.ts";

import {
  closeHours,
  dropOldReadings,
  groupJournal,
  type KeepDays,
  rewriteDays,
} from "./readings/readings-upkeep.ts";
import { ensureLatest } from "./telemetry.service.ts";

const GROUP_MS = 500;
const CLOSE_MS = 10_000;
const DAYS_MS = 10_000;
const LATEST_MS = 1_000;
const RETENTION_MS = 3_600_000;
/** Delay of maintenance that is not urgent. After a start many devices and browsers connect at the same time, ms. */
const MAINTENANCE_DELAY_MS = 20_000;

/** Moves readings from the journal to chunks and rollups, rewrites days, and deletes rows past their retention. */
export function startTelemetryJobs(
  ctx: Ctx,
  keep: KeepDays,
  log: Parameters<typeof repeat>[3],
): AsyncDisposable & { counts: { repeated: number } } {
  const counts = { repeated: 0 };
  const jobs = new AsyncDisposableStack();
  jobs.use(repeat("group readings", GROUP_MS, () => groupJournal(ctx), log));
  jobs.use(
    repeat("close hours", CLOSE_MS, async () => (counts.repeated += (await closeHours(ctx)).repeated), log),
  );
  jobs.use(repeat("rewrite days", DAYS_MS, () => rewriteDays(ctx), log, MAINTENANCE_DELAY_MS));
  jobs.use(repeat("latest values", LATEST_MS, () => ensureLatest(ctx), log));
  jobs.use(repeat("retention", RETENTION_MS, () => dropOldReadings(ctx, keep), log, MAINTENANCE_DELAY_MS));
  return { counts, [Symbol.asyncDispose]: () => jobs.disposeAsync() };
}
