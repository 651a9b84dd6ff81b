import { getActualVsExpected as getActualVsExpectedRoute } from "@verandah/contract/hvac/hvac-comparison.ts";
import * as contract from "@verandah/contract/hvac/hvac.ts";
import * as legacy from "@verandah/contract/legacy/ahu.ts";
import type { FastifyInstance } from "fastify";

import { mount } from "#core/mount.ts";

import { countZones, listAirUnits } from "./air-units.service.ts";
import { getActualVsExpected, listFedVavs } from "./hvac.service.ts";
import { getAhu, getAhuLastHour, updateSetpoint } from "./legacy/ahu-calls.service.ts";

export function hvacRoutes(app: FastifyInstance): void {
  mount(app, legacy.getAhu, getAhu);
  mount(app, legacy.getAhuLastHour, getAhuLastHour);
  mount(app, contract.listFedVavs, listFedVavs);
  mount(app, legacy.updateSetpoint, updateSetpoint);
  mount(app, contract.listAirUnits, listAirUnits, { isShared: true });
  mount(app, contract.countZones, countZones, { isShared: true });
  mount(app, getActualVsExpectedRoute, getActualVsExpected);
}
