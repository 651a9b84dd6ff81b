import { isDatabaseAway } from "./db.ts";

/** Runs `work` every `intervalMs`, never two at once, until stopped. Failures are told once until it works again. */
export function repeat(
  name: string,
  intervalMs: number,
  work: () => Promise<unknown>,
  log: { warn: (data: object, text: string) => void; error: (data: object, text: string) => void },
): AsyncDisposable & { now: () => void } {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let isStopped = false;
  let isAskedAgain = false;
  let hasFailed = false;

  async function run(): Promise<void> {
    try {
      await work();
      hasFailed = false;
    } catch (error) {
      if (!hasFailed && !isStopped) {
        if (isDatabaseAway(error)) log.warn({ job: name }, "A job waits for the database");
        else log.error({ error, job: name }, "A job failed");
      }
      hasFailed = true;
    }
    running = undefined;
    schedule(isAskedAgain ? 0 : intervalMs);
    isAskedAgain = false;
  }

  function schedule(delayMs: number): void {
    if (isStopped) return;
    clearTimeout(timer);
    timer = setTimeout(() => void (running = run()), delayMs);
  }

  schedule(0);
  return {
    /** Runs it at once, or again at once when it is running. */
    now() {
      if (running) isAskedAgain = true;
      else schedule(0);
    },
    async [Symbol.asyncDispose]() {
      isStopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
