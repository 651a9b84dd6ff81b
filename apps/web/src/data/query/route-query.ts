import {
  type QueryFunctionContext,
  queryOptions,
  type UndefinedInitialDataOptions,
} from "@tanstack/react-query";
import { type ReplyOf, type Route, type SentOf, timesOf } from "@verandah/contract/route.ts";
import type { Topic } from "@verandah/contract/topics.ts";

import { call } from "#shared/call.ts";

import { noteChangesIn } from "./refresh.ts";

export type RouteKey<R extends Route> = readonly [path: R["path"], input?: SentOf<R>];
type QueryOptions<R extends Route> = Omit<
  UndefinedInitialDataOptions<ReplyOf<R>, Error, ReplyOf<R>, RouteKey<R>>,
  "queryKey" | "queryFn"
>;

/** The key of a route's query with an input; without an input, the start of the keys of all its queries. */
export function keyOf<R extends Route>(route: R, input?: SentOf<R>): RouteKey<R> {
  return input === undefined ? [route.path] : [route.path, input];
}

/** When the shown data of a query is loaded again; as its route declares. */
interface Freshness {
  /** It depends on these; without topics it is loaded once. */
  readonly topics?: readonly Topic[];
  readonly pauseMs?: number | undefined;
  readonly roundMs?: number | undefined;
}

declare module "@tanstack/react-query" {
  interface Register {
    queryMeta: Freshness & Record<string, unknown>;
  }
}

/** @param ownPauseMs in place of the route's */
export function freshnessOf(route: Route, ownPauseMs?: number) {
  const { topics, pauseMs, roundMs } = timesOf(route);
  return { topics, pauseMs: ownPauseMs ?? pauseMs, roundMs };
}

/** For what must not change under the pointer. */
export const loadedOnce = { topics: [] } as const satisfies Freshness;

/** Loads the reply of a query, and notes when it changes by time alone. */
export const load = <R extends Route>(
  route: R,
  input: SentOf<R>,
  { client, queryKey, signal }: Pick<QueryFunctionContext, "client" | "queryKey" | "signal">,
): Promise<ReplyOf<R>> =>
  call(route, input, { signal, onChangesIn: (ms) => noteChangesIn(client, queryKey, ms) });

/** The query of one route with one input. Components use it by `useRoute`. */
export function routeQuery<R extends Route>(route: R, input: SentOf<R>, options?: QueryOptions<R>) {
  return queryOptions({
    meta: freshnessOf(route),
    ...options,
    queryKey: keyOf(route, input),
    queryFn: (context): Promise<ReplyOf<R>> => load(route, input, context),
  });
}
