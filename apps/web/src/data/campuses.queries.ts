import { listPlaceStatuses, OVERVIEW_POLL_MS } from "@verandah/contract/buildings.ts";
import { getCampusTree } from "@verandah/contract/campus-tree.ts";

import { routeQuery } from "./route-query.ts";

const polled = { refetchInterval: OVERVIEW_POLL_MS };

/** The places of a campus, by the id of its root location. */
export const campusTreeQuery = (campusId: number) => routeQuery(getCampusTree, { id: campusId }, polled);

/** The state of a campus and of every place in it. */
export const placeStatusesQuery = (campusId: number) =>
  routeQuery(listPlaceStatuses, { id: campusId }, polled);
