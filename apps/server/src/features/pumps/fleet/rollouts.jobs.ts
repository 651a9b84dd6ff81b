import type { Ctx } from "#core/ctx.ts";
import type { DueLook } from "#core/jobs/due-look.ts";

import { advanceRollouts, isRolloutRunning } from "./rollouts.service.ts";

/** Sends commands for many pumps in waves. Several servers may do so. */
export const startRolloutJobs = (ctx: Ctx, look: DueLook): AsyncDisposable =>
  look.repeat("pump rollouts", isRolloutRunning, () => advanceRollouts(ctx));
