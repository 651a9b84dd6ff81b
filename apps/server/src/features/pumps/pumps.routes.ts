import { getSolarPumpData as legacyRoute } from "@verandah/contract/legacy/solar-pump.ts";
import * as administration from "@verandah/contract/pump-administration.ts";
import * as contract from "@verandah/contract/pumps.ts";
import type { FastifyInstance } from "fastify";

import { mount } from "#core/mount.ts";

import { listFleet } from "./fleet.service.ts";
import { exportPumpData, getSolarPumpData, listPumpData } from "./pump-data.service.ts";
import {
  createPump,
  deletePump,
  editPump,
  listPumpDevices,
  listUserDevices,
  mapPump,
  renewPumpCredentials,
} from "./pump-devices.service.ts";
import { getPump, listPumps } from "./pumps.service.ts";

export function pumpRoutes(app: FastifyInstance): void {
  mount(app, contract.listPumps, listPumps);
  mount(app, contract.listFleet, listFleet);
  mount(app, contract.getPump, getPump);
  mount(app, contract.listPumpData, listPumpData);
  mount(
    app,
    contract.exportPumpData,
    async (ctx, input, { reply }) => {
      const file = await exportPumpData(ctx, input);
      reply.header("content-disposition", `attachment; filename="${file.name}"`);
      reply.type(file.type).send(file.content);
    },
    { isStream: true },
  );
  mount(app, legacyRoute, getSolarPumpData);
  mount(app, administration.createPump, createPump);
  mount(app, administration.listPumpDevices, listPumpDevices);
  mount(app, administration.editPump, editPump);
  mount(app, administration.deletePump, deletePump);
  mount(app, administration.renewPumpCredentials, renewPumpCredentials);
  mount(app, administration.listUserDevices, listUserDevices);
  mount(app, administration.mapPump, mapPump);
}
