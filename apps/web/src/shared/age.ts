import type { UseQueryResult } from "@tanstack/react-query";
import { createContext, use, useMemo } from "react";

import { useLiveConnection } from "#data/live/live.ts";
import { ROUND_MS } from "#data/query/refresh.ts";

import { useNow } from "./use-now.ts";

const CHECK_MS = 5_000;

/** What a query knows of the age of its data. */
export type Loaded = Pick<UseQueryResult, "dataUpdatedAt" | "error">;

/**
 * Whether the data of a query, or of one of several, is too old for the present: the live stream is down or calls get no answer, or the
 * stream was down since then, or the data could not be loaded again. All instants are this browser's own, so a wrong clock does no harm.
 */
export function useIsOutdated(of: Loaded | readonly Loaded[]): boolean {
  const now = useNow(CHECK_MS);
  const { state, isDown, currentSinceMs } = useLiveConnection();
  return [of].flat().some(({ dataUpdatedAt, error }) => {
    const roundMs = state === "live" && !error ? ROUND_MS.live : ROUND_MS.down;
    if (dataUpdatedAt === 0) return false;
    return isDown || dataUpdatedAt < currentSinceMs || now - dataUpdatedAt > 2 * roundMs + CHECK_MS;
  });
}

/** The data of a query, `aged` when it is outdated. */
export function useAged<T>(
  of: Loaded & { readonly data: T | undefined },
  aged: (data: T) => T,
): T | undefined {
  const isOutdated = useIsOutdated(of);
  const { data } = of;
  return useMemo(() => (isOutdated && data !== undefined ? aged(data) : data), [isOutdated, data, aged]);
}

/** Whether the data of the section around is outdated. */
export const AgeContext = createContext(false);

/** Whether what the section around shows may be old: nothing of it may look live. */
export function useIsOld(): boolean {
  const { isDown } = useLiveConnection();
  return use(AgeContext) || isDown;
}

/** Whether a value is of the present: good, and in a section that is not old. */
export function useIsFresh(): (of: { readonly quality: string } | null | undefined) => boolean {
  const isOld = useIsOld();
  return (of) => of?.quality === "good" && !isOld;
}
