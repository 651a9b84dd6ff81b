import { getFloorOccupancy, getOccupancyTrend } from "@verandah/contract/floor-plans/floor-occupancy.ts";

import { loadedSeldom, routeQuery } from "./query/route-query.ts";

/** The people on a floor by zone. */
export const floorOccupancyQuery = (floorId: number) => routeQuery(getFloorOccupancy, { id: floorId });

/** The people on a floor or in a zone in the last 24 hours. */
export const occupancyTrendQuery = (placeId: number) =>
  routeQuery(getOccupancyTrend, { id: placeId }, loadedSeldom);
