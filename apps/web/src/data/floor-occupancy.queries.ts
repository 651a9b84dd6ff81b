import { getFloorOccupancy, getOccupancyTrend } from "@verandah/contract/floor-plans/floor-occupancy.ts";

import { routeQuery } from "./query/route-query.ts";

/** How often people are counted on a shown floor, ms. */
export const OCCUPANCY_POLL_MS = 10_000;
const TREND_POLL_MS = 60_000;

/** The people on a floor by zone. */
export const floorOccupancyQuery = (floorId: number) =>
  routeQuery(getFloorOccupancy, { id: floorId }, { refetchInterval: OCCUPANCY_POLL_MS });

/** The people on a floor or in a zone in the last 24 hours. */
export const occupancyTrendQuery = (placeId: number) =>
  routeQuery(getOccupancyTrend, { id: placeId }, { refetchInterval: TREND_POLL_MS });
