import { QueryClient } from "@tanstack/react-query";

import { CallFailed } from "#shared/call.ts";

/** Keeps the last known data on screen, and asks again only where another answer is possible. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 5_000,
        retry: (failures, error) => {
          if (error instanceof CallFailed && error.problem.status < 500) return false;
          return failures < 2;
        },
        retryDelay: (attempt) => Math.min(500 * 2 ** attempt, 5_000),
        // `navigator.onLine` says nothing about a server in the same building.
        networkMode: "always",
      },
      mutations: { networkMode: "always" },
    },
  });
}
