/** A repeated job of this process since its start. */
interface JobRun {
  readonly job: string;
  readonly intervalMs: number;
  succeeded: number;
  failed: number;
  /** When it last ended without an error, or was started, ms of Unix time. */
  wellAtMs: number;
}

export interface JobRuns {
  /** @returns a function that records each run, with its error if it failed */
  add: (job: string, intervalMs: number) => (error?: unknown) => void;
  readonly list: readonly JobRun[];
}

/** Records the runs of jobs, for metrics and for the readiness of the process. */
export function createJobRuns(nowMs: () => number = Date.now): JobRuns {
  const list: JobRun[] = [];
  return {
    list,
    add(job, intervalMs) {
      const run: JobRun = { job, intervalMs, succeeded: 0, failed: 0, wellAtMs: nowMs() };
      list.push(run);
      return (error) => {
        if (error !== undefined) run.failed += 1;
        else {
          run.succeeded += 1;
          run.wellAtMs = nowMs();
        }
      };
    },
  };
}

/** A job is late without a success for this time, ms, or for this many of its intervals if that is longer. */
const LATE_MS = 2 * 60_000;
const LATE_INTERVALS = 3;

/** Names of jobs that have not ended well for a long time: they fail, or they hang. */
export const lateJobs = ({ list }: JobRuns, nowMs: number): string[] =>
  list.flatMap(({ job, intervalMs, wellAtMs }) =>
    nowMs - wellAtMs > Math.max(LATE_MS, LATE_INTERVALS * intervalMs) ? job : [],
  );
