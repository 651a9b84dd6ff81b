import type { Ctx } from "#core/ctx.ts";
import type { DueLook } from "#core/jobs/due-look.ts";
import { type JobLog, repeat } from "#core/jobs/repeat.ts";

import {
  closeHours,
  dropOldReadings,
  groupJournal,
  isGroupingDue,
  type KeepDays,
  rewriteDays,
} from "./readings/readings-upkeep.ts";
import { ensureLatest, isLatestMissing } from "./telemetry.service.ts";

const CLOSE_MS = 10_000;
const DAYS_MS = 10_000;
const RETENTION_MS = 3_600_000;
/** Delay of maintenance that is not urgent. After a start many devices and browsers connect at the same time, ms. */
const MAINTENANCE_DELAY_MS = 20_000;

/** Moves readings from the journal to chunks and rollups, rewrites days, and deletes rows past their retention. */
export function startTelemetryJobs(
  ctx: Ctx,
  keep: KeepDays,
  look: DueLook,
  log: JobLog,
): AsyncDisposable & { counts: { repeated: number } } {
  const counts = { repeated: 0 };
  const jobs = new AsyncDisposableStack();
  jobs.use(look.repeat("group readings", isGroupingDue, () => groupJournal(ctx)));
  jobs.use(
    repeat("close hours", CLOSE_MS, async () => (counts.repeated += (await closeHours(ctx)).repeated), log),
  );
  jobs.use(repeat("rewrite days", DAYS_MS, () => rewriteDays(ctx), log, MAINTENANCE_DELAY_MS));
  jobs.use(look.repeat("latest values", isLatestMissing, () => ensureLatest(ctx)));
  jobs.use(repeat("retention", RETENTION_MS, () => dropOldReadings(ctx, keep), log, MAINTENANCE_DELAY_MS));
  return { counts, [Symbol.asyncDispose]: () => jobs.disposeAsync() };
}
