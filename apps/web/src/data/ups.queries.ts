import { getUpsBattery, listUpsTransfers, saveUpsBattery } from "@verandah/contract/ups.ts";

import { loadedSeldom, routeQuery, useRouteMutation } from "./query/route-query.ts";

/** Changes of the output source of a UPS. */
export const upsTransfersQuery = (ssid: string, range: { from: string; to: string }) =>
  routeQuery(listUpsTransfers, { ssid, ...range });

export const upsBatteryQuery = (ssid: string) => routeQuery(getUpsBattery, { ssid }, loadedSeldom);

export const useSaveUpsBattery = () => useRouteMutation(saveUpsBattery);
