import { queryOptions } from "@tanstack/react-query";
import { listLocationMetrics } from "@verandah/contract/buildings.ts";

import { call } from "./call.ts";

/** Ids, names and types of a building's floors, by name. They hardly ever change. */
export const floorsQuery = (buildingId: number) =>
  queryOptions({
    queryKey: ["floor-names", buildingId],
    queryFn: async ({ signal }) => {
      const floors = await call(listLocationMetrics, { id: buildingId }, { signal });
      return floors.map(({ id, name, floor_type: floorType }) => ({ id, name, floorType }));
    },
    staleTime: 5 * 60_000,
  });
