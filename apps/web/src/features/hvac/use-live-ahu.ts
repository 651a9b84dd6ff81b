import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";

import { mergeReadings, useLiveDevices } from "#shared/live-readings.ts";

import { ahuQuery, ahusKey } from "./ahu.queries.ts";

/** A unit's readings and setpoints, pushed while they are shown, and asked for every 10 s besides. */
export function useLiveAhu(ssid: string) {
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
    if (isHeard !== undefined) void queryClient.invalidateQueries({ queryKey: [ahusKey] });
  }, [queryClient, isHeard]);
  return query;
}
