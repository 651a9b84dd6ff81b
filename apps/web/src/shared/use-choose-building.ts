import { hashKey, useQueryClient } from "@tanstack/react-query";
import { chooseBuilding } from "@verandah/contract/campuses/cities.ts";

import { sessionQuery } from "#data/query/session.ts";
import { useChange } from "#data/query/use-change.ts";

import { storeSession } from "./stored-context.ts";

/** Makes a building that of the session; all screens show it from then on. */
export function useChooseBuilding() {
  const queryClient = useQueryClient();
  return useChange(chooseBuilding, {
    onSuccess: (session) => {
      storeSession(session);
      queryClient.setQueryData(sessionQuery.queryKey, session);
      // The answer is the session.
      const sessionHash = hashKey(sessionQuery.queryKey);
      return queryClient.invalidateQueries({ predicate: ({ queryHash }) => queryHash !== sessionHash });
    },
  });
}
