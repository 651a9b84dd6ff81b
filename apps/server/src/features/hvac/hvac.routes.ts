import { getActualVsExpected as getActualVsExpectedRoute } from "@verandah/contract/hvac-comparison.ts";
import * as contract from "@verandah/contract/hvac.ts";
import type { FastifyInstance } from "fastify";

import { mount } from "#core/mount.ts";

import { listAirUnits } from "./air-units.service.ts";
import { getActualVsExpected } from "./comparison.service.ts";
import { getAhu, getAhuLastHour, listFedVavs, updateSetpoint } from "./hvac.service.ts";

export function hvacRoutes(app: FastifyInstance): void {
  mount(app, contract.getAhu, getAhu);
  mount(app, contract.getAhuLastHour, getAhuLastHour);
  mount(app, contract.listFedVavs, listFedVavs);
  mount(app, contract.updateSetpoint, updateSetpoint);
  mount(app, contract.listAirUnits, listAirUnits, { isShared: true });
  mount(app, getActualVsExpectedRoute, getActualVsExpected);
}
