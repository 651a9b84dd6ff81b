import * as contract from "@verandah/contract/buildings.ts";
import * as cities from "@verandah/contract/campuses/cities.ts";
import { listDevices } from "@verandah/contract/devices/devices.ts";
import type { FastifyInstance } from "fastify";

import { mount } from "#core/mount.ts";

import {
  getCurrentLux,
  getLocation,
  getPlaceStatus,
  listDevicesBelow,
  listLocationMetrics,
  listPlaceStatuses,
  listSubsystemStatuses,
} from "./buildings.service.ts";
import { chooseBuilding, listCities } from "./cities.service.ts";

export function buildingRoutes(app: FastifyInstance): void {
  mount(app, contract.listLocationMetrics, listLocationMetrics, { isShared: true });
  mount(app, contract.getPlaceStatus, getPlaceStatus, { isShared: true });
  mount(app, contract.listPlaceStatuses, listPlaceStatuses, { isShared: true });
  mount(app, contract.getLocation, getLocation, { isShared: true });
  mount(app, contract.listSubsystemStatuses, listSubsystemStatuses, { isShared: true });
  mount(app, contract.getCurrentLux, getCurrentLux, { isShared: true });
  mount(app, listDevices, listDevicesBelow);
  mount(app, cities.listCities, listCities, { isShared: true });
  mount(app, cities.chooseBuilding, chooseBuilding);
}
