import { getDevice } from "@verandah/contract/devices.ts";
import type { FastifyInstance } from "fastify";

import { mount } from "#core/mount.ts";

import { getDeviceDetails } from "./device-details.service.ts";

export function deviceRoutes(app: FastifyInstance): void {
  mount(app, getDevice, getDeviceDetails);
}
