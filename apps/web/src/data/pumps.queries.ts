import { listPumps } from "@verandah/contract/pumps.ts";

import { routeQuery } from "./route-query.ts";

/** Pumps are asked for this often although the stream pushes their values, ms. */
export const PUMPS_POLL_MS = 10_000;

export const pumpsQuery = routeQuery(listPumps, {}, { refetchInterval: PUMPS_POLL_MS });
