import { queryOptions } from "@tanstack/react-query";
import { getLocation } from "@verandah/contract/buildings.ts";

import { call } from "./call.ts";

/** Name, type and path of a location; they hardly ever change. */
export const locationQuery = (locationId: number) =>
  queryOptions({
    queryKey: ["location", locationId],
    queryFn: ({ signal }) => call(getLocation, { id: locationId }, { signal }),
    staleTime: 5 * 60_000,
  });
