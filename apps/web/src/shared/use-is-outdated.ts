import type { ParameterReading } from "@verandah/contract/telemetry/telemetry.ts";

import { useLiveConnection } from "#data/live/live.ts";
import { ROUND_MS } from "#data/query/refresh.ts";

import { useNow } from "./use-now.ts";

const CHECK_MS = 5_000;

/** A value that may be old: it must not look live. */
export const agedReading = (reading: ParameterReading): ParameterReading =>
  reading.quality === "good" ? { ...reading, quality: "stale" } : reading;

/**
 * Whether a query's data is too old for the present: the live stream is down or calls get no answer, or the stream was down since then, or
 * loading has failed several times. All instants are this browser's own, so a wrong clock does no harm.
 */
export function useIsOutdated(loadedAtMs: number): boolean {
  const now = useNow(CHECK_MS);
  const { isDown, currentSinceMs } = useLiveConnection();
  if (loadedAtMs === 0) return false;
  return isDown || loadedAtMs < currentSinceMs || now - loadedAtMs > 2 * ROUND_MS.live + CHECK_MS;
}
