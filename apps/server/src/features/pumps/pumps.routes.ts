import * as legacy from "@verandah/contract/legacy/solar-pump.ts";
import * as administration from "@verandah/contract/pumps/pump-administration.ts";
import * as map from "@verandah/contract/pumps/pump-map.ts";
import * as rollouts from "@verandah/contract/pumps/pump-rollouts.ts";
import * as statements from "@verandah/contract/pumps/pump-statement.ts";
import * as contract from "@verandah/contract/pumps/pumps.ts";
import type { FastifyInstance } from "fastify";

import { mount, sendFile } from "#core/mount.ts";

import { getFleetMap, placePump } from "./fleet/fleet-map.service.ts";
import { listFleet } from "./fleet/fleet.service.ts";
import * as rolloutService from "./fleet/rollouts.service.ts";
import { getSolarPumpData } from "./legacy/pump-calls.service.ts";
import { exportPumpData, listPumpData } from "./pump-data.service.ts";
import * as pumpDevices from "./pump-devices.service.ts";
import { getPump, listPumps } from "./pumps.service.ts";
import * as statement from "./statement/pump-statement.service.ts";

export function pumpRoutes(app: FastifyInstance): void {
  mount(app, contract.listPumps, listPumps);
  mount(app, contract.listFleet, listFleet);
  mount(app, map.getFleetMap, getFleetMap);
  mount(app, map.placePump, placePump);
  mount(app, rollouts.previewPumpRollout, rolloutService.previewPumpRollout);
  mount(app, rollouts.listPumpRollouts, rolloutService.listPumpRollouts);
  mount(app, rollouts.createPumpRollout, rolloutService.createPumpRollout);
  mount(app, rollouts.stopPumpRollout, rolloutService.stopPumpRollout);
  mount(app, rollouts.previewPumpRolloutUndo, rolloutService.previewPumpRolloutUndo);
  mount(app, rollouts.undoPumpRollout, rolloutService.undoPumpRollout);
  mount(app, contract.getPump, getPump);
  mount(app, contract.listPumpData, listPumpData);
  mount(
    app,
    contract.exportPumpData,
    async (ctx, input, exchange) => sendFile(exchange, await exportPumpData(ctx, input)),
    { isStream: true },
  );
  const print = statement.createStatementPrinter();
  mount(app, statements.getPumpStatement, statement.getPumpStatement);
  mount(app, statements.getStatementKey, statement.getStatementKey);
  mount(
    app,
    statements.exportPumpStatement,
    async (ctx, input, exchange) =>
      sendFile(exchange, await statement.exportPumpStatement(ctx, input, print)),
    { isStream: true },
  );
  mount(app, legacy.getSolarPumpData, getSolarPumpData);
  mount(app, administration.createPump, pumpDevices.createPump);
  mount(app, administration.createCustomerWithPump, pumpDevices.createCustomerWithPump);
  mount(app, administration.listPumpPlaces, pumpDevices.listPumpPlaces);
  mount(app, administration.listPumpDevices, pumpDevices.listPumpDevices);
  mount(app, administration.editPump, pumpDevices.editPump);
  mount(app, administration.deletePump, pumpDevices.deletePump);
  mount(app, administration.renewPumpCredentials, pumpDevices.renewPumpCredentials);
  mount(app, administration.listUserDevices, pumpDevices.listUserDevices);
  mount(app, administration.mapPump, pumpDevices.mapPump);
}
