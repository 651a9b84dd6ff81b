import * as legacy from "@verandah/contract/legacy/ups.ts";
import * as contract from "@verandah/contract/ups.ts";
import type { FastifyInstance } from "fastify";

import { mount } from "#core/mount.ts";

import { getUps, getUpsGraph } from "./legacy/ups-calls.service.ts";
import { listUpsTransfers } from "./transfers.service.ts";
import { getUpsBattery, saveUpsBattery } from "./ups-battery.service.ts";

export function upsRoutes(app: FastifyInstance): void {
  mount(app, legacy.getUps, getUps);
  mount(app, legacy.getUpsGraph, getUpsGraph);
  mount(app, contract.listUpsTransfers, listUpsTransfers);
  mount(app, contract.getUpsBattery, getUpsBattery);
  mount(app, contract.saveUpsBattery, saveUpsBattery);
}
