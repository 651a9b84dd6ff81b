import { useLocation, useNavigate, useParams } from "@tanstack/react-router";
import { getLocation } from "@verandah/contract/buildings.ts";

import { useRoute } from "#data/query/use-route.ts";
import { searchText, useSearchState } from "#shared/search-state.ts";
import { stored } from "#shared/stored-context.ts";
import { useChosenFloor } from "#shared/use-chosen-floor.ts";

import { useLights } from "./use-lights.ts";

export type PlaceLevel = "floor" | "zone" | "area";

/**
 * The place that the path or the search names; without one the floor or zone remembered, or the first one with lights. `options` are the
 * places beside it.
 */
export function usePlaceOfAddress(level: PlaceLevel) {
  const { id: inPath } = useParams({ strict: false });
  const [search, change] = useSearchState();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const { floors, floor, error } = useChosenFloor();
  const named = inPath ?? searchText(search[level]);
  const id = named === undefined ? undefined : Number(named);
  const place = useRoute(getLocation, { id: id ?? 0 }, { enabled: id !== undefined && level !== "floor" });
  const above = (type: string) => place.data?.path.find((step) => step.zone_type === type)?.id;
  const lights = useLights(id === undefined ? floor?.id : above("GL_LOCATION_TYPE_FLOOR"));
  const { zones = [], lights: lamps = [] } = lights.data ?? {};
  const zoneId = above("GL_LOCATION_TYPE_ZONE") ?? Number(stored("zoneID"));
  const zone = zones.find((one) => one.id === zoneId) ?? zones[0];
  const areaId = lamps.find((lamp) => lamp.zoneId === zone?.id)?.areaId ?? undefined;
  const found = id ?? { floor: floor?.id, zone: zone?.id, area: areaId }[level];

  return {
    id: found,
    options: { floor: floors, zone: zones, area: zone?.areas ?? [] }[level],
    choose: (next: number): void => {
      if (inPath === undefined) change({ [level]: next });
      else void navigate({ to: pathname.replace(`/${inPath}/`, `/${next}/`) });
    },
    error: error ?? (id === undefined ? lights.error : null),
    isMissing: found === undefined && (level === "floor" ? floors.length > 0 : lights.data !== undefined),
  };
}
