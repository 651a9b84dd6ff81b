import { useQuery } from "@tanstack/react-query";
import { listFailedLamps } from "@verandah/contract/lighting/lights.ts";

import { liveLights, liveQuery } from "../live/live-values.ts";
import { useLiveDevices } from "../live/live.ts";
import { routeQuery } from "../query/route-query.ts";

/** The lights of a place, with values that follow the live stream; nothing without a place. */
export function useLights(locationId: number | undefined) {
  const query = useQuery({
    ...liveQuery(liveLights, { id: locationId ?? 0 }),
    enabled: locationId !== undefined,
  });
  useLiveDevices(query.data?.lights.map(({ ssid }) => ssid) ?? []);
  return query;
}

export const failedLampsQuery = (locationId: number) => routeQuery(listFailedLamps, { id: locationId });
