import * as contract from "@verandah/contract/comfort-reports.ts";
import type { FastifyInstance } from "fastify";

import { mount } from "#core/mount.ts";

import * as reports from "./comfort-reports.service.ts";

export function comfortReportRoutes(app: FastifyInstance): void {
  mount(app, contract.reportComfort, reports.reportComfort);
  mount(app, contract.listOwnComfortReports, reports.listOwnComfortReports);
  mount(app, contract.markComfortOutcomesSeen, reports.markComfortOutcomesSeen);
  mount(app, contract.listComfortReports, reports.listComfortReports);
  mount(app, contract.getZoneDiagnosis, reports.getZoneDiagnosis, { isShared: true });
  mount(app, contract.countOpenComfortReports, reports.countOpenComfortReports);
  mount(app, contract.closeComfortReport, reports.closeComfortReport);
}
