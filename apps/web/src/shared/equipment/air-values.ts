import type { MeasuredUnit } from "@verandah/contract/hvac/air-comparison.ts";
import { type AirUnits, listAirUnits } from "@verandah/contract/hvac/hvac.ts";
import { useMemo } from "react";

import { useMeasured } from "#data/live/readings.ts";
import { useRoute } from "#data/query/use-route.ts";

export type MeasuredUnits = Omit<AirUnits, "units"> & { readonly units: readonly MeasuredUnit[] };

/** The units and boxes below a location with their values, live. */
export function useAirUnits(locationId: number) {
  const query = useRoute(listAirUnits, { id: locationId });
  const { measured: units, error } = useMeasured(query.data?.units);
  const floors = query.data?.floors;
  const data = useMemo(
    (): MeasuredUnits | undefined => floors && units && { floors, units },
    [floors, units],
  );
  return { ...query, data, error: query.error ?? error };
}
