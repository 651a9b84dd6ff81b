import { getNetworkStatus, NETWORK_POLL_MS } from "@verandah/contract/network.ts";

import { routeQuery } from "./route-query.ts";

export const networkQuery = () => routeQuery(getNetworkStatus, {}, { refetchInterval: NETWORK_POLL_MS });
