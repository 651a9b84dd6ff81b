import { type QueryKey, queryOptions, useQueryClient } from "@tanstack/react-query";
import { LIVE_DEVICES_MAX, liveEvents, openLiveStream } from "@verandah/contract/live.ts";
import { getLatest, type ParameterReading } from "@verandah/contract/telemetry.ts";
import { useEffect, useEffectEvent, useRef } from "react";

import { call } from "./call.ts";

/** Readings are asked for this often although the stream pushes them, ms. Source: spec 2 §9 AHU refresh. */
const READINGS_POLL_MS = 10_000;
/** What is worked out from readings is asked for at most this often when they come, ms. */
const REFRESH_MS = 2_000;

/** The latest value of each point of a device. */
export const latestQuery = (ssid: string) =>
  queryOptions({
    queryKey: ["latest", ssid],
    queryFn: ({ signal }) => call(getLatest, { ssid }, { signal }),
    refetchInterval: READINGS_POLL_MS,
  });

/** What is known with what came: the newer of each point, since values of the past come too when they are filled in. */
export function mergeReadings(
  known: readonly ParameterReading[],
  fresh: readonly ParameterReading[],
): ParameterReading[] {
  const byId = new Map(fresh.map((reading) => [reading.param_id, reading]));
  return known.map((reading) => {
    const came = byId.get(reading.param_id);
    return came && (came.measured_time ?? "") >= (reading.measured_time ?? "") ? came : reading;
  });
}

/**
 * Follows some devices while the page is seen: their latest values are pushed into the query cache, and what is made of them is asked for
 * anew. One stream a screen, as browsers allow few; one that breaks is opened again by the browser, and polling goes on meanwhile.
 *
 * @param madeOfThem keys of the queries that are made of the devices' values
 * @param onReadings takes what came of a device, for a screen that keeps it elsewhere as well
 */
export function useLiveDevices(
  ssids: readonly string[],
  madeOfThem: readonly QueryKey[] = [],
  onReadings?: (ssid: string, values: readonly ParameterReading[]) => void,
): void {
  const queryClient = useQueryClient();
  const tell = useEffectEvent((ssid: string, values: readonly ParameterReading[]) =>
    onReadings?.(ssid, values),
  );
  const followed = ssids.slice(0, LIVE_DEVICES_MAX).toSorted().join(",");
  const made = useRef(madeOfThem);
  useEffect(() => {
    made.current = madeOfThem;
  });

  useEffect(() => {
    if (followed === "") return undefined;
    let source: EventSource | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;

    function refresh(): void {
      timer = undefined;
      for (const queryKey of made.current) void queryClient.invalidateQueries({ queryKey });
    }
    function take({ data }: MessageEvent<string>): void {
      const parsed = liveEvents.readings.safeParse(JSON.parse(data));
      // Polling brings what a newer server says in another way.
      if (!parsed.success) return;
      const { ssid, values } = parsed.data;
      queryClient.setQueryData(latestQuery(ssid).queryKey, (known) => known && mergeReadings(known, values));
      tell(ssid, values);
      timer ??= setTimeout(refresh, REFRESH_MS);
    }
    function follow(): void {
      source?.close();
      source = undefined;
      if (document.visibilityState === "hidden") return;
      source = new EventSource(`${openLiveStream.path}?devices=${encodeURIComponent(followed)}`);
      source.addEventListener("readings", take);
    }

    document.addEventListener("visibilitychange", follow);
    follow();
    return () => {
      document.removeEventListener("visibilitychange", follow);
      clearTimeout(timer);
      source?.close();
    };
  }, [queryClient, followed]);
}
