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
import {
  createPumpRollout,
  listPumpRollouts,
  previewPumpRollout,
  previewPumpRolloutUndo,
  stopPumpRollout,
  undoPumpRollout,
} from "./fleet/rollouts.service.ts";
import { getSolarPumpData } from "./legacy/pump-calls.service.ts";
import { exportPumpData, listPumpData } from "./pump-data.service.ts";
import {
  createCustomerWithPump,
  createPump,
  deletePump,
  editPump,
  listPumpDevices,
  listPumpPlaces,
  listUserDevices,
  mapPump,
  renewPumpCredentials,
} from "./pump-devices.service.ts";
import { getPump, listPumps } from "./pumps.service.ts";
import {
  createStatementPrinter,
  exportPumpStatement,
  getPumpStatement,
  getStatementKey,
} from "./statement/pump-statement.service.ts";

export function pumpRoutes(app: FastifyInstance): void {
  mount(app, contract.listPumps, listPumps);
  mount(app, contract.listFleet, listFleet);
  mount(app, map.getFleetMap, getFleetMap);
  mount(app, map.placePump, placePump);
  mount(app, rollouts.previewPumpRollout, previewPumpRollout);
  mount(app, rollouts.listPumpRollouts, listPumpRollouts);
  mount(app, rollouts.createPumpRollout, createPumpRollout);
  mount(app, rollouts.stopPumpRollout, stopPumpRollout);
  mount(app, rollouts.previewPumpRolloutUndo, previewPumpRolloutUndo);
  mount(app, rollouts.undoPumpRollout, undoPumpRollout);
  mount(app, contract.getPump, getPump);
  mount(app, contract.listPumpData, listPumpData);
  mount(
    app,
    contract.exportPumpData,
    async (ctx, input, exchange) => sendFile(exchange, await exportPumpData(ctx, input)),
    { isStream: true },
  );
  const print = createStatementPrinter();
  mount(app, statements.getPumpStatement, getPumpStatement);
  mount(app, statements.getStatementKey, getStatementKey);
  mount(
    app,
    statements.exportPumpStatement,
    async (ctx, input, exchange) => sendFile(exchange, await exportPumpStatement(ctx, input, print)),
    { isStream: true },
  );
  mount(app, legacy.getSolarPumpData, getSolarPumpData);
  mount(app, administration.createPump, createPump);
  mount(app, administration.createCustomerWithPump, createCustomerWithPump);
  mount(app, administration.listPumpPlaces, listPumpPlaces);
  mount(app, administration.listPumpDevices, listPumpDevices);
  mount(app, administration.editPump, editPump);
  mount(app, administration.deletePump, deletePump);
  mount(app, administration.renewPumpCredentials, renewPumpCredentials);
  mount(app, administration.listUserDevices, listUserDevices);
  mount(app, administration.mapPump, mapPump);
}
