import { msg } from "@lingui/core/macro";
import { listCities } from "@verandah/contract/campuses/cities.ts";
import { getDevice } from "@verandah/contract/devices/devices.ts";
import { saveFloorPlan } from "@verandah/contract/floor-plans/floor-plans.ts";
import { buildingUsers } from "@verandah/contract/roles.ts";
import { createElement } from "react";

import { type Layer, layerAccess } from "./place/layers.ts";
import type { PlaceProps } from "./place/place-page.tsx";
import { lazyScreen, type Screen } from "./screen.ts";

// Their layers need both; a floor opens without the second.
const PlacePage = lazyScreen(async () => {
  const [page] = await Promise.all([import("./place/place-page.tsx"), import("./place/place-bodies.tsx")]);
  return page;
}, "PlacePage");

/** An address of the specification that leads to the page of a place, with a layer of its own open. */
function placeScreen(
  path: string,
  name: Screen["name"],
  place: Pick<PlaceProps, "level" | "start"> & { layer: Layer },
): Screen {
  const PlaceScreen = () => createElement(PlacePage, { title: name, ...place });
  return {
    path,
    name,
    access: layerAccess[place.layer],
    component: Object.assign(PlaceScreen, { preload: PlacePage.preload }),
  };
}

/** Screens of cities, buildings, floors, zones and areas, and of their booking. */
export const placeScreens: readonly Screen[] = [
  {
    path: "home",
    name: msg`Select a City`,
    access: listCities.access,
    component: lazyScreen(() => import("../features/cities/home-screen.tsx"), "HomeScreen"),
  },
  {
    path: "city",
    name: msg`City`,
    access: listCities.access,
    component: lazyScreen(() => import("../features/cities/city-screen.tsx"), "CityScreen"),
  },
  {
    path: "building/$id/dashboard",
    name: msg`Building Dashboard`,
    menu: { job: "home", icon: "IconBuilding" },
    access: layerAccess.comfort,
    component: lazyScreen(() => import("./building-dashboard-screen.tsx"), "BuildingDashboardScreen"),
  },
  {
    path: "$context/$id/dashboard",
    name: msg`Floor Dashboard`,
    access: layerAccess.comfort,
    component: lazyScreen<"PlaceDashboardScreen">(
      () => import("./place/place-page.tsx"),
      "PlaceDashboardScreen",
    ),
  },
  {
    path: "glAhu",
    name: msg`HVAC Controls`,
    systems: ["hvac"],
    menu: { job: "equipment", icon: "IconAirConditioning" },
    access: getDevice.access,
    component: lazyScreen(() => import("./gl-ahu-screen.tsx"), "GlAhuScreen"),
  },
  // Source: spec 2 §2 Lighting selector: HVAC is selected initially.
  placeScreen("selector", msg`Selector`, { level: "floor", layer: "hvac" }),
  placeScreen("floor/$id/hvac", msg`HVAC of a floor`, { level: "floor", layer: "hvac" }),
  placeScreen("zone/hvac", msg`HVAC of a zone`, { level: "zone", layer: "hvac" }),
  {
    ...placeScreen("floors", msg`LMS Controls`, { level: "floor", layer: "lights" }),
    systems: ["lighting"],
    menu: { job: "equipment", icon: "IconBulb" },
  },
  placeScreen("zoneMain", msg`Zone overview`, { level: "floor", layer: "lights" }),
  placeScreen("floor/$id/$param/zones", msg`Zones of a floor`, { level: "floor", layer: "lights" }),
  placeScreen("areas/$param", msg`Areas by measurement`, {
    level: "floor",
    layer: "lights",
    start: { isTable: true },
  }),
  placeScreen("zone", msg`Zone`, { level: "zone", layer: "lights" }),
  placeScreen("zone/$id/areas", msg`Areas of a zone`, { level: "zone", layer: "lights" }),
  placeScreen("arealist", msg`Area list`, { level: "zone", layer: "lights" }),
  placeScreen("areadetail", msg`Area detail`, { level: "area", layer: "lights" }),
  {
    ...placeScreen("flooroccupancy", msg`Floor occupancy`, { level: "floor", layer: "people" }),
    menu: { job: "spaces", icon: "IconFriends" },
  },
  placeScreen("devicemap", msg`Device map`, { level: "floor", layer: "devices" }),
  placeScreen("glLms", msg`Lighting map`, { level: "floor", layer: "devices", start: { areLights: true } }),
  {
    path: "room-booking",
    name: msg`Conference Room`,
    systems: ["rooms"],
    access: buildingUsers,
    component: lazyScreen(() => import("../features/bookings/booking-screen.tsx"), "RoomBookingScreen"),
  },
  {
    path: "floorplan",
    name: msg`Floor plan editor`,
    menu: { job: "administration", icon: "IconMapPlus" },
    access: saveFloorPlan.access,
    component: lazyScreen(() => import("../features/floor-plans/editor/upload-screen.tsx"), "UploadScreen"),
  },
];
