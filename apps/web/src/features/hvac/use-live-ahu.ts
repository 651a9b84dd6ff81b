import { useQuery, useQueryClient } from "@tanstack/react-query";
import { liveEvents, openLiveStream } from "@verandah/contract/live.ts";
import { useEffect } from "react";

import { mergeReadings } from "#shared/live-readings.ts";

import { ahuQuery } from "./ahu.queries.ts";

/** A unit's readings and setpoints, pushed while they are shown, and asked for every 10 s besides. */
export function useLiveAhu(ssid: string) {
  const queryClient = useQueryClient();
  useEffect(() => {
    const { queryKey } = ahuQuery(ssid);
    // A stream that breaks is opened again by the browser; polling goes on meanwhile.
    const source = new EventSource(`${openLiveStream.path}?devices=${encodeURIComponent(ssid)}`);
    source.addEventListener("readings", ({ data }: MessageEvent<string>) => {
      const { data: event } = liveEvents.readings.safeParse(JSON.parse(data));
      if (event?.ssid !== ssid) return;
      queryClient.setQueryData(
        queryKey,
        (known) =>
          known && {
            current: mergeReadings(known.current, event.values),
            current_sp: mergeReadings(known.current_sp, event.values),
          },
      );
    });
    return () => source.close();
  }, [queryClient, ssid]);
  return useQuery(ahuQuery(ssid));
}
