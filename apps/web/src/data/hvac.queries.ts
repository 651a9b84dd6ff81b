import { useQuery } from "@tanstack/react-query";
import { getActualVsExpected } from "@verandah/contract/hvac/hvac-comparison.ts";
import { type AirUnit, type AirUnits, listAirUnits, listFedVavs } from "@verandah/contract/hvac/hvac.ts";
import { useMemo } from "react";

import { type Measured, useMeasured } from "./live/readings.ts";
import { routeQuery } from "./query/route-query.ts";

/** The VAV boxes that a unit feeds. */
export const fedVavsQuery = (ssid: string) => routeQuery(listFedVavs, { ssid });

/** The units and boxes below a location. */
export const airUnitsQuery = (locationId: number) => routeQuery(listAirUnits, { id: locationId });

/** Actual and expected values of a unit. */
export const comparisonQuery = (ssid: string) => routeQuery(getActualVsExpected, { ssid });

export type MeasuredUnit = Measured<AirUnit>;
export type MeasuredUnits = Omit<AirUnits, "units"> & { readonly units: readonly MeasuredUnit[] };

/** The units and boxes below a location with their values, live; nothing without a location. */
export function useAirUnits(locationId: number | undefined) {
  const query = useQuery({ ...airUnitsQuery(locationId ?? 0), enabled: locationId !== undefined });
  const { measured: units, error } = useMeasured(query.data?.units);
  const floors = query.data?.floors;
  const data = useMemo(
    (): MeasuredUnits | undefined => floors && units && { floors, units },
    [floors, units],
  );
  return { ...query, data, error: query.error ?? error };
}
