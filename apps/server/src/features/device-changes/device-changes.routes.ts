import * as contract from "@verandah/contract/devices/device-changes.ts";
import type { FastifyInstance } from "fastify";

import { mount } from "#core/mount.ts";

import * as changes from "./device-changes.service.ts";

export function deviceChangeRoutes(app: FastifyInstance): void {
  mount(app, contract.getDeviceModel, changes.getDeviceModel);
  mount(app, contract.replaceDevice, changes.replaceDevice);
  mount(app, contract.hidePoint, changes.hidePoint);
  mount(app, contract.changeDeviceType, changes.changeDeviceType);
}
