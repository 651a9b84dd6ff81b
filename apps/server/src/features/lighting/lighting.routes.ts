import * as legacy from "@verandah/contract/legacy/lights.ts";
import * as scenes from "@verandah/contract/lighting/light-scenes.ts";
import * as contract from "@verandah/contract/lighting/lights.ts";
import type { FastifyInstance } from "fastify";

import { mount } from "#core/mount.ts";

import { controlLights, getEventStatus, getLights } from "./legacy/light-calls.service.ts";
import * as sceneService from "./light-scenes.service.ts";
import { listFailedLamps, listLights } from "./lighting.service.ts";

export function lightingRoutes(app: FastifyInstance): void {
  mount(app, contract.listLights, listLights, { isShared: true });
  mount(app, contract.listFailedLamps, listFailedLamps);
  mount(app, scenes.listLightScenes, sceneService.listLightScenes);
  mount(app, scenes.saveLightScene, sceneService.saveLightScene);
  mount(app, scenes.renameLightScene, sceneService.renameLightScene);
  mount(app, scenes.deleteLightScene, sceneService.deleteLightScene);
  mount(app, legacy.getLights, getLights);
  mount(app, legacy.controlLights, controlLights);
  mount(app, legacy.getEventStatus, getEventStatus);
}
