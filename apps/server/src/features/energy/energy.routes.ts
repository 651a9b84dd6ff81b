import { getConsumption as consumptionRoute } from "@verandah/contract/energy.ts";
import * as legacy from "@verandah/contract/legacy/ems.ts";
import type { FastifyInstance } from "fastify";

import { mount } from "#core/mount.ts";

import { getConsumption } from "./energy.service.ts";
import { getEms, getEmsDay, getEmsGraph, getEmsWeek } from "./legacy/ems-calls.service.ts";

export function energyRoutes(app: FastifyInstance): void {
  mount(app, consumptionRoute, getConsumption);
  mount(app, legacy.getEms, getEms);
  mount(app, legacy.getEmsGraph, getEmsGraph);
  mount(app, legacy.getEmsDay, getEmsDay);
  mount(app, legacy.getEmsWeek, getEmsWeek);
}
