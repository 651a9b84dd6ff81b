import { useLocation, useNavigate, useParams } from "@tanstack/react-router";
import { getLocation, listLocationMetrics, type LocationMetric } from "@verandah/contract/buildings.ts";
import type { ZoneType } from "@verandah/contract/campuses/campuses.ts";
import type { ReplyOf } from "@verandah/contract/route.ts";
import { useEffect } from "react";

import { useRoute } from "#data/query/use-route.ts";
import { byName } from "#shared/by-name.ts";
import { isRefusal } from "#shared/call.ts";
import { searchText, useSearchState } from "#shared/search-state.ts";
import { stored, storeMapFloor, storeZone } from "#shared/stored-context.ts";
import { useChosenFloor } from "#shared/use-chosen-floor.ts";

export type PlaceLevel = "floor" | "zone" | "area";

const types = {
  floor: "GL_LOCATION_TYPE_FLOOR",
  zone: "GL_LOCATION_TYPE_ZONE",
  area: "GL_LOCATION_TYPE_AREA",
} as const satisfies Record<PlaceLevel, ZoneType>;

export type FoundPlace = ReplyOf<typeof getLocation>;

const inOrder = (places: LocationMetric[]) => byName(places.map(({ id, name }) => ({ id, name })));

/**
 * The place that the path or the search names; without one the floor or zone remembered, or the first one. `options` are the places beside
 * it.
 */
export function usePlace(level: PlaceLevel) {
  const { id: inPath } = useParams({ strict: false });
  const [search, change] = useSearchState();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const chosen = useChosenFloor();
  const named = inPath ?? (level === "floor" ? undefined : searchText(search[level]));
  const asked = named === undefined ? undefined : Number(named);
  const askedPlace = useRoute(getLocation, asked === undefined ? undefined : { id: asked });
  const above = (type: ZoneType) => askedPlace.data?.path.find((step) => step.zone_type === type)?.id;

  const floorAbove = asked === undefined ? chosen.floor?.id : above(types.floor);
  const zones = useRoute(
    listLocationMetrics,
    level === "floor" || floorAbove === undefined ? undefined : { id: floorAbove },
    { select: inOrder },
  );
  const remembered = Number(stored("zoneID"));
  const firstZone = zones.data?.find(({ id }) => id === remembered) ?? zones.data?.[0];
  const zoneAbove = asked === undefined ? firstZone?.id : above(types.zone);
  const areas = useRoute(
    listLocationMetrics,
    level !== "area" || zoneAbove === undefined ? undefined : { id: zoneAbove },
    { select: inOrder },
  );

  const id = asked ?? { floor: chosen.floor?.id, zone: firstZone?.id, area: areas.data?.[0]?.id }[level];
  const location = useRoute(getLocation, id === undefined ? undefined : { id });
  const place = location.data?.zone_type === types[level] ? location.data : undefined;
  const steps = place ? [...place.path, place] : [];
  const idOf = (type: ZoneType) => steps.find((step) => step.zone_type === type)?.id;
  const error = location.error ?? (asked === undefined ? (chosen.error ?? zones.error ?? areas.error) : null);
  const beside = { floor: chosen.floors, zone: zones.data, area: areas.data }[level] ?? [];
  const isWithout = {
    floor: chosen.floors.length > 0,
    zone: zones.data?.length === 0,
    area: areas.data?.length === 0,
  };

  const floor = steps.find((step) => step.zone_type === types.floor);
  const zoneId = idOf(types.zone);
  useEffect(() => {
    if (floor) storeMapFloor(floor);
    if (zoneId !== undefined) storeZone(zoneId);
  }, [floor, zoneId]);

  return {
    ...location,
    data: place,
    error,
    ids: place && {
      name: place.name,
      buildingId: idOf("GL_LOCATION_TYPE_BUILDING"),
      floorId: floor?.id,
      zoneId,
      areaId: idOf(types.area),
    },
    options: beside,
    choose: (next: number): void => {
      if (inPath !== undefined)
        void navigate({ to: pathname.replace(`/${inPath}/`, `/${next}/`), search: true });
      else if (level === "floor") chosen.choose(next);
      else change({ [level]: next });
    },
    isMissing:
      (location.data !== undefined && !place) ||
      isRefusal(error, "not-found", "input-invalid") ||
      (level === "floor" && asked === undefined && chosen.isMissing) ||
      (id === undefined && level !== "floor" && isWithout[level]),
  };
}
