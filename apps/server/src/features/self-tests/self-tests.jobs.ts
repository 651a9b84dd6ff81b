import type { Ctx } from "#core/ctx.ts";
import { repeat } from "#core/repeat.ts";

import { runSelfTests } from "./self-test-runs.service.ts";

/** Interval of the check for due tests, ms. */
const RUN_MS = 1_000;

/** Starts tests and collects their results. Several servers may run this at the same time. */
export const startSelfTestJobs = (ctx: Ctx, log: Parameters<typeof repeat>[3]): AsyncDisposable =>
  repeat("self-tests", RUN_MS, () => runSelfTests(ctx), log);
