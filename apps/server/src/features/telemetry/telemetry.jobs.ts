import type { Ctx } from "#core/ctx.ts";
import { repeat } from "#core/repeat.ts";

import { dropOldReadings } from "./telemetry.service.ts";

const RETENTION_MS = 3_600_000;

/** Drops raw readings that are past their keeping, each hour. */
export function startTelemetryJobs(
  ctx: Ctx,
  keepDays: number,
  log: Parameters<typeof repeat>[3],
): AsyncDisposable {
  return repeat("retention", RETENTION_MS, () => dropOldReadings(ctx, keepDays), log);
}
