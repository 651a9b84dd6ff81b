import { listLocationMetrics } from "@verandah/contract/buildings.ts";
import { listDevices } from "@verandah/contract/devices/devices.ts";
import type { System } from "@verandah/contract/equipment.ts";
import { getFloorOccupancy } from "@verandah/contract/floor-plans/floor-occupancy.ts";
import { listAirUnits } from "@verandah/contract/hvac/hvac.ts";
import { listLights } from "@verandah/contract/lighting/lights.ts";
import type { RoleId } from "@verandah/contract/roles.ts";

/** What a place shows: a drawing of the floor, with the parts that belong to it. */
export const layers = ["hvac", "lights", "comfort", "people", "devices"] as const;
export type Layer = (typeof layers)[number];

/** The systems without which a campus has no such layer. */
export const layerSystems: Partial<Record<Layer, readonly System[]>> = {
  hvac: ["hvac"],
  lights: ["lighting"],
};

/** The roles that may see each layer. */
export const layerAccess: Record<Layer, readonly RoleId[]> = {
  hvac: listAirUnits.access,
  lights: listLights.access,
  comfort: listLocationMetrics.access,
  people: getFloorOccupancy.access,
  devices: listDevices.access,
};
