import * as contract from "@verandah/contract/equipment.ts";
import type { FastifyInstance } from "fastify";

import { mount } from "#core/mount.ts";

import { listEquipmentTypes } from "./equipment.service.ts";

export function equipmentRoutes(app: FastifyInstance): void {
  mount(app, contract.listEquipmentTypes, listEquipmentTypes);
}
