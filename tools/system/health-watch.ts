/** Interval of two calls, and the timeout of each, ms. */
const CALL_EVERY_MS = 5_000;
const ANSWER_MAX_MS = 5_000;
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
export function watchHealth(
  { call, everyMs = CALL_EVERY_MS, answerMaxMs = ANSWER_MAX_MS }: HealthCalls,
  onHung: () => void,
): () => void {
  let misses = 0;
  let isOver = false;
  async function ask(): Promise<void> {
    const isMissing = await call(answerMaxMs).then(
      () => false,
      () => true,
    );
    misses = isMissing ? misses + 1 : 0;
    if (isOver) return;
    if (misses >= MISSES_MAX) onHung();
    else timer = setTimeout(() => void ask(), everyMs);
  }
  let timer = setTimeout(() => void ask(), everyMs);
  return () => {
    isOver = true;
    clearTimeout(timer);
  };
}
