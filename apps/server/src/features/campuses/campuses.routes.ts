import * as contract from "@verandah/contract/campuses.ts";
import type { FastifyInstance } from "fastify";

import { mount } from "#core/mount.ts";

import { getCampusTree, getConfiguration, saveConfiguration } from "./campuses.service.ts";

export function campusRoutes(app: FastifyInstance): void {
  mount(app, contract.getCampusTree, getCampusTree);
  mount(app, contract.getConfiguration, getConfiguration);
  mount(app, contract.saveConfiguration, saveConfiguration);
}
