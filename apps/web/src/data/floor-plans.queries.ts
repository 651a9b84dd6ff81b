import { useQueryClient } from "@tanstack/react-query";
import {
  checkDrawing,
  type FloorPlan,
  getDrawing,
  getFloorPlan,
  getHeatMap,
  type HeatMapType,
  resetFloorPlan,
  saveFloorPlan,
} from "@verandah/contract/floor-plans/floor-plans.ts";
import type { SentOf } from "@verandah/contract/route.ts";

import { call } from "#shared/call.ts";

import { routeQuery, useRouteMutation } from "./query/route-query.ts";
import { useChange } from "./query/use-change.ts";

/** A floor's plan; asked again now and then, as an administrator may draw meanwhile. */
export const floorPlanQuery = (floorId: number) => routeQuery(getFloorPlan, { id: floorId });

export const heatMapQuery = (floorId: number, type: HeatMapType) =>
  routeQuery(getHeatMap, { id: floorId, type });

/** Where a plan's uploaded drawing is; undefined when it has none. */
export function drawingAddress(plan: FloorPlan): string | undefined {
  if (!plan.drawing) return undefined;
  return `${getDrawing.path.replace(":id", String(plan.id))}?version=${plan.drawing.version}`;
}

function usePlanMutation<Input>(change: (input: Input) => Promise<FloorPlan>) {
  const queryClient = useQueryClient();
  return useChange({
    mutationFn: change,
    onSuccess: (plan) => {
      const { queryKey } = floorPlanQuery(plan.id);
      // An answer that is still on its way is older than the change.
      void queryClient.cancelQueries({ queryKey }, { revert: false });
      queryClient.setQueryData(queryKey, plan);
    },
  });
}

export const useSaveFloorPlan = (floorId: number) =>
  usePlanMutation((change: Omit<SentOf<typeof saveFloorPlan>, "id">) =>
    call(saveFloorPlan, { id: floorId, ...change }),
  );

export const useCheckDrawing = () => useRouteMutation(checkDrawing);

export const useResetFloorPlan = (floorId: number) =>
  usePlanMutation((version: number) => call(resetFloorPlan, { id: floorId, version }));
