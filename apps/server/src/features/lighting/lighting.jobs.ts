import type { Ctx } from "#core/ctx.ts";
import { repeat } from "#core/repeat.ts";

import { runEmergencyTests } from "./emergency-runs.service.ts";

/** Interval of the check for due tests of emergency lights, ms. */
const RUN_MS = 1_000;

/** Starts tests of emergency lights and collects their results. Several servers may do so. */
export const startLightingJobs = (ctx: Ctx, log: Parameters<typeof repeat>[3]): AsyncDisposable =>
  repeat("emergency light tests", RUN_MS, () => runEmergencyTests(ctx), log);
