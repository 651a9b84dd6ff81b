import * as contract from "@verandah/contract/coworking.ts";
import type { FastifyInstance } from "fastify";

import { mount } from "#core/mount.ts";

import { getClientDetails, listCoworkingUsers } from "./coworking.service.ts";

export function coworkingRoutes(app: FastifyInstance): void {
  mount(app, contract.getClientDetails, getClientDetails);
  mount(app, contract.listCoworkingUsers, listCoworkingUsers);
}
