import { setTimeout as sleep } from "node:timers/promises";

/** Consecutive calls without an answer after which a program counts as hung and not as busy. */
const MISSES_MAX = 4;

export interface HealthCalls {
  /** Resolves with any answer of the program; rejects without one in time. */
  readonly call: (timeoutMs: number) => Promise<unknown>;
  readonly everyMs?: number;
  readonly answerMaxMs?: number;
}

/** A health call over HTTP. Any status counts as an answer: a restart does not help a server that has no database. */
export const callUrl = (url: URL) => async (timeoutMs: number) => {
  const reply = await fetch(url, { signal: AbortSignal.timeout(timeoutMs) });
  await reply.body?.cancel();
};

/** Calls `onHung`, once, when several calls in a row have had no answer. @returns a function that ends the watch */
export function watchHealth(calls: HealthCalls, onHung: () => void): () => void {
  const { call, everyMs = 5_000, answerMaxMs = 5_000 } = calls;
  const ending = new AbortController();
  async function watch(): Promise<void> {
    for (let misses = 0; misses < MISSES_MAX;) {
      await sleep(everyMs, undefined, { signal: ending.signal });
      const isAnswered = await call(answerMaxMs).then(
        () => true,
        () => false,
      );
      misses = isAnswered ? 0 : misses + 1;
    }
    if (!ending.signal.aborted) onHung();
  }
  // Ending the watch rejects its sleep.
  void watch().catch(() => undefined);
  return () => ending.abort();
}
