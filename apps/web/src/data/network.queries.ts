import { listMessageProblems } from "@verandah/contract/devices/message-problems.ts";
import { getNetworkStatus, NETWORK_POLL_MS } from "@verandah/contract/devices/network.ts";

import { routeQuery } from "./query/route-query.ts";

export const networkQuery = () => routeQuery(getNetworkStatus, {}, { refetchInterval: NETWORK_POLL_MS });

/** Messages that the server could not use, for administrators. */
export const messageProblemsQuery = () =>
  routeQuery(listMessageProblems, {}, { refetchInterval: NETWORK_POLL_MS });
