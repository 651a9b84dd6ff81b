import * as contract from "@verandah/contract/equipment.ts";
import type { FastifyInstance } from "fastify";

import { mount } from "#core/mount.ts";

import { listEquipmentTypes, listSystems } from "./equipment.service.ts";

export function equipmentRoutes(app: FastifyInstance): void {
  mount(app, contract.listEquipmentTypes, listEquipmentTypes);
  mount(app, contract.listSystems, listSystems, { isShared: true });
}
