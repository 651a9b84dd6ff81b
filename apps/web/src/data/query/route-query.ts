import { queryOptions, type UndefinedInitialDataOptions, useQueryClient } from "@tanstack/react-query";
import { changesOf, type ReplyOf, type Route, type SentOf, topicsOf } from "@verandah/contract/route.ts";
import type { Topic } from "@verandah/contract/topics.ts";

import { call } from "#shared/call.ts";

import { refreshTopics } from "./refresh.ts";
import { useChange } from "./use-change.ts";

type RouteKey<R extends Route> = readonly [path: R["path"], input?: SentOf<R>];
type QueryOptions<R extends Route> = Omit<
  UndefinedInitialDataOptions<ReplyOf<R>, Error, ReplyOf<R>, RouteKey<R>>,
  "queryKey" | "queryFn"
>;

/** The key of a route's query with an input; without an input, the start of the keys of all its queries. */
export function keyOf<R extends Route>(route: R, input?: SentOf<R>): RouteKey<R> {
  return input === undefined ? [route.path] : [route.path, input];
}

/** When the shown data of a query is loaded again. */
interface Freshness {
  /** It depends on these; without topics it is loaded once. */
  readonly topics?: readonly Topic[];
  /** Not sooner than this after the last time, ms: for replies that are expensive, or that change slowly. */
  readonly pauseMs?: number | undefined;
  /** Not sooner than this because of readings, which come all the time, ms. */
  readonly readingsPauseMs?: number | undefined;
  /** At the latest after this time, ms, beside the live stream: for replies that change by time alone. */
  readonly roundMs?: number | undefined;
}

declare module "@tanstack/react-query" {
  interface Register {
    queryMeta: Freshness & Record<string, unknown>;
  }
}

/** The query of one route with one input. All components that show this data use it. */
export function routeQuery<R extends Route>(
  route: R,
  input: SentOf<R>,
  { pauseMs, readingsPauseMs, roundMs, ...options }: QueryOptions<R> & Omit<Freshness, "topics"> = {},
) {
  return queryOptions({
    meta: freshnessOf(route, { pauseMs, readingsPauseMs, roundMs }),
    ...options,
    queryKey: keyOf(route, input),
    queryFn: ({ signal }): Promise<ReplyOf<R>> => call(route, input, { signal }),
  });
}

export const freshnessOf = (route: Route, times: Omit<Freshness, "topics"> = {}) => ({
  topics: topicsOf(route),
  ...times,
});

/** For a reply that takes the server long, or that changes by whole quarters of an hour. */
export const loadedSeldom = { pauseMs: 60_000 } as const;
/** For lists in which readings change little, such as the time when a device was last seen. */
export const seldomByReadings = { readingsPauseMs: 30_000 } as const;
/** For replies that change by time alone, such as a room that is free from 14:00 on. */
export const changedByTime = { roundMs: 10_000 } as const;
/** For states and metrics of places: those of the building come by the live stream at once. */
export const loadedAsPlace = { pauseMs: 5_000 } as const;
/** For what must not change under the pointer. */
export const loadedOnce = { meta: { topics: [] } } as const;

/**
 * A change by one route. After its end, a refusal too, all that depends on its topics is loaded again: the screen may be old.
 *
 * @param identify as of `useChange`
 */
export function useRouteMutation<R extends Route>(route: R, identify?: (input: SentOf<R>) => unknown) {
  const changed = useTopics();
  return useChange({
    mutationFn: (input: SentOf<R>) => call(route, input),
    ...(identify && { identify }),
    onSettled: () => void changed(changesOf(route)),
  });
}

/** Loads shown data that depends on topics again; resolves when it is there. */
export function useTopics(): (topics: readonly Topic[]) => Promise<void> {
  const queryClient = useQueryClient();
  return (topics) => refreshTopics(queryClient, topics);
}
