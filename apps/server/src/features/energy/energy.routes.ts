import * as overview from "@verandah/contract/energy/energy-overview.ts";
import { getConsumption as consumptionRoute } from "@verandah/contract/energy/energy.ts";
import * as legacy from "@verandah/contract/legacy/ems.ts";
import type { FastifyInstance } from "fastify";

import type { Db } from "#core/db.ts";
import { mount, sendFile } from "#core/mount.ts";

import { getEnergyBaseline } from "./energy-baseline.service.ts";
import { exportEnergy } from "./energy-export.service.ts";
import { listEnergyFindings } from "./energy-findings.service.ts";
import { getEnergyDemand, getEnergyOverview } from "./energy-overview.service.ts";
import { getConsumption } from "./energy.service.ts";
import { getEms, getEmsDay, getEmsGraph, getEmsWeek } from "./legacy/ems-calls.service.ts";

/** `exportDb` has separate connections, so that a file does not block the screen, which reads every meter too. */
export function energyRoutes(app: FastifyInstance, exportDb: Db): void {
  mount(app, consumptionRoute, getConsumption);
  mount(app, overview.getEnergyOverview, getEnergyOverview);
  mount(app, overview.getEnergyDemand, getEnergyDemand);
  mount(app, overview.getEnergyBaseline, getEnergyBaseline);
  mount(app, overview.listEnergyFindings, listEnergyFindings);
  mount(
    app,
    overview.exportEnergy,
    async (ctx, input, exchange) => sendFile(exchange, await exportEnergy(ctx, exportDb, input)),
    { isStream: true },
  );
  mount(app, legacy.getEms, getEms);
  mount(app, legacy.getEmsGraph, getEmsGraph);
  mount(app, legacy.getEmsDay, getEmsDay);
  mount(app, legacy.getEmsWeek, getEmsWeek);
}
