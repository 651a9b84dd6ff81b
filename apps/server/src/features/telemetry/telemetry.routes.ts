import * as contract from "@verandah/contract/telemetry/telemetry.ts";
import type { FastifyInstance } from "fastify";

import { mount } from "#core/mount.ts";

import { listLatest } from "./latest.service.ts";
import { listUnknownPoints } from "./readings/unknown-points.service.ts";
import { getTrend, listMisdated } from "./telemetry.service.ts";

export function telemetryRoutes(app: FastifyInstance): void {
  mount(app, contract.getTrend, getTrend, { isShared: true });
  mount(app, contract.listLatest, listLatest);
  mount(app, contract.listMisdated, listMisdated);
  mount(app, contract.listUnknownPoints, listUnknownPoints);
}
