import { MutationCache, QueryClient } from "@tanstack/react-query";

import { isFinal, isRefusal } from "#shared/call.ts";

/** Keeps the last known data on screen, and repeats a call only where another result is possible. */
export function createQueryClient(): QueryClient {
  const client: QueryClient = new QueryClient({
    mutationCache: new MutationCache({
      // The changed item no longer exists, so the data on the screen is old.
      onError: (error) => {
        if (isRefusal(error, "not-found")) void client.invalidateQueries();
      },
    }),
    defaultOptions: {
      queries: {
        staleTime: 5_000,
        retry: (failures, error) => !isFinal(error) && failures < 2,
        retryDelay: (attempt) => Math.min(500 * 2 ** attempt, 5_000),
        // `navigator.onLine` does not describe a server in the same building.
        networkMode: "always",
      },
      mutations: { networkMode: "always" },
    },
  });
  return client;
}
