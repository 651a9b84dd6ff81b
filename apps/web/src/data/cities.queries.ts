import { hashKey, useQueryClient } from "@tanstack/react-query";
import { chooseBuilding, listCities } from "@verandah/contract/campuses/cities.ts";

import { call } from "#shared/call.ts";
import { storeSession } from "#shared/stored-context.ts";

import { loadedAsPlace, routeQuery } from "./query/route-query.ts";
import { sessionQuery } from "./query/session.ts";
import { useChange } from "./query/use-change.ts";

export const citiesQuery = routeQuery(listCities, {}, loadedAsPlace);

/** Makes a building that of the session; all screens show it from then on. */
export function useChooseBuilding() {
  const queryClient = useQueryClient();
  return useChange({
    mutationFn: (building: number) => call(chooseBuilding, { building }),
    onSuccess: (session) => {
      storeSession(session);
      queryClient.setQueryData(sessionQuery.queryKey, session);
      // The answer is the session.
      const sessionHash = hashKey(sessionQuery.queryKey);
      return queryClient.invalidateQueries({ predicate: ({ queryHash }) => queryHash !== sessionHash });
    },
  });
}
