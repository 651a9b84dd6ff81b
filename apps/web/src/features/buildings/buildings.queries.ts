import { queryOptions } from "@tanstack/react-query";
import {
  getPlaceStatus,
  listLocationMetrics,
  listSubsystemStatuses,
  OVERVIEW_POLL_MS,
} from "@verandah/contract/buildings.ts";

import { call } from "#shared/call.ts";

/** First part of the key of all metrics. */
export const metricsKey = "metrics";

/** Metrics of the places directly below a location. */
export const metricsQuery = (locationId: number) =>
  queryOptions({
    queryKey: [metricsKey, locationId],
    queryFn: ({ signal }) => call(listLocationMetrics, { id: locationId }, { signal }),
    refetchInterval: OVERVIEW_POLL_MS,
  });

/** First part of the key of all states of places. */
export const placeStatusKey = "place-status";

/** State of a location with everything below it. */
export const placeStatusQuery = (locationId: number) =>
  queryOptions({
    queryKey: [placeStatusKey, locationId],
    queryFn: ({ signal }) => call(getPlaceStatus, { id: locationId }, { signal }),
    refetchInterval: OVERVIEW_POLL_MS,
  });

/** First part of the key of all subsystem states. */
export const statusesKey = "statuses";

export const statusesQuery = (buildingId: number) =>
  queryOptions({
    queryKey: [statusesKey, buildingId],
    queryFn: ({ signal }) => call(listSubsystemStatuses, { id: buildingId }, { signal }),
    refetchInterval: OVERVIEW_POLL_MS,
  });
