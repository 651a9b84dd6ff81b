/** Between two calls, and how long each waits for an answer, ms. */
const CALL_EVERY_MS = 5_000;
const ANSWER_MAX_MS = 5_000;
/** Calls without an answer, one after the other, that tell a program which hangs from one that is busy. */
const MISSES_MAX = 4;

export interface HealthCalls {
  readonly url: URL;
  readonly everyMs?: number;
  readonly answerMaxMs?: number;
}

/** Whether anything answers; that all is well is not asked: a server without its database is not mended by a restart. */
async function answers(url: URL, answerMaxMs: number): Promise<boolean> {
  try {
    const reply = await fetch(url, { signal: AbortSignal.timeout(answerMaxMs) });
    await reply.body?.cancel();
    return true;
  } catch {
    return false;
  }
}

/** Calls `onHung`, once, when several calls in a row have had no answer. @returns what ends the watch */
export function watchHealth(
  { url, everyMs = CALL_EVERY_MS, answerMaxMs = ANSWER_MAX_MS }: HealthCalls,
  onHung: () => void,
): () => void {
  let misses = 0;
  let isOver = false;
  async function call(): Promise<void> {
    misses = (await answers(url, answerMaxMs)) ? 0 : misses + 1;
    if (isOver) return;
    if (misses >= MISSES_MAX) onHung();
    else timer = setTimeout(() => void call(), everyMs);
  }
  let timer = setTimeout(() => void call(), everyMs);
  return () => {
    isOver = true;
    clearTimeout(timer);
  };
}
