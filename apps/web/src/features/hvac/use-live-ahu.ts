import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { DeviceEntry } from "@verandah/contract/devices.ts";
import { useEffect } from "react";

import { mergeReadings, useLiveDevices } from "#shared/live-readings.ts";

import { ahuQuery } from "./ahu.queries.ts";
import { deviceMapKey } from "./floor-map.queries.ts";

/**
 * A unit's readings and setpoints, pushed while they are shown, and asked for every 10 s besides.
 *
 * @param state whether it answers, as the building's live stream says; undefined while that is loading
 */
export function useLiveAhu(ssid: string, state: DeviceEntry["state"] | undefined) {
  const queryClient = useQueryClient();
  useLiveDevices([ssid], [], (from, values) =>
    queryClient.setQueryData(
      ahuQuery(from).queryKey,
      (known) =>
        known && {
          current: mergeReadings(known.current, values),
          current_sp: mergeReadings(known.current_sp, values),
        },
    ),
  );
  const query = useQuery(ahuQuery(ssid));
  const isHeard = query.data?.current.some(({ quality }) => quality === "good");
  // As its values turn old or new, it has fallen silent or answers again: its state is asked for at once.
  useEffect(() => {
    if (isHeard !== undefined) void queryClient.invalidateQueries({ queryKey: [deviceMapKey] });
  }, [queryClient, isHeard]);
  // And as it falls silent or answers again, so do its values turn.
  useEffect(() => {
    if (state !== undefined) void queryClient.invalidateQueries({ queryKey: ahuQuery(ssid).queryKey });
  }, [queryClient, ssid, state]);
  return query;
}
