import { queryOptions } from "@tanstack/react-query";
import {
  listLocationMetrics,
  listSubsystemStatuses,
  OVERVIEW_POLL_MS,
} from "@verandah/contract/buildings.ts";

import { call } from "#shared/call.ts";

/** Metrics of the places directly below a location. */
export const metricsQuery = (locationId: number) =>
  queryOptions({
    queryKey: ["metrics", locationId],
    queryFn: ({ signal }) => call(listLocationMetrics, { id: locationId }, { signal }),
    refetchInterval: OVERVIEW_POLL_MS,
  });

export const statusesQuery = (buildingId: number) =>
  queryOptions({
    queryKey: ["statuses", buildingId],
    queryFn: ({ signal }) => call(listSubsystemStatuses, { id: buildingId }, { signal }),
    refetchInterval: OVERVIEW_POLL_MS,
  });
