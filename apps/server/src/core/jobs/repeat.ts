import { isDatabaseUnavailable } from "../db.ts";
import type { JobRuns } from "./job-runs.ts";

export interface JobLog {
  warn: (data: object, text: string) => void;
  error: (data: object, text: string) => void;
  /** Records the runs. */
  runs?: JobRuns;
}

export interface RepeatedJob extends AsyncDisposable {
  /** Runs the work at once, or again after the current run. */
  now: () => void;
  /** Runs the work within a time, or again so soon after the current run. */
  within: (ms: number) => void;
}

/**
 * Runs `work` every `intervalMs`, one run at a time, until it is stopped. The first run starts after `firstAfterMs`. Logs only the first of
 * consecutive failures.
 */
export function repeat(
  name: string,
  intervalMs: number,
  work: () => Promise<unknown>,
  log: JobLog,
  firstAfterMs = 0,
): RepeatedJob {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let isStopped = false;
  /** When the next run starts, by the monotonic clock, ms. */
  let dueAtMs = Infinity;
  let hasFailed = false;
  const record = log.runs?.add(name, intervalMs);

  async function run(): Promise<void> {
    dueAtMs = Infinity;
    try {
      await work();
      hasFailed = false;
      record?.();
    } catch (error) {
      record?.(error);
      if (!hasFailed && !isStopped) {
        if (isDatabaseUnavailable(error)) log.warn({ job: name }, "Job waits for the database");
        else log.error({ err: error, job: name }, "Job failed");
      }
      hasFailed = true;
    }
    running = undefined;
    dueAtMs = Math.min(dueAtMs, performance.now() + intervalMs);
    schedule();
  }

  function schedule(): void {
    if (isStopped || running) return;
    clearTimeout(timer);
    timer = setTimeout(() => void (running = run()), Math.max(0, dueAtMs - performance.now()));
  }

  function within(ms: number): void {
    const atMs = performance.now() + ms;
    if (atMs >= dueAtMs) return;
    dueAtMs = atMs;
    schedule();
  }

  within(firstAfterMs);
  return {
    now: () => within(0),
    within,
    async [Symbol.asyncDispose]() {
      isStopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
