import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FloorPlan, resetFloorPlan, saveFloorPlan } from "@verandah/contract/floor-plans.ts";
import type { SentOf } from "@verandah/contract/route.ts";

import { call } from "#shared/call.ts";
import { floorPlanQuery } from "#shared/maps/floor-plan.ts";

type Change = Omit<SentOf<typeof saveFloorPlan>, "id">;

function useKeepPlan(): (plan: FloorPlan) => void {
  const queryClient = useQueryClient();
  return (plan) => {
    const { queryKey } = floorPlanQuery(plan.id);
    // An answer that is still on its way is older than the change.
    void queryClient.cancelQueries({ queryKey }, { revert: false });
    queryClient.setQueryData(queryKey, plan);
  };
}

export function useSaveFloorPlan(floorId: number) {
  const keep = useKeepPlan();
  return useMutation({
    mutationFn: (change: Change) => call(saveFloorPlan, { id: floorId, ...change }),
    onSuccess: keep,
  });
}

export function useResetFloorPlan(floorId: number) {
  const keep = useKeepPlan();
  return useMutation({
    mutationFn: (version: number) => call(resetFloorPlan, { id: floorId, version }),
    onSuccess: keep,
  });
}
