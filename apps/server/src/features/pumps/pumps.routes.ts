import * as contract from "@verandah/contract/pumps.ts";
import type { FastifyInstance } from "fastify";

import { mount } from "#core/mount.ts";

import { listPumps } from "./pumps.service.ts";

export function pumpRoutes(app: FastifyInstance): void {
  mount(app, contract.listPumps, listPumps);
}
