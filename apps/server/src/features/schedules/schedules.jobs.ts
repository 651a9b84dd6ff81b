import type { Bus } from "#core/bus.ts";
import type { Ctx } from "#core/ctx.ts";
import { repeat } from "#core/repeat.ts";

import { runDueOccurrences } from "./occurrences.service.ts";
import { reconcileUnits } from "./reconcile.service.ts";
import { extendPlans } from "./schedule-plan.service.ts";

/** How often it is looked for what is due: a schedule acts within its minute's first second or so, ms. */
const RUN_MS = 1_000;
/** How often the units' readings are compared with what schedules want, ms. */
const RECONCILE_MS = 5_000;
/** How often plans are extended; short beside the 48 hours that they reach ahead, ms. */
const EXTEND_MS = 5 * 60_000;

/** Plans what schedules do, and does it. Any number of servers may. */
export function startScheduleJobs(ctx: Ctx, bus: Bus, log: Parameters<typeof repeat>[3]): AsyncDisposable {
  const running = repeat(
    "schedules",
    RUN_MS,
    async () => {
      for (const look of await runDueOccurrences(ctx))
        log.warn(
          { occurrence: look },
          `An occurrence was ${look.state === "failed" ? "not followed" : "skipped"}`,
        );
    },
    log,
  );
  const reconciling = repeat("schedule reconcile", RECONCILE_MS, () => reconcileUnits(ctx), log);
  const extending = repeat("schedule plans", EXTEND_MS, () => extendPlans(ctx), log);
  const unsubscribe = bus.subscribe("schedules-changed", () => running.now());
  return {
    async [Symbol.asyncDispose]() {
      unsubscribe();
      await Promise.all([running, reconciling, extending].map((job) => job[Symbol.asyncDispose]()));
    },
  };
}
