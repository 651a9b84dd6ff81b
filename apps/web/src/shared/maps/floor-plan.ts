import { queryOptions } from "@tanstack/react-query";
import { OVERVIEW_POLL_MS } from "@verandah/contract/buildings.ts";
import { type FloorPlan, getDrawing, getFloorPlan } from "@verandah/contract/floor-plans.ts";

import { call } from "../call.ts";

/** A floor's plan; asked again now and then, as an administrator may draw meanwhile. */
export const floorPlanQuery = (floorId: number) =>
  queryOptions({
    queryKey: ["floor-plan", floorId],
    queryFn: ({ signal }) => call(getFloorPlan, { id: floorId }, { signal }),
    refetchInterval: OVERVIEW_POLL_MS,
  });

/** Where a plan's uploaded drawing is; undefined when it has none. */
export function drawingAddress(plan: FloorPlan): string | undefined {
  if (!plan.drawing) return undefined;
  return `${getDrawing.path.replace(":id", String(plan.id))}?version=${plan.drawing.version}`;
}
