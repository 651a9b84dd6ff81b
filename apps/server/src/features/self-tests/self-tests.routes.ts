import * as contract from "@verandah/contract/self-tests.ts";
import type { FastifyInstance } from "fastify";

import { mount } from "#core/mount.ts";

import { deleteSelfTest, listSelfTests, planSelfTest } from "./self-tests.service.ts";

export function selfTestRoutes(app: FastifyInstance): void {
  mount(app, contract.listSelfTests, listSelfTests);
  mount(app, contract.planSelfTest, planSelfTest);
  mount(app, contract.deleteSelfTest, deleteSelfTest);
}
