import type { Ctx } from "#core/ctx.ts";
import type { DueLook } from "#core/jobs/due-look.ts";

import { isSelfTestDue, runSelfTests } from "./self-test-runs.service.ts";

/** Starts tests and collects their results. Several servers may run this at the same time. */
export const startSelfTestJobs = (ctx: Ctx, look: DueLook): AsyncDisposable =>
  look.repeat("self-tests", isSelfTestDue, () => runSelfTests(ctx));
