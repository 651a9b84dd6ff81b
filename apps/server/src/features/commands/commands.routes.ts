import * as contract from "@verandah/contract/commands.ts";
import type { FastifyInstance } from "fastify";

import { mount } from "#core/mount.ts";

import { getCommand } from "./commands.service.ts";

export function commandRoutes(app: FastifyInstance): void {
  mount(app, contract.getCommand, getCommand);
}
