import { skipToken, useQuery, type UseQueryOptions, type UseQueryResult } from "@tanstack/react-query";
import type { ReplyOf, Route, SentOf } from "@verandah/contract/route.ts";

import { freshnessOf, keyOf, load, loadedOnce, type RouteKey } from "./route-query.ts";

interface Shown<R extends Route, Data> {
  /** Without it the reply is not loaded, and one that another component loaded is shown. */
  enabled?: boolean;
  /** The part of the reply that the component shows. */
  select?: (reply: ReplyOf<R>) => Data;
  /** While another input loads, the reply of the last one stays: of each, or of those that it returns true for. */
  keepsLast?: true | ((last: SentOf<R>) => boolean);
  /** The reply must not change under the pointer, such as a preview. It is loaded when the component appears. */
  isLoadedOnce?: boolean;
}

const once = { meta: loadedOnce, staleTime: 0, gcTime: 0, refetchOnWindowFocus: false } as const;

/** The reply of a route, which stays fresh while the component shows it. All components with the same input share it. Without an input nothing is loaded. */
export function useRoute<R extends Route, Data = ReplyOf<R>>(
  route: R,
  input: SentOf<R> | undefined,
  { enabled = true, select, keepsLast, isLoadedOnce }: Shown<R, Data> = {},
): UseQueryResult<Data> {
  const isKept = (last: SentOf<R> | undefined) =>
    keepsLast === true || (last !== undefined && keepsLast?.(last) === true);
  const options: UseQueryOptions<ReplyOf<R>, Error, Data, RouteKey<R>> = {
    queryKey: keyOf(route, input),
    queryFn: input === undefined ? skipToken : (context) => load(route, input, context),
    ...(isLoadedOnce ? once : { meta: freshnessOf(route) }),
    ...(select && { select }),
    placeholderData: (before, query) => (isKept(query?.queryKey[1]) ? before : undefined),
    enabled: enabled && input !== undefined,
  };
  return useQuery(options);
}
