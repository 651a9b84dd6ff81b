import { useQueryClient } from "@tanstack/react-query";
import type { SentOf } from "@verandah/contract/route.ts";
import {
  deleteSelfTest,
  SELF_TEST_POLL_MS,
  listSelfTests,
  planSelfTest,
} from "@verandah/contract/self-tests.ts";

import { call } from "#shared/call.ts";

import { keyOf, routeQuery } from "./query/route-query.ts";
import { useChange } from "./query/use-change.ts";

/** A floor, whose emergency lights are tested, or a UPS. */
export type Tested = { floor: number } | { ssid: string };

export const selfTestsQuery = (of: Tested) =>
  routeQuery(listSelfTests, of, { refetchInterval: SELF_TEST_POLL_MS });

/** A change of tests, after which they are loaded again. */
function useTestMutation<Input, Reply>(change: (input: Input) => Promise<Reply>) {
  const queryClient = useQueryClient();
  return useChange({
    mutationFn: change,
    onSuccess: () => queryClient.invalidateQueries({ queryKey: keyOf(listSelfTests) }),
  });
}

export const usePlanTest = () =>
  useTestMutation((test: SentOf<typeof planSelfTest>) => call(planSelfTest, test));

export const useDeleteTest = () => useTestMutation((id: string) => call(deleteSelfTest, { id }));
