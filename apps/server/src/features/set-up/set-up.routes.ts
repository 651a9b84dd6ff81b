import * as contract from "@verandah/contract/set-up.ts";
import type { FastifyInstance } from "fastify";

import { mount } from "#core/mount.ts";

import { checkSetUpCode, getSetUp, setUp } from "./set-up.service.ts";

export function setUpRoutes(app: FastifyInstance): void {
  mount(app, contract.getSetUp, getSetUp);
  mount(app, contract.checkSetUpCode, checkSetUpCode);
  mount(app, contract.setUp, setUp);
}
