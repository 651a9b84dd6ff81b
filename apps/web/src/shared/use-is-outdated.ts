import { useNow } from "./use-now.ts";

const CHECK_MS = 5_000;

/**
 * Whether what a query loaded is too old to pass for the present, because asking again has failed several times. Both instants are
 * this browser's own, so a wrong clock does no harm.
 */
export function useIsOutdated(loadedAtMs: number, pollMs: number): boolean {
  const now = useNow(CHECK_MS);
  return loadedAtMs > 0 && now - loadedAtMs > 2 * pollMs + CHECK_MS;
}
