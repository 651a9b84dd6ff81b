import { getDevice } from "@verandah/contract/devices/devices.ts";
import { listMessageProblems as problemsRoute } from "@verandah/contract/devices/message-problems.ts";
import { getNetworkStatus as networkRoute } from "@verandah/contract/devices/network.ts";
import type { FastifyInstance } from "fastify";

import { mount } from "#core/mount.ts";

import { getDeviceDetails } from "./device-details.service.ts";
import { listMessageProblems } from "./message-problems.service.ts";
import { getNetworkStatus } from "./network.service.ts";

export function deviceRoutes(app: FastifyInstance): void {
  mount(app, getDevice, getDeviceDetails);
  mount(app, networkRoute, getNetworkStatus, { isShared: true });
  mount(app, problemsRoute, listMessageProblems);
}
