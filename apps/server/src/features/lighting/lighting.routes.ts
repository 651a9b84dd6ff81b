import * as legacy from "@verandah/contract/legacy/lights.ts";
import * as contract from "@verandah/contract/lights.ts";
import type { FastifyInstance } from "fastify";

import { mount } from "#core/mount.ts";

import { controlLights, getEventStatus, getLights } from "./legacy/light-calls.service.ts";
import { listLights } from "./lighting.service.ts";

export function lightingRoutes(app: FastifyInstance): void {
  mount(app, contract.listLights, listLights, { isShared: true });
  mount(app, legacy.getLights, getLights);
  mount(app, legacy.controlLights, controlLights);
  mount(app, legacy.getEventStatus, getEventStatus);
}
