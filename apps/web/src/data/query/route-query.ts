import {
  type Query,
  type QueryClient,
  queryOptions,
  type UndefinedInitialDataOptions,
  useQueryClient,
} from "@tanstack/react-query";
import type { ReplyOf, Route, SentOf } from "@verandah/contract/route.ts";

import { call } from "#shared/call.ts";

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

/** A field of the input in the key of a query. */
export const fieldOf = (input: unknown, name: string): unknown =>
  typeof input === "object" && input !== null ? Reflect.get(input, name) : undefined;

/** Shortest time until a query that is due is loaded again, ms. */
const DUE_MIN_MS = 1_000;

/** Every live value restarts the interval of its query. With a whole interval each time the query would never be loaded again. */
const untilDue =
  (pollMs: number) =>
  ({ state }: { state: { dataUpdatedAt: number; errorUpdatedAt: number } }): number => {
    const loadedAt = Math.max(state.dataUpdatedAt, state.errorUpdatedAt);
    return loadedAt === 0 ? pollMs : Math.max(DUE_MIN_MS, loadedAt + pollMs - Date.now());
  };

/** The query of one route with one input. All components that show this data use it. */
export function routeQuery<R extends Route>(route: R, input: SentOf<R>, options: QueryOptions<R> = {}) {
  const { refetchInterval } = options;
  return queryOptions({
    ...options,
    ...(typeof refetchInterval === "number" && { refetchInterval: untilDue(refetchInterval) }),
    queryKey: keyOf(route, input),
    queryFn: ({ signal }): Promise<ReplyOf<R>> => call(route, input, { signal }),
  });
}

/** Loads all shown queries of these routes again. */
export function refreshRoutes(queryClient: QueryClient, ...routes: readonly Route[]): void {
  for (const route of routes) void queryClient.invalidateQueries({ queryKey: keyOf(route) });
}

/** A failing query keeps its own intervals: an event must not shorten them, or its error would never be shown. */
export const isAnswered = ({ state }: Query): boolean =>
  state.fetchFailureCount === 0 && state.status !== "error";

/** Loads the shown queries of these routes again because of an event of the live stream. */
export function refreshByEvent(queryClient: QueryClient, ...routes: readonly Route[]): void {
  for (const route of routes)
    void queryClient.invalidateQueries({ queryKey: keyOf(route), predicate: isAnswered });
}

/** A change by one route. Afterwards the shown queries of `refreshed` are loaded again: after a success, or after a refusal too. */
export function useRouteMutation<R extends Route>(
  route: R,
  after: "success" | "refusal too",
  ...refreshed: readonly Route[]
) {
  const queryClient = useQueryClient();
  const refresh = () => refreshRoutes(queryClient, ...refreshed);
  return useChange({
    mutationFn: (input: SentOf<R>) => call(route, input),
    ...(after === "success" ? { onSuccess: refresh } : { onSettled: refresh }),
  });
}
