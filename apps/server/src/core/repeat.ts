import { isDatabaseUnavailable } from "./db.ts";
import type { JobRuns } from "./job-runs.ts";

export interface JobLog {
  warn: (data: object, text: string) => void;
  error: (data: object, text: string) => void;
  /** Records the runs. */
  runs?: JobRuns;
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
): AsyncDisposable & { now: () => void } {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let isStopped = false;
  let isRunRequested = false;
  let hasFailed = false;
  const record = log.runs?.add(name, intervalMs);

  async function run(): Promise<void> {
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
    schedule(isRunRequested ? 0 : intervalMs);
    isRunRequested = false;
  }

  function schedule(delayMs: number): void {
    if (isStopped) return;
    clearTimeout(timer);
    timer = setTimeout(() => void (running = run()), delayMs);
  }

  schedule(firstAfterMs);
  return {
    /** Runs `work` at once, or again after the current run. */
    now() {
      if (running) isRunRequested = true;
      else schedule(0);
    },
    async [Symbol.asyncDispose]() {
      isStopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
