import * as contract from "@verandah/contract/search.ts";
import type { FastifyInstance } from "fastify";

import { mount } from "#core/mount.ts";

import { search } from "./search.service.ts";

export function searchRoutes(app: FastifyInstance): void {
  mount(app, contract.search, search);
}
