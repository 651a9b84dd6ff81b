import { type QueryKey, queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { LIVE_DEVICES_MAX, liveEvents, openLiveStream } from "@verandah/contract/live.ts";
import { getLatest, type ParameterReading } from "@verandah/contract/telemetry.ts";
import { useEffect, useRef } from "react";

import { call } from "./call.ts";

/** Readings are asked for this often although the stream pushes them, ms. Source: spec 2 §9 AHU refresh. */
const READINGS_POLL_MS = 10_000;
/** What is worked out from readings is asked for at most this often when they come, ms. */
const REFRESH_MS = 2_000;

interface Readings {
  ssid: string;
  values: ParameterReading[];
}

/** Calls `onReadings` with new values of some devices while they are shown. A stream that breaks is opened again by the browser. */
function useReadingsStream(ssids: readonly string[], onReadings: (readings: Readings) => void): void {
  const followed = ssids.slice(0, LIVE_DEVICES_MAX).join(",");
  const listener = useRef(onReadings);
  useEffect(() => {
    listener.current = onReadings;
  });
  useEffect(() => {
    if (followed === "") return undefined;
    const source = new EventSource(`${openLiveStream.path}?devices=${encodeURIComponent(followed)}`);
    source.addEventListener("readings", ({ data }: MessageEvent<string>) => {
      const parsed = liveEvents.readings.safeParse(JSON.parse(data));
      if (parsed.success) listener.current(parsed.data);
    });
    return () => source.close();
  }, [followed]);
}

/** Asks for a query anew soon after any of the devices that it is made of has new values. */
export function useRefreshOnReadings(ssids: readonly string[], queryKey: QueryKey): void {
  const queryClient = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useReadingsStream(ssids, () => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      void queryClient.invalidateQueries({ queryKey });
    }, REFRESH_MS);
  });
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      timer.current = undefined;
    },
    [],
  );
}

/** The latest value of each point of a device. */
const latestQuery = (ssid: string) =>
  queryOptions({
    queryKey: ["latest", ssid],
    queryFn: ({ signal }) => call(getLatest, { ssid }, { signal }),
    refetchInterval: READINGS_POLL_MS,
  });

function merge(known: readonly ParameterReading[], fresh: readonly ParameterReading[]): ParameterReading[] {
  const byId = new Map(fresh.map((reading) => [reading.param_id, reading]));
  return known.map((reading) => byId.get(reading.param_id) ?? reading);
}

/** The latest readings of one device, live. */
export function useLiveReadings(ssid: string) {
  const queryClient = useQueryClient();
  useReadingsStream([ssid], ({ values }) =>
    queryClient.setQueryData(latestQuery(ssid).queryKey, (known) => known && merge(known, values)),
  );
  return useQuery(latestQuery(ssid));
}
