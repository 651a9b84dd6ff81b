import { OVERVIEW_POLL_MS } from "@verandah/contract/buildings.ts";
import { getParkingStatus, getParkingTrend } from "@verandah/contract/parking.ts";

import { routeQuery } from "./query/route-query.ts";

/** How often the trend is loaded, ms. */
const TREND_POLL_MS = 60_000;

/** The decks below a place with their bays. */
export const parkingStatusQuery = (placeId: number) =>
  routeQuery(getParkingStatus, { id: placeId }, { refetchInterval: OVERVIEW_POLL_MS });

/** Cars below a place in the last 24 hours. */
export const parkingTrendQuery = (placeId: number) =>
  routeQuery(getParkingTrend, { id: placeId }, { refetchInterval: TREND_POLL_MS });
