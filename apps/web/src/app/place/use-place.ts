import { useLocation, useNavigate, useParams } from "@tanstack/react-router";
import { getSpaceNow } from "@verandah/contract/bookings/room-displays.ts";
import { getLocation, listLocationMetrics, type LocationMetric } from "@verandah/contract/buildings.ts";
import type { ZoneType } from "@verandah/contract/campuses/campuses.ts";
import type { ReplyOf } from "@verandah/contract/route.ts";
import { useEffect, useState } from "react";

import { useSession } from "#data/query/session.ts";
import { useRoute } from "#data/query/use-route.ts";
import { byName } from "#shared/by-name.ts";
import { isRefusal } from "#shared/call.ts";
import { searchText, useSearchState } from "#shared/search-state.ts";
import { stored, storeMapFloor, storeZone } from "#shared/stored-context.ts";
import { useChosenFloor } from "#shared/use-chosen-floor.ts";

import { useFloorRooms } from "../../features/bookings/use-floor-rooms.ts";

export type PlaceLevel = "floor" | "zone" | "area";

const types = {
  floor: "GL_LOCATION_TYPE_FLOOR",
  zone: "GL_LOCATION_TYPE_ZONE",
  area: "GL_LOCATION_TYPE_AREA",
} as const satisfies Record<PlaceLevel, ZoneType>;

export type FoundPlace = ReplyOf<typeof getLocation>;

const inOrder = (places: LocationMetric[]) =>
  byName(places.map(({ id, name, zone_type: type }) => ({ id, name, type })));

/**
 * The place that the path or the search names; without one the floor or zone remembered, or the first one. `options` are the places beside
 * it.
 */
export function usePlace(level: PlaceLevel) {
  const { building } = useSession();
  const { id: inPath } = useParams({ strict: false });
  const [search, change] = useSearchState();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const chosen = useChosenFloor();
  const named = inPath ?? searchText(search[level]);
  const asked = named === undefined ? undefined : Number(named);
  const first = useFirstPlace(level, chosen, asked === undefined);
  const id = asked ?? first.id;
  const location = useRoute(getLocation, id === undefined ? undefined : { id });
  const place = location.data?.zone_type === types[level] ? location.data : undefined;
  const parentId = place?.path.at(-1)?.id;
  const beside = useRoute(listLocationMetrics, parentId === undefined ? undefined : { id: parentId }, {
    select: inOrder,
  });
  const steps = place ? [...place.path, place] : [];
  const idOf = (type: ZoneType) => steps.find((step) => step.zone_type === type)?.id;
  const error = location.error ?? (asked === undefined ? first.error : null);

  const buildingId = idOf("GL_LOCATION_TYPE_BUILDING");
  const floor = steps.find((step) => step.zone_type === types.floor);
  const zoneId = idOf(types.zone);
  const isOwn = buildingId === building.id;
  useEffect(() => {
    // The other screens show the building of the session.
    if (!isOwn) return;
    if (floor) storeMapFloor(floor);
    if (zoneId !== undefined) storeZone(zoneId);
  }, [isOwn, floor, zoneId]);

  return {
    ...location,
    id,
    data: place,
    error,
    ids: place && {
      name: place.name,
      buildingId,
      floorId: floor?.id,
      zoneId,
      areaId: idOf(types.area),
      room: undefined,
    },
    options: beside.data?.filter((one) => one.type === types[level]) ?? [],
    choose: (next: number): void => {
      if (inPath !== undefined)
        void navigate({ to: pathname.replace(`/${inPath}/`, `/${next}/`), search: true });
      else change({ [level]: next });
    },
    isMissing:
      (location.data !== undefined && !place) ||
      isRefusal(error, "not-found", "input-invalid") ||
      (asked === undefined && first.isMissing),
  };
}

/** A meeting room, which lies in a zone; `options` are the rooms of its floor. */
export function useRoom(id: number) {
  const navigate = useNavigate();
  const asked = useRoute(getSpaceNow, { id });
  const room = asked.data?.space.kind === "room" ? asked.data.space : undefined;
  const location = useRoute(getLocation, room && { id: room.zone.id });
  const rooms = useFloorRooms(room?.floor.id);
  const zone = location.data;
  const path = zone && [...zone.path, zone];
  const error = asked.error ?? location.error;
  return {
    ...location,
    id: undefined,
    data: room && path && { id, name: room.name, path },
    error,
    ids: room &&
      path && {
        name: room.name,
        buildingId: room.buildingId,
        floorId: room.floor.id,
        zoneId: room.zone.id,
        areaId: undefined,
        room,
      },
    options: rooms.data ?? [],
    choose: (next: number): void => void navigate({ to: `/admin/room/${next}/dashboard`, search: true }),
    isMissing: (asked.data !== undefined && !room) || isRefusal(error, "not-found", "input-invalid"),
  };
}

/** The place of an address that names none: the floor or zone remembered, or the first one with a workplace. */
function useFirstPlace(
  level: PlaceLevel,
  { floors, floor: chosen, isChosen, isLoaded, isMissing, error }: ReturnType<typeof useChosenFloor>,
  isAsked: boolean,
) {
  const [remembered] = useState(() => Number(stored("zoneID")));
  // The zones of a parking deck are its bays.
  const isDeck = level !== "floor" && !isChosen && chosen?.floorType === "parking";
  const floor = isDeck ? floors.find(({ floorType }) => floorType !== "parking") : chosen;
  const zones = useRoute(
    listLocationMetrics,
    isAsked && level !== "floor" && floor ? { id: floor.id } : undefined,
    { select: inOrder },
  );
  const zone = zones.data?.find(({ id }) => id === remembered) ?? zones.data?.[0];
  const areas = useRoute(
    listLocationMetrics,
    isAsked && level === "area" && zone ? { id: zone.id } : undefined,
    { select: inOrder },
  );
  return {
    id: { floor: floor?.id, zone: zone?.id, area: areas.data?.[0]?.id }[level],
    error: error ?? zones.error ?? areas.error,
    isMissing:
      isMissing ||
      (isLoaded && !floor) ||
      (level !== "floor" && zones.data?.length === 0) ||
      (level === "area" && areas.data?.length === 0),
  };
}
