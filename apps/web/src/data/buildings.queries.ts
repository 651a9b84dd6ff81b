import { queryOptions } from "@tanstack/react-query";
import {
  getLocation,
  getPlaceStatus,
  listLocationMetrics,
  type LocationMetric,
  listSubsystemStatuses,
} from "@verandah/contract/buildings.ts";

import { loadedAsPlace, routeQuery } from "./query/route-query.ts";

/** Names and places hardly ever change, ms. */
const NAMES_STALE_MS = 5 * 60_000;

/** Metrics of the places directly below a location. */
export const metricsQuery = (locationId: number) =>
  routeQuery(listLocationMetrics, { id: locationId }, loadedAsPlace);

const placesOf = (metrics: LocationMetric[]) =>
  metrics.map(({ id, name, floor_type: floorType }) => ({ id, name, floorType }));

/** Ids, names and types of the places directly below a location: a building's floors, a floor's zones. */
export const placesQuery = (locationId: number) =>
  queryOptions({
    ...routeQuery(listLocationMetrics, { id: locationId }),
    select: placesOf,
    staleTime: NAMES_STALE_MS,
  });

/** Name, type and path of a location. */
export const locationQuery = (locationId: number) =>
  routeQuery(getLocation, { id: locationId }, { staleTime: NAMES_STALE_MS });

/** State of a location with everything below it. */
export const placeStatusQuery = (locationId: number) =>
  routeQuery(getPlaceStatus, { id: locationId }, loadedAsPlace);

/** The status cards of a building. */
export const statusesQuery = (buildingId: number) =>
  routeQuery(listSubsystemStatuses, { id: buildingId }, loadedAsPlace);
