import { type Light, type Lights, listLights } from "@verandah/contract/lighting/lights.ts";
import { useMemo } from "react";

import { type Measured, useMeasured } from "#data/live/readings.ts";
import { useRoute } from "#data/query/use-route.ts";
import { useIsOutdated } from "#shared/age.ts";

export type MeasuredLight = Measured<Light>;
export type MeasuredLights = Omit<Lights, "lights"> & { readonly lights: readonly MeasuredLight[] };

/** The lights of a place with their values, live; nothing without a place. */
export function useLights(locationId: number | undefined) {
  const query = useRoute(listLights, locationId === undefined ? undefined : { id: locationId });
  const { measured: lights, error } = useMeasured(query.data?.lights);
  const data = useMemo(
    (): MeasuredLights | undefined => query.data && lights && { ...query.data, lights },
    [query.data, lights],
  );
  return { ...query, data, error: query.error ?? error };
}

/** People by zone; null where no sensor counts, or where the lights are old. */
export function usePeople(lights: ReturnType<typeof useLights>): ReadonlyMap<number, number | null> {
  const isOutdated = useIsOutdated(lights);
  return new Map(lights.data?.occupancy.map(({ zoneId, people }) => [zoneId, isOutdated ? null : people]));
}
