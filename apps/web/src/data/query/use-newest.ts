import { useQueryClient } from "@tanstack/react-query";
import type { ReplyOf, Route, SentOf } from "@verandah/contract/route.ts";

import { routeQuery } from "./route-query.ts";

/** Loads the newest reply of a route: another user may have changed it since it is shown. */
export function useNewest(): <R extends Route>(route: R, input: SentOf<R>) => Promise<ReplyOf<R>> {
  const queryClient = useQueryClient();
  return (route, input) => queryClient.fetchQuery({ ...routeQuery(route, input), staleTime: 0 });
}
