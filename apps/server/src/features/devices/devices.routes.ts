import * as contract from "@verandah/contract/devices.ts";
import type { FastifyInstance } from "fastify";

import { mount } from "#core/mount.ts";
import { listDevicesBelow } from "#features/buildings/buildings.service.ts";

import { getDeviceDetails } from "./device-details.service.ts";

export function deviceRoutes(app: FastifyInstance): void {
  mount(app, contract.listDevices, listDevicesBelow);
  mount(app, contract.getDevice, getDeviceDetails);
}
