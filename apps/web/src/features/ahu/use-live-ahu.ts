import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type DeviceEntry, listDevices } from "@verandah/contract/devices/devices.ts";
import { useEffect, useEffectEvent, useRef } from "react";

import { useLiveDevices } from "#data/live/live.ts";
import { refreshRoutes } from "#data/query/route-query.ts";
import { latestQuery } from "#data/telemetry.queries.ts";

/**
 * A unit's readings and setpoints, pushed while they are shown, and asked for every 10 s besides.
 *
 * @param state whether it answers, as the building's live stream says; undefined while that is loading
 */
export function useLiveAhu(ssid: string, state: DeviceEntry["state"] | undefined) {
  const queryClient = useQueryClient();
  const query = useQuery(latestQuery(ssid));
  useLiveDevices(query.data ? [ssid] : []);
  const isAnswering = query.data?.some(({ quality }) => quality === "good");
  // As its values turn old or new, it has fallen silent or answers again: its state is asked for at once.
  useOnChange(isAnswering, () => refreshRoutes(queryClient, listDevices));
  // And as it falls silent or answers again, so do its values turn.
  useOnChange(state, () => void queryClient.invalidateQueries({ queryKey: latestQuery(ssid).queryKey }));
  return query;
}

/** Acts when a known value becomes another; becoming known is no change. */
function useOnChange(value: string | boolean | undefined, act: () => void): void {
  const actNow = useEffectEvent(act);
  const known = useRef(value);
  useEffect(() => {
    if (value === undefined || value === known.current) return;
    if (known.current !== undefined) actNow();
    known.current = value;
  }, [value]);
}
