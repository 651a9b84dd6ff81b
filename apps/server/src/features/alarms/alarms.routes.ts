import * as actions from "@verandah/contract/alarms/alarm-actions.ts";
import * as contract from "@verandah/contract/alarms/alarms.ts";
import { previewConfiguration as previewRoute } from "@verandah/contract/campuses/limits-preview.ts";
import * as legacy from "@verandah/contract/legacy/alarms.ts";
import type { FastifyInstance } from "fastify";

import { mount } from "#core/mount.ts";

import * as actionService from "./actions/alarm-actions.service.ts";
import * as grid from "./alarm-grid.service.ts";
import { getAlarm, listAlerts, listDeviceAlarms } from "./alarms.service.ts";
import { previewConfiguration } from "./evaluation/limits-preview.service.ts";
import * as calls from "./legacy/alarm-calls.service.ts";

export function alarmRoutes(app: FastifyInstance): void {
  mount(app, contract.listAlerts, listAlerts, { isShared: true });
  mount(app, legacy.listGlAlerts, listAlerts, { isShared: true });
  mount(app, contract.listAlarmGrid, grid.listAlarmGrid);
  mount(app, contract.getAlarmSummary, grid.getAlarmSummary);
  mount(app, contract.listUnacknowledged, grid.listUnacknowledged);
  mount(app, contract.getAlarm, getAlarm);
  mount(app, contract.listDeviceAlarms, listDeviceAlarms);
  mount(app, actions.acknowledgeAlarm, actionService.acknowledgeAlarm);
  mount(app, actions.acknowledgeAlarms, actionService.acknowledgeAlarms);
  mount(app, actions.undoAcknowledge, actionService.undoAcknowledge);
  mount(app, actions.ignoreAlarm, actionService.ignoreAlarm);
  mount(app, actions.ignoreAlarms, actionService.ignoreAlarms);
  mount(app, actions.unshelveAlarm, actionService.unshelveAlarm);
  mount(app, actions.unshelveAlarms, actionService.unshelveAlarms);
  mount(app, legacy.listAllAlarms, calls.listAllAlarms);
  mount(app, legacy.listCriticalAlarms, calls.listCriticalAlarms);
  mount(app, legacy.listNonCriticalAlarms, calls.listNonCriticalAlarms);
  mount(app, legacy.hideEvents, calls.hideEvents);
  mount(app, previewRoute, previewConfiguration);
}
