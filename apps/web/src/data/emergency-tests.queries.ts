import { useMutation, useQueryClient } from "@tanstack/react-query";
import {
  deleteEmergencyTest,
  EMERGENCY_POLL_MS,
  listEmergencyTests,
  planEmergencyTest,
} from "@verandah/contract/emergency-tests.ts";
import type { SentOf } from "@verandah/contract/route.ts";

import { call } from "#shared/call.ts";

import { keyOf, routeQuery } from "./route-query.ts";

export const emergencyTestsQuery = (floor: number) =>
  routeQuery(listEmergencyTests, { floor }, { refetchInterval: EMERGENCY_POLL_MS });

/** A change of tests, after which they are loaded again. */
function useTestMutation<Input, Reply>(change: (input: Input) => Promise<Reply>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: () => queryClient.invalidateQueries({ queryKey: keyOf(listEmergencyTests) }),
  });
}

export const usePlanTest = () =>
  useTestMutation((test: SentOf<typeof planEmergencyTest>) => call(planEmergencyTest, test));

export const useDeleteTest = () => useTestMutation((id: string) => call(deleteEmergencyTest, { id }));
