import * as contract from "@verandah/contract/parking.ts";
import type { FastifyInstance } from "fastify";

import { mount } from "#core/mount.ts";

import { getParkingStatus, getParkingTrend } from "./parking.service.ts";

export function parkingRoutes(app: FastifyInstance): void {
  mount(app, contract.getParkingStatus, getParkingStatus, { isShared: true });
  mount(app, contract.getParkingTrend, getParkingTrend, { isShared: true });
}
