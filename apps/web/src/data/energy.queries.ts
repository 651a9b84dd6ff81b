import { getConsumption } from "@verandah/contract/energy.ts";

import { routeQuery } from "./route-query.ts";

/** How often the energy of the hour that runs is loaded, ms. */
const CONSUMPTION_POLL_MS = 60_000;

/** Energy of a meter by hour and by day, until now or of a day. */
export const consumptionQuery = (ssid: string, date: string | undefined) =>
  routeQuery(getConsumption, { ssid, date }, { refetchInterval: CONSUMPTION_POLL_MS });
