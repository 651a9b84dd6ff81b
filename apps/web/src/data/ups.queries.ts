import { getUpsBattery, listUpsTransfers, saveUpsBattery } from "@verandah/contract/ups.ts";

import { routeQuery } from "./query/route-query.ts";
import { useChange } from "./query/use-change.ts";

/** Changes of the output source of a UPS. */
export const upsTransfersQuery = (ssid: string, range: { from: string; to: string }) =>
  routeQuery(listUpsTransfers, { ssid, ...range });

export const upsBatteryQuery = (ssid: string) => routeQuery(getUpsBattery, { ssid });

export const useSaveUpsBattery = () => useChange(saveUpsBattery);
