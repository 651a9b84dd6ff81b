import { getNetworkStatus, NETWORK_POLL_MS } from "@verandah/contract/devices/network.ts";

import { routeQuery } from "./query/route-query.ts";

export const networkQuery = () => routeQuery(getNetworkStatus, {}, { refetchInterval: NETWORK_POLL_MS });
