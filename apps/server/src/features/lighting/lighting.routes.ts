import * as legacy from "@verandah/contract/legacy/lights.ts";
import * as scenes from "@verandah/contract/lighting/light-scenes.ts";
import * as contract from "@verandah/contract/lighting/lights.ts";
import type { FastifyInstance } from "fastify";

import { mount } from "#core/mount.ts";

import { controlLights, getEventStatus, getLights } from "./legacy/light-calls.service.ts";
import {
  deleteLightScene,
  listLightScenes,
  renameLightScene,
  saveLightScene,
} from "./light-scenes.service.ts";
import { listFailedLamps, listLights } from "./lighting.service.ts";

export function lightingRoutes(app: FastifyInstance): void {
  mount(app, contract.listLights, listLights, { isShared: true });
  mount(app, contract.listFailedLamps, listFailedLamps);
  mount(app, scenes.listLightScenes, listLightScenes);
  mount(app, scenes.saveLightScene, saveLightScene);
  mount(app, scenes.renameLightScene, renameLightScene);
  mount(app, scenes.deleteLightScene, deleteLightScene);
  mount(app, legacy.getLights, getLights);
  mount(app, legacy.controlLights, controlLights);
  mount(app, legacy.getEventStatus, getEventStatus);
}
