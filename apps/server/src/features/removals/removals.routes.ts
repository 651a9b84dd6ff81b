import * as contract from "@verandah/contract/campuses/removals.ts";
import type { FastifyInstance } from "fastify";

import { mount } from "#core/mount.ts";

import * as removals from "./removals.service.ts";

export function removalRoutes(app: FastifyInstance): void {
  mount(app, contract.previewRemoval, removals.previewRemoval);
  mount(app, contract.removeItem, removals.removeItem);
  mount(app, contract.listRemovals, removals.listRemovals);
  mount(app, contract.undoRemoval, removals.undoRemoval);
}
