import { useQuery } from "@tanstack/react-query";
import { getActualVsExpected } from "@verandah/contract/hvac/hvac-comparison.ts";

import { liveAirUnits, liveFedVavs, liveQuery } from "./live/live-values.ts";
import { useLiveDevices } from "./live/live.ts";
import { routeQuery } from "./query/route-query.ts";

/** The VAV boxes that a unit feeds. */
export const fedVavsQuery = (ssid: string) => liveQuery(liveFedVavs, { ssid });

/** The units and boxes below a location. */
export const airUnitsQuery = (locationId: number) => liveQuery(liveAirUnits, { id: locationId });

/** Actual and expected values of a unit. */
export const comparisonQuery = (ssid: string) => routeQuery(getActualVsExpected, { ssid });

/** The units and boxes below a location, with values that follow the live stream. */
export function useAirUnits(locationId: number) {
  const query = useQuery(airUnitsQuery(locationId));
  useLiveDevices(query.data?.units.map(({ ssid }) => ssid) ?? []);
  return query;
}
