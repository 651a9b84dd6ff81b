import { getReasons as getReasonsRoute } from "@verandah/contract/commands/why.ts";
import * as calendars from "@verandah/contract/schedules/holiday-calendars.ts";
import * as recurring from "@verandah/contract/schedules/recurring-schedules.ts";
import * as days from "@verandah/contract/schedules/schedule-days.ts";
import * as contract from "@verandah/contract/schedules/schedules.ts";
import * as groups from "@verandah/contract/schedules/unit-groups.ts";
import type { FastifyInstance } from "fastify";

import { mount } from "#core/mount.ts";

import { getReasons, listDeviceChanges } from "./device-schedule.service.ts";
import { listOccurrences } from "./occurrences/occurrences.service.ts";
import { getRecurringSchedule, updateRecurringSchedule } from "./recurring-schedule.service.ts";
import { previewHoliday, previewSchedule } from "./schedule-preview.service.ts";
import { createSchedule, deleteSchedule, editSchedule, listSchedules } from "./schedules.service.ts";
import * as holidayCalendars from "./special-days/holiday-calendars.service.ts";
import * as scheduleDays from "./special-days/schedule-days.service.ts";
import * as unitGroups from "./unit-groups/unit-groups.service.ts";

const AIR = contract.SCHEDULE_TYPE.personalCooling;
const all = Object.values(contract.SCHEDULE_TYPE);

export function scheduleRoutes(app: FastifyInstance): void {
  mount(app, recurring.getRecurringSchedule, getRecurringSchedule);
  mount(app, recurring.updateRecurringSchedule, updateRecurringSchedule);
  mount(app, contract.listHvacSchedules, (ctx, input) => listSchedules(ctx, [AIR], input));
  mount(app, contract.createHvacSchedule, (ctx, input) => createSchedule(ctx, AIR, input));
  mount(app, contract.editHvacSchedule, (ctx, input) => editSchedule(ctx, [AIR], input));
  mount(app, contract.deleteHvacSchedule, (ctx, input) => deleteSchedule(ctx, [AIR], input));
  mount(app, contract.listSchedules, (ctx, input) => listSchedules(ctx, all, input));
  mount(app, contract.createSchedule, (ctx, input) => createSchedule(ctx, input.data.type, input));
  mount(app, contract.editSchedule, (ctx, input) => editSchedule(ctx, all, input));
  mount(app, contract.deleteSchedule, (ctx, input) => deleteSchedule(ctx, all, input));
  mount(app, contract.previewSchedule, previewSchedule);
  mount(app, days.listScheduleDays, scheduleDays.listScheduleDays);
  mount(app, days.previewHoliday, previewHoliday);
  mount(app, days.addScheduleDay, scheduleDays.addScheduleDay);
  mount(app, days.deleteScheduleDay, scheduleDays.deleteScheduleDay);
  mount(app, calendars.listHolidayCalendars, holidayCalendars.listHolidayCalendars);
  mount(app, calendars.createHolidayCalendar, holidayCalendars.createHolidayCalendar);
  mount(app, calendars.editHolidayCalendar, holidayCalendars.editHolidayCalendar);
  mount(app, calendars.deleteHolidayCalendar, holidayCalendars.deleteHolidayCalendar);
  mount(app, days.listWorkdays, scheduleDays.listWorkdays);
  mount(app, groups.listUnitGroups, unitGroups.listUnitGroups);
  mount(app, groups.createUnitGroup, unitGroups.createUnitGroup);
  mount(app, groups.editUnitGroup, unitGroups.editUnitGroup);
  mount(app, groups.deleteUnitGroup, unitGroups.deleteUnitGroup);
  mount(app, groups.getDeviceWeek, unitGroups.getDeviceWeek);
  mount(app, days.listOccurrences, listOccurrences);
  mount(app, days.listDeviceChanges, listDeviceChanges);
  mount(app, getReasonsRoute, getReasons);
}
