import type { Ctx } from "../ctx.ts";
import { checkConditions, type Condition } from "../db.ts";
import { type JobLog, repeat, type RepeatedJob } from "./repeat.ts";

/** Interval of the look at all conditions, ms. */
const LOOK_MS = 1_000;
/** Interval at which a job runs whether its condition is true or not, ms. */
const SELDOM_MS = 30_000;

export interface DueLook extends AsyncDisposable {
  /** Runs `work` as soon as a look finds the condition true. */
  repeat: (name: string, isDue: (ctx: Ctx) => Condition, work: () => Promise<unknown>) => RepeatedJob;
}

/** Repeats jobs that rarely have work. One statement for all of them looks each second which of them have some. */
export function startDueLook(ctx: Ctx, log: JobLog, lookMs = LOOK_MS): DueLook {
  const jobs: { isDue: (ctx: Ctx) => Condition; job: RepeatedJob }[] = [];
  async function look(): Promise<void> {
    if (jobs.length === 0) return;
    const met = await checkConditions(
      ctx.db,
      jobs.map(({ isDue }) => isDue(ctx)),
    );
    for (const [at, { job }] of jobs.entries()) if (met[at]) job.now();
  }
  const looking = repeat("due work", lookMs, look, log);
  return {
    repeat(name, isDue, work) {
      const job = repeat(name, SELDOM_MS, work, log);
      jobs.push({ isDue, job });
      return job;
    },
    [Symbol.asyncDispose]: () => looking[Symbol.asyncDispose](),
  };
}
