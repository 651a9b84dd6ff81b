import * as recurring from "@verandah/contract/recurring-schedules.ts";
import * as days from "@verandah/contract/schedule-days.ts";
import * as contract from "@verandah/contract/schedules.ts";
import type { FastifyInstance } from "fastify";

import { mount } from "#core/mount.ts";

import { listOccurrences } from "./occurrences.service.ts";
import { getRecurringSchedule, updateRecurringSchedule } from "./recurring-schedule.service.ts";
import { addScheduleDay, deleteScheduleDay, listScheduleDays } from "./schedule-days.service.ts";
import {
  createHvacSchedule,
  deleteHvacSchedule,
  editHvacSchedule,
  listHvacSchedules,
} from "./schedules.service.ts";

export function scheduleRoutes(app: FastifyInstance): void {
  mount(app, recurring.getRecurringSchedule, getRecurringSchedule);
  mount(app, recurring.updateRecurringSchedule, updateRecurringSchedule);
  mount(app, contract.listHvacSchedules, listHvacSchedules);
  mount(app, contract.createHvacSchedule, createHvacSchedule);
  mount(app, contract.editHvacSchedule, editHvacSchedule);
  mount(app, contract.deleteHvacSchedule, deleteHvacSchedule);
  mount(app, days.listScheduleDays, listScheduleDays);
  mount(app, days.addScheduleDay, addScheduleDay);
  mount(app, days.deleteScheduleDay, deleteScheduleDay);
  mount(app, days.listOccurrences, listOccurrences);
}
