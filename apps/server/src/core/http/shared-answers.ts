import type { Bus } from "../bus.ts";

/** Maximum age of a shared answer, ms. Values become stale without an event. */
const AGE_MAX_MS = 1_000;
/** Shortest time between two computations because of new readings, which arrive many times a second, ms. */
const READINGS_PAUSE_MS = 500;
/** Maximum number of shared answers. It limits the memory for any number of inputs. */
const ANSWERS_MAX = 5_000;

/**
 * Returns the result of `work` for `key`. Callers with the same key share the result until a change, its age, or the instant `endAt` (ms)
 * discards it.
 */
export type ShareAnswer = <T>(
  key: string,
  work: (endAt: (atMs: number | undefined) => void) => Promise<T>,
) => Promise<T>;

/**
 * Computes a result once for all callers with the same key. All results are discarded together, so that a caller never gets an older answer
 * after a newer one. A result whose work began before a change is not returned to later callers.
 */
export function createSharedAnswers(
  bus: Bus,
  now: () => Date,
  readingsPauseMs = READINGS_PAUSE_MS,
): ShareAnswer {
  let atMs = 0;
  let endsAtMs = Infinity;
  let hasReadings = false;
  let answers = new Map<string, Promise<unknown>>();
  function renew(): void {
    atMs = now().getTime();
    endsAtMs = Infinity;
    hasReadings = false;
    answers = new Map();
  }
  bus.subscribe("changed", renew);
  bus.subscribe("readings-stored", () => void (hasReadings = true));

  return <T>(key: string, work: (endAt: (atMs: number | undefined) => void) => Promise<T>) => {
    const ageMs = now().getTime() - atMs;
    const isOver = ageMs < 0 || ageMs >= AGE_MAX_MS || now().getTime() >= endsAtMs;
    if (isOver || (hasReadings && ageMs >= readingsPauseMs)) renew();
    const shared = answers;
    const known = shared.get(key);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the key names the work, so the result has its type
    if (known) return known as Promise<T>;
    const answer = work((at = Infinity) => {
      if (shared === answers) endsAtMs = Math.min(endsAtMs, at);
    });
    if (shared.size >= ANSWERS_MAX) return answer;
    shared.set(key, answer);
    answer.catch(() => void shared.delete(key));
    return answer;
  };
}
