import { getReasons } from "@verandah/contract/commands/why.ts";

import { routeQuery } from "../query/route-query.ts";

/** What set the present values of a device. */
export const reasonsQuery = (ssid: string) => routeQuery(getReasons, { ssid });
