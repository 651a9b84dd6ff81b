import { msg } from "@lingui/core/macro";
import { listLocationMetrics } from "@verandah/contract/buildings.ts";
import { listCities } from "@verandah/contract/campuses/cities.ts";
import { saveFloorPlan } from "@verandah/contract/floor-plans/floor-plans.ts";
import { listLights } from "@verandah/contract/lighting/lights.ts";
import { buildingUsers } from "@verandah/contract/roles.ts";

import { lazyScreen, type Screen } from "./screen.ts";

const comfort = listLocationMetrics.access;

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
    access: comfort,
    component: lazyScreen(() => import("./building-dashboard-screen.tsx"), "BuildingDashboardScreen"),
  },
  {
    path: "$context/$id/dashboard",
    name: msg`Floor Dashboard`,
    access: comfort,
    component: lazyScreen(() => import("./place/place-screens.tsx"), "PlaceDashboardScreen"),
  },
  {
    path: "selector",
    name: msg`Selector`,
    access: listLights.access,
    component: lazyScreen(() => import("./place/place-screens.tsx"), "SelectorScreen"),
  },
  {
    path: "floor/$id/$param/zones",
    name: msg`Zones of a floor`,
    access: listLights.access,
    component: lazyScreen(() => import("./place/place-screens.tsx"), "FloorZonesScreen"),
  },
  {
    path: "zone/$id/areas",
    name: msg`Areas of a zone`,
    access: listLights.access,
    component: lazyScreen(() => import("./place/place-screens.tsx"), "ZoneAreasScreen"),
  },
  {
    path: "zone",
    name: msg`Zone`,
    access: listLights.access,
    component: lazyScreen(() => import("./place/place-screens.tsx"), "ZoneScreen"),
  },
  {
    path: "areas/$param",
    name: msg`Areas by measurement`,
    access: listLights.access,
    component: lazyScreen(() => import("./place/place-screens.tsx"), "AreasByMeasurementScreen"),
  },
  {
    path: "arealist",
    name: msg`Area list`,
    access: listLights.access,
    component: lazyScreen(() => import("./place/place-screens.tsx"), "AreaListScreen"),
  },
  {
    path: "zoneMain",
    name: msg`Zone overview`,
    access: listLights.access,
    component: lazyScreen(() => import("./place/place-screens.tsx"), "ZoneMainScreen"),
  },
  {
    path: "areadetail",
    name: msg`Area detail`,
    access: listLights.access,
    component: lazyScreen(() => import("./place/place-screens.tsx"), "AreaDetailScreen"),
  },
  {
    path: "room-booking",
    name: msg`Conference Room`,
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
