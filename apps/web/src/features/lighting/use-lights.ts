import { listLights } from "@verandah/contract/lighting/lights.ts";

import { useReadingsState } from "#data/live/readings.ts";
import { useRoute } from "#data/query/use-route.ts";
import { useAged } from "#shared/age.ts";

import { unknownLights } from "./light-members.ts";

/** The lights of a place, when their values are loaded too; nothing without a place. Each card and cell reads the values of its own lights. */
export function useLights(locationId: number | undefined) {
  const query = useRoute(listLights, locationId === undefined ? undefined : { id: locationId });
  const { isLoaded, error } = useReadingsState(query.data?.lights.map(({ ssid }) => ssid) ?? []);
  return { ...query, data: isLoaded ? query.data : undefined, error: query.error ?? error };
}

/** People by zone; null where no sensor counts, or where the lights are old. */
export function usePeople(lights: ReturnType<typeof useLights>): ReadonlyMap<number, number | null> {
  return new Map(useAged(lights, unknownLights)?.occupancy.map(({ zoneId, people }) => [zoneId, people]));
}
