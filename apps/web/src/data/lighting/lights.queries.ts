import { useQuery } from "@tanstack/react-query";
import { type Light, type Lights, listFailedLamps, listLights } from "@verandah/contract/lighting/lights.ts";
import { useMemo } from "react";

import { type Measured, useMeasured } from "../live/readings.ts";
import { routeQuery } from "../query/route-query.ts";

export type MeasuredLight = Measured<Light>;
export type MeasuredLights = Omit<Lights, "lights"> & { readonly lights: readonly MeasuredLight[] };

/** The lights of a place with their values, live; nothing without a place. */
export function useLights(locationId: number | undefined) {
  const query = useQuery({
    ...routeQuery(listLights, { id: locationId ?? 0 }),
    enabled: locationId !== undefined,
  });
  const { measured: lights, error } = useMeasured(query.data?.lights);
  const data = useMemo(
    (): MeasuredLights | undefined => query.data && lights && { ...query.data, lights },
    [query.data, lights],
  );
  return { ...query, data, error: query.error ?? error };
}

export const failedLampsQuery = (locationId: number) => routeQuery(listFailedLamps, { id: locationId });
