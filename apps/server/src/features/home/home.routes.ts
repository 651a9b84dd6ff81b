import * as contract from "@verandah/contract/home.ts";
import type { FastifyInstance } from "fastify";

import { mount } from "#core/mount.ts";

import { getHomeCounts, getHomeFigures, getSinceEvening } from "./home.service.ts";

export function homeRoutes(app: FastifyInstance): void {
  mount(app, contract.getHomeCounts, getHomeCounts, { isShared: true });
  mount(app, contract.getHomeFigures, getHomeFigures, { isShared: true });
  mount(app, contract.getSinceEvening, getSinceEvening, { isShared: true });
}
