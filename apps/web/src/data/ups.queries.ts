import { listUpsTransfers } from "@verandah/contract/ups.ts";

import { routeQuery } from "./route-query.ts";

/** How often the transfers are loaded, ms. */
const TRANSFERS_POLL_MS = 60_000;

/** Changes of the output source of a UPS. */
export const upsTransfersQuery = (ssid: string, range: { from: string; to: string }) =>
  routeQuery(listUpsTransfers, { ssid, ...range }, { refetchInterval: TRANSFERS_POLL_MS });
