import * as contract from "@verandah/contract/gateways/first-hours.ts";
import type { FastifyInstance } from "fastify";

import { mount } from "#core/mount.ts";

import { correctFinding, dismissFinding, getFirstHour, undoCorrection } from "./first-hours.service.ts";

export function firstHourRoutes(app: FastifyInstance): void {
  mount(app, contract.getFirstHour, getFirstHour);
  mount(app, contract.correctFinding, correctFinding);
  mount(app, contract.undoCorrection, undoCorrection);
  mount(app, contract.dismissFinding, dismissFinding);
}
