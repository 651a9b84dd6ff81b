import * as contract from "@verandah/contract/gateways/first-hours.ts";
import type { FastifyInstance } from "fastify";

import { mount } from "#core/mount.ts";

/** Loaded at the first call, as the services of gateways. */
const load = () => import("./findings.service.ts");

export function firstHourRoutes(app: FastifyInstance): void {
  mount(app, contract.getFirstHour, async (ctx, input) => (await load()).getFirstHour(ctx, input));
  mount(app, contract.correctFinding, async (ctx, input) => (await load()).correctFinding(ctx, input));
  mount(app, contract.undoCorrection, async (ctx, input) => (await load()).undoCorrection(ctx, input));
  mount(app, contract.dismissFinding, async (ctx, input) => (await load()).dismissFinding(ctx, input));
}
