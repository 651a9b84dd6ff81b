import { useLiveConnection } from "#data/live/live.ts";

import { useNow } from "./use-now.ts";

const CHECK_MS = 5_000;

/**
 * Whether a query's data is too old for the present: the live stream is down, or was down since then, or polling has failed several times.
 * All instants are this browser's own, so a wrong clock does no harm.
 */
export function useIsOutdated(loadedAtMs: number, pollMs: number): boolean {
  const now = useNow(CHECK_MS);
  const { isDown, currentSinceMs } = useLiveConnection();
  if (loadedAtMs === 0) return false;
  return isDown || loadedAtMs < currentSinceMs || now - loadedAtMs > 2 * pollMs + CHECK_MS;
}
