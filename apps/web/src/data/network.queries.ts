import { listMessageProblems } from "@verandah/contract/devices/message-problems.ts";
import { getNetworkStatus } from "@verandah/contract/devices/network.ts";

import { seldomByReadings, routeQuery } from "./query/route-query.ts";

export const networkQuery = () => routeQuery(getNetworkStatus, {}, seldomByReadings);

/** Messages that the server could not use, for administrators. */
export const messageProblemsQuery = () => routeQuery(listMessageProblems, {});
