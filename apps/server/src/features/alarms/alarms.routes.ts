import * as contract from "@verandah/contract/alarms.ts";
import type { FastifyInstance } from "fastify";

import { mount } from "#core/mount.ts";

import { listAlerts } from "./alarms.service.ts";

export function alarmRoutes(app: FastifyInstance): void {
  mount(app, contract.listAlerts, listAlerts);
}
