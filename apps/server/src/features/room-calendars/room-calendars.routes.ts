import * as contract from "@verandah/contract/room-calendars.ts";
import type { FastifyInstance } from "fastify";

import { mount } from "#core/mount.ts";

import * as calendars from "./room-calendars.service.ts";

export function roomCalendarRoutes(app: FastifyInstance): void {
  mount(app, contract.listRoomCalendars, calendars.listRoomCalendars);
  mount(app, contract.saveRoomCalendar, calendars.saveRoomCalendar);
  mount(app, contract.removeRoomCalendar, calendars.removeRoomCalendar);
}
