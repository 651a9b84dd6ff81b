import type { Ctx } from "#core/ctx.ts";
import { repeat } from "#core/repeat.ts";

import { advanceRollouts } from "./rollouts.service.ts";

const ADVANCE_MS = 1_000;

/** Sends commands for many pumps in waves. Several servers may do so. */
export const startRolloutJobs = (ctx: Ctx, log: Parameters<typeof repeat>[3]): AsyncDisposable =>
  repeat("pump rollouts", ADVANCE_MS, () => advanceRollouts(ctx), log);
