import * as legacy from "@verandah/contract/legacy/ups.ts";
import type { FastifyInstance } from "fastify";

import { mount } from "#core/mount.ts";

import { getUps, getUpsGraph } from "./legacy/ups-calls.service.ts";

export function upsRoutes(app: FastifyInstance): void {
  mount(app, legacy.getUps, getUps);
  mount(app, legacy.getUpsGraph, getUpsGraph);
}
