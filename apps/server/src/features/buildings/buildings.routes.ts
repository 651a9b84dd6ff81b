import * as contract from "@verandah/contract/buildings.ts";
import * as cities from "@verandah/contract/campuses/cities.ts";
import { listDevices } from "@verandah/contract/devices/devices.ts";
import type { FastifyInstance } from "fastify";

import { mount } from "#core/mount.ts";

import * as buildings from "./buildings.service.ts";
import { chooseBuilding, listCities } from "./cities.service.ts";

export function buildingRoutes(app: FastifyInstance): void {
  mount(app, contract.listLocationMetrics, buildings.listLocationMetrics, { isShared: true });
  mount(app, contract.getPlaceStatus, buildings.getPlaceStatus, { isShared: true });
  mount(app, contract.listPlaceStatuses, buildings.listPlaceStatuses, { isShared: true });
  mount(app, contract.getLocation, buildings.getLocation, { isShared: true });
  mount(app, contract.listSubsystemStatuses, buildings.listSubsystemStatuses, { isShared: true });
  mount(app, contract.getCurrentLux, buildings.getCurrentLux, { isShared: true });
  mount(app, listDevices, buildings.listDevicesBelow);
  mount(app, cities.listCities, listCities, { isShared: true });
  mount(app, cities.chooseBuilding, chooseBuilding);
}
