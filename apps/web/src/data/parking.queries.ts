import { getParkingStatus, getParkingTrend } from "@verandah/contract/parking.ts";

import { loadedSeldom, routeQuery } from "./query/route-query.ts";

/** The decks below a place with their bays. */
export const parkingStatusQuery = (placeId: number) => routeQuery(getParkingStatus, { id: placeId });

/** Cars below a place in the last 24 hours. */
export const parkingTrendQuery = (placeId: number) =>
  routeQuery(getParkingTrend, { id: placeId }, loadedSeldom);
