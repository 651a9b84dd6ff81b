import { queryOptions } from "@tanstack/react-query";
import { type AirUnits, listAirUnits } from "@verandah/contract/hvac.ts";

import { call } from "#shared/call.ts";

/** First part of the key of every list of air handling units and boxes. */
export const airUnitsKey = "air-units";

/** Source: spec 2 §9 AHU refresh. */
export const AIR_POLL_MS = 10_000;

/** The units and boxes below a location. */
export const airUnitsQuery = (locationId: number) =>
  queryOptions({
    queryKey: [airUnitsKey, locationId],
    queryFn: ({ signal }): Promise<AirUnits> => call(listAirUnits, { id: locationId }, { signal }),
    refetchInterval: AIR_POLL_MS,
  });
