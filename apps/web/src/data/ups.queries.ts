import { getUpsBattery, listUpsTransfers, saveUpsBattery } from "@verandah/contract/ups.ts";

import { routeQuery, useRouteMutation } from "./query/route-query.ts";

/** How often the transfers are loaded, ms. */
const TRANSFERS_POLL_MS = 60_000;

/** Changes of the output source of a UPS. */
export const upsTransfersQuery = (ssid: string, range: { from: string; to: string }) =>
  routeQuery(listUpsTransfers, { ssid, ...range }, { refetchInterval: TRANSFERS_POLL_MS });

/** How often the estimated life is loaded, ms. */
const BATTERY_POLL_MS = 600_000;

export const upsBatteryQuery = (ssid: string) =>
  routeQuery(getUpsBattery, { ssid }, { refetchInterval: BATTERY_POLL_MS });

export const useSaveUpsBattery = () => useRouteMutation(saveUpsBattery, "success", getUpsBattery);
