import * as actions from "@verandah/contract/alarms/alarm-actions.ts";
import * as contract from "@verandah/contract/alarms/alarms.ts";
import { previewConfiguration as previewRoute } from "@verandah/contract/campuses/limits-preview.ts";
import type { FastifyInstance } from "fastify";

import { mount } from "#core/mount.ts";

import {
  acknowledgeAlarm,
  acknowledgeAlarms,
  ignoreAlarm,
  unshelveAlarm,
} from "./actions/alarm-actions.service.ts";
import * as grid from "./alarm-grid.service.ts";
import { getAlarm, listAlerts, listDeviceAlarms } from "./alarms.service.ts";
import { previewConfiguration } from "./evaluation/limits-preview.service.ts";

export function alarmRoutes(app: FastifyInstance): void {
  mount(app, contract.listAlerts, listAlerts, { isShared: true });
  mount(app, contract.listGlAlerts, listAlerts, { isShared: true });
  mount(app, contract.listAlarmGrid, grid.listAlarmGrid);
  mount(app, contract.getAlarmSummary, grid.getAlarmSummary);
  mount(app, contract.listUnacknowledged, grid.listUnacknowledged);
  mount(app, contract.getAlarm, getAlarm);
  mount(app, contract.listDeviceAlarms, listDeviceAlarms);
  mount(app, actions.acknowledgeAlarm, acknowledgeAlarm);
  mount(app, actions.acknowledgeAlarms, acknowledgeAlarms);
  mount(app, actions.ignoreAlarm, ignoreAlarm);
  mount(app, actions.unshelveAlarm, unshelveAlarm);
  mount(app, contract.listAllAlarms, grid.listAllAlarms);
  mount(app, contract.listCriticalAlarms, grid.listCriticalAlarms);
  mount(app, contract.listNonCriticalAlarms, grid.listNonCriticalAlarms);
  mount(app, contract.hideEvents, grid.hideEvents);
  mount(app, previewRoute, previewConfiguration);
}
