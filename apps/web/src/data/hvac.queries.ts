import { queryOptions, useQuery } from "@tanstack/react-query";
import { getActualVsExpected } from "@verandah/contract/hvac/hvac-comparison.ts";
import { AHU_POLL_MS, type AirUnits, listAirUnits, listFedVavs } from "@verandah/contract/hvac/hvac.ts";
import type { ParameterReading } from "@verandah/contract/telemetry/telemetry.ts";

import { call } from "#shared/call.ts";

import { useLiveDevices } from "./live/live.ts";
import { routeQuery } from "./query/route-query.ts";

const polled = { refetchInterval: AHU_POLL_MS };

/** The VAV boxes that a unit feeds. */
export const fedVavsQuery = (ssid: string) => routeQuery(listFedVavs, { ssid }, polled);

const timeOf = (reading: ParameterReading | undefined) => reading?.measured_time ?? "";

/** A reply with the newer values that the live stream brought meanwhile. A form of a mode would vanish while a user types. */
function withNewer(reply: AirUnits, known: AirUnits | undefined): AirUnits {
  const valuesOf = new Map(known?.units.map(({ ssid, values }) => [ssid, values]));
  const newerOf = (ssid: string, reading: ParameterReading) => {
    const shown = valuesOf.get(ssid)?.find(({ param_id: paramId }) => paramId === reading.param_id);
    return shown && timeOf(shown) > timeOf(reading) ? shown : reading;
  };
  return {
    ...reply,
    units: reply.units.map((unit) => ({
      ...unit,
      values: unit.values.map((reading) => newerOf(unit.ssid, reading)),
    })),
  };
}

/** The units and boxes below a location. */
export function airUnitsQuery(locationId: number) {
  const input = { id: locationId };
  const query = routeQuery(listAirUnits, input, polled);
  return queryOptions({
    ...query,
    queryFn: async ({ client, signal }): Promise<AirUnits> => {
      const reply = await call(listAirUnits, input, { signal });
      return withNewer(reply, client.getQueryData(query.queryKey));
    },
  });
}

/** Actual and expected values of a unit. */
export const comparisonQuery = (ssid: string) => routeQuery(getActualVsExpected, { ssid }, polled);

/** The units and boxes below a location, with values that follow the live stream. */
export function useAirUnits(locationId: number) {
  const query = useQuery(airUnitsQuery(locationId));
  useLiveDevices(query.data?.units.map(({ ssid }) => ssid) ?? []);
  return query;
}
