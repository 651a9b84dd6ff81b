import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { useParams } from "@tanstack/react-router";
import { getLocation } from "@verandah/contract/buildings.ts";
import type { ComponentProps } from "react";

import { useRoute } from "#data/query/use-route.ts";

import { CampusScreen } from "../../features/buildings/campus-screen.tsx";
import { NoDataFound } from "../../features/buildings/no-data-found.tsx";
import { ParkingScreen } from "../../features/parking/parking-screen.tsx";
import { PlacePage } from "./place-page.tsx";
import type { PlaceLevel } from "./use-place.ts";

const levels: Partial<Record<string, PlaceLevel>> = { floor: "floor", zone: "zone" };

/** The bays of a parking deck, the buildings of a campus, and the page of any other place. */
export function PlaceDashboardScreen() {
  const { context = "", id } = useParams({ strict: false });
  const { data } = useRoute(getLocation, context === "floor" ? { id: Number(id) } : undefined);
  const level = levels[context];
  if (data?.floor_type === "parking") return <ParkingScreen floor={data} />;
  if (context === "campus") return <CampusScreen id={Number(id)} />;
  return level ? <PlacePage level={level} title={msg`Floor Dashboard`} /> : <NoDataFound />;
}

/** An address of the specification that leads to the page of a place, with a layer of its own open. */
function placeScreen(
  level: PlaceLevel,
  title: MessageDescriptor,
  first: Pick<ComponentProps<typeof PlacePage>, "layer" | "start">,
) {
  return function PlaceScreen() {
    return <PlacePage level={level} title={title} {...first} />;
  };
}

const lights = { layer: "lights" } as const;

/** Source: spec 2 §2 Lighting selector: HVAC is selected initially. */
export const SelectorScreen = placeScreen("floor", msg`Selector`, { layer: "hvac" });
export const FloorHvacScreen = placeScreen("floor", msg`HVAC of a floor`, { layer: "hvac" });
export const ZoneHvacScreen = placeScreen("zone", msg`HVAC of a zone`, { layer: "hvac" });
export const OccupancyScreen = placeScreen("floor", msg`Floor occupancy`, { layer: "people" });
export const DeviceMapScreen = placeScreen("floor", msg`Device map`, { layer: "devices" });
export const LightingMapScreen = placeScreen("floor", msg`Lighting map`, {
  layer: "devices",
  start: { areLights: true },
});
export const HvacControlsScreen = placeScreen("floor", msg`HVAC Controls`, {
  layer: "hvac",
  start: { hasStoredMap: true },
});
export const LmsControlsScreen = placeScreen("floor", msg`LMS Controls`, lights);
export const AreasByMeasurementScreen = placeScreen("floor", msg`Areas by measurement`, {
  ...lights,
  start: { isTable: true },
});
export const FloorZonesScreen = placeScreen("floor", msg`Zones of a floor`, lights);
export const ZoneMainScreen = placeScreen("floor", msg`Zone overview`, lights);
export const ZoneAreasScreen = placeScreen("zone", msg`Areas of a zone`, lights);
export const AreaListScreen = placeScreen("zone", msg`Area list`, lights);
export const ZoneScreen = placeScreen("zone", msg`Zone`, lights);
export const AreaDetailScreen = placeScreen("area", msg`Area detail`, lights);
