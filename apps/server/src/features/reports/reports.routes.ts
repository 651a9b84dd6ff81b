import * as utilisation from "@verandah/contract/bookings/utilisation.ts";
import * as lists from "@verandah/contract/legacy/report-lists.ts";
import * as contract from "@verandah/contract/reports/reports.ts";
import type { FastifyInstance } from "fastify";

import type { Db } from "#core/db.ts";
import { mount, sendFile } from "#core/mount.ts";

import { exportReport } from "./export/reports-export.service.ts";
import * as listServices from "./legacy/report-lists.service.ts";
import { getReport, getReportChart } from "./reports.service.ts";
import { exportUtilisation, getUtilisation } from "./utilisation.service.ts";

export function reportRoutes(app: FastifyInstance, exportDb: Db): void {
  mount(app, contract.getReport, getReport);
  mount(app, contract.getReportChart, getReportChart);
  mount(
    app,
    contract.exportReport,
    async (ctx, input, exchange) =>
      sendFile(exchange, await exportReport(ctx, exportDb, input, exchange.reply.raw)),
    { isStream: true },
  );
  mount(app, utilisation.getUtilisation, getUtilisation);
  mount(
    app,
    utilisation.exportUtilisation,
    async (ctx, input, exchange) => sendFile(exchange, await exportUtilisation(ctx, input)),
    { isStream: true },
  );
  mount(app, lists.getIbmsEvents, listServices.getIbmsEvents);
  mount(app, lists.listDeviceCritical, listServices.listDeviceCritical);
  mount(app, lists.listActiveAlarm, listServices.listActiveAlarm);
  mount(app, lists.listCriticalRestored, listServices.listCriticalRestored);
  mount(app, lists.listDeviceNonCritical, listServices.listDeviceNonCritical);
  mount(app, lists.listNonCriticalAlarm, listServices.listNonCriticalAlarm);
  mount(app, lists.listNonCriticalRestored, listServices.listNonCriticalRestored);
  mount(app, lists.listUserControlDetails, listServices.listUserControlDetails);
  mount(app, lists.listAcknowledgedByUser, listServices.listAcknowledgedByUser);
  mount(app, lists.listIgnoredByUser, listServices.listIgnoredByUser);
  mount(app, lists.listLoginDetails, listServices.listLoginDetails);
}
