import type { Bus } from "#core/bus.ts";
import type { Ctx } from "#core/ctx.ts";
import { repeat } from "#core/repeat.ts";

import { runDueOccurrences } from "./occurrences/occurrences.service.ts";
import { reconcileUnits } from "./occurrences/reconcile.service.ts";
import { extendPlans } from "./schedule-plan.service.ts";

/** Interval of the check for due occurrences, ms. A schedule acts within about a second of its minute. */
const RUN_MS = 1_000;
/** Interval of the comparison of readings with scheduled values, ms. */
const RECONCILE_MS = 5_000;
/** Interval of the extension of the plans, ms. Much shorter than the 48 hours of a plan. */
const EXTEND_MS = 5 * 60_000;

/** Plans and runs occurrences. Several servers may run this at the same time. */
export function startScheduleJobs(ctx: Ctx, bus: Bus, log: Parameters<typeof repeat>[3]): AsyncDisposable {
  const running = repeat(
    "schedules",
    RUN_MS,
    async () => {
      for (const result of await runDueOccurrences(ctx))
        log.warn(
          { occurrence: result },
          `An occurrence was ${result.state === "failed" ? "not followed" : "skipped"}`,
        );
    },
    log,
  );
  const reconciling = repeat("schedule reconcile", RECONCILE_MS, () => reconcileUnits(ctx), log);
  const extending = repeat("schedule plans", EXTEND_MS, () => extendPlans(ctx), log);
  const unsubscribe = bus.subscribe("changed", ({ topic }) => topic === "schedules" && running.now());
  return {
    async [Symbol.asyncDispose]() {
      unsubscribe();
      await Promise.all([running, reconciling, extending].map((job) => job[Symbol.asyncDispose]()));
    },
  };
}
