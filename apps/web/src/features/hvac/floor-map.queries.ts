import { queryOptions } from "@tanstack/react-query";
import { OVERVIEW_POLL_MS } from "@verandah/contract/buildings.ts";
import { listDevices } from "@verandah/contract/devices.ts";
import { getHeatMap, type HeatMapType } from "@verandah/contract/floor-plans.ts";
import { getActualVsExpected } from "@verandah/contract/hvac-comparison.ts";
import { AHU_POLL_MS } from "@verandah/contract/hvac.ts";

import { call } from "#shared/call.ts";

/** First part of the key of every device map. */
export const deviceMapKey = "device-map";

/** Devices below a place, of one type or of all, with their alarms. */
export const deviceMapQuery = (locationId: number, type?: string) =>
  queryOptions({
    queryKey: [deviceMapKey, locationId, type],
    queryFn: async ({ signal }) => {
      const devices = await call(listDevices, { id: locationId, type }, { signal });
      return devices.toSorted((a, b) => a.name.localeCompare(b.name, "en", { numeric: true }));
    },
    refetchInterval: OVERVIEW_POLL_MS,
  });

/** First part of the key of every heat map. */
export const heatMapKey = "heat-map";

export const heatMapQuery = (floorId: number, type: HeatMapType) =>
  queryOptions({
    queryKey: [heatMapKey, floorId, type],
    queryFn: ({ signal }) => call(getHeatMap, { id: floorId, type }, { signal }),
    refetchInterval: OVERVIEW_POLL_MS,
  });

export const comparisonKey = "comparison";

export const comparisonQuery = (ssid: string) =>
  queryOptions({
    queryKey: [comparisonKey, ssid],
    queryFn: ({ signal }) => call(getActualVsExpected, { ssid }, { signal }),
    refetchInterval: AHU_POLL_MS,
  });
