import type { Bus } from "#core/bus.ts";
import { sharesOf } from "#core/campus-shares.ts";
import type { Ctx } from "#core/ctx.ts";
import type { DueLook } from "#core/jobs/due-look.ts";
import { type JobLog, repeat } from "#core/jobs/repeat.ts";
import { listRunning, type RunningProcess } from "#features/processes/processes.service.ts";

import { isOccurrenceDue, runDueOccurrences } from "./occurrences/occurrences.service.ts";
import { createReconcileWork } from "./occurrences/reconcile-work.ts";
import { reconcileUnits } from "./occurrences/reconcile.service.ts";
import { extendPlans } from "./schedule-plan.service.ts";

/** Interval of the comparison of readings with scheduled values, ms. */
const RECONCILE_MS = 5_000;
/** Interval of the extension of the plans, ms. Much shorter than the 48 hours of a plan. */
const EXTEND_MS = 5 * 60_000;

interface ScheduleJobParts {
  look: DueLook;
  /** This process. */
  own: Promise<Pick<RunningProcess, "id">>;
  log: JobLog;
}

/** Plans and runs occurrences. Several servers may run this at the same time. */
export function startScheduleJobs(
  ctx: Ctx,
  bus: Pick<Bus, "subscribe">,
  { look, own, log }: ScheduleJobParts,
  reconcileMs = RECONCILE_MS,
): AsyncDisposable {
  const work = createReconcileWork(bus);
  const listShares = async () => sharesOf((await own).id, await listRunning(ctx, "jobs"));
  const running = look.repeat("schedules", isOccurrenceDue, async () => {
    for (const result of await runDueOccurrences(ctx))
      log.warn(
        { occurrence: result },
        `An occurrence was ${result.state === "failed" ? "not followed" : "skipped"}`,
      );
  });
  const reconciling = repeat(
    "schedule reconcile",
    reconcileMs,
    async () => {
      work.share(await listShares());
      await reconcileUnits(ctx, work);
    },
    log,
  );
  const extending = repeat(
    "schedule plans",
    EXTEND_MS,
    async () => extendPlans(ctx, await listShares()),
    log,
  );
  const unsubscribe = bus.subscribe("changed", ({ topic }) => topic === "schedules" && running.now());
  return {
    async [Symbol.asyncDispose]() {
      unsubscribe();
      await Promise.all([running, reconciling, extending].map((job) => job[Symbol.asyncDispose]()));
      work[Symbol.dispose]();
    },
  };
}
