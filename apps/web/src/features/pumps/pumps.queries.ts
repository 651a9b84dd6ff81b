import { queryOptions, useQueryClient } from "@tanstack/react-query";
import { listPumps, type Pump } from "@verandah/contract/pumps.ts";
import { useCallback } from "react";

import { call } from "#shared/call.ts";
import { mergeReadings, useLiveDevices } from "#shared/live-readings.ts";

/** Pumps are asked for this often although the stream pushes their values, ms. */
export const PUMPS_POLL_MS = 10_000;

export const pumpsQuery = queryOptions({
  queryKey: ["pumps"],
  queryFn: ({ signal }) => call(listPumps, {}, { signal }),
  refetchInterval: PUMPS_POLL_MS,
});

/** Keeps the values of pumps up to date through the live stream. */
export function useLivePumps(pumps: readonly Pump[]): void {
  const queryClient = useQueryClient();
  const merge = useCallback(
    (ssid: string, values: Pump["readings"]) =>
      queryClient.setQueryData(pumpsQuery.queryKey, (known) =>
        known?.map((pump) =>
          pump.ssid === ssid ? { ...pump, readings: mergeReadings(pump.readings, values) } : pump,
        ),
      ),
    [queryClient],
  );
  useLiveDevices(
    pumps.map(({ ssid }) => ssid),
    [],
    (ssid, values) => void merge(ssid, [...values]),
  );
}
