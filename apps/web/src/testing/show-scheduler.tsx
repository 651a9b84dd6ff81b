import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { listLocationMetrics } from "@verandah/contract/buildings.ts";
import type { ReplyOf } from "@verandah/contract/route.ts";
import {
  type HolidayCalendar,
  listHolidayCalendars,
} from "@verandah/contract/schedules/holiday-calendars.ts";
import { getRecurringSchedule } from "@verandah/contract/schedules/recurring-schedules.ts";
import {
  listOccurrences,
  listScheduleDays,
  type Occurrence,
  previewHoliday,
  type ScheduleDay,
} from "@verandah/contract/schedules/schedule-days.ts";
import {
  listHvacSchedules,
  listSchedules,
  previewSchedule,
  type Schedule,
} from "@verandah/contract/schedules/schedules.ts";
import { listUnitGroups, type UnitGroup } from "@verandah/contract/schedules/unit-groups.ts";
import { afterEach, beforeEach, vi } from "vitest";

import { aFloor, aSession } from "./builders.ts";
import { renderScreen } from "./render-app.tsx";
import { serve } from "./serve.ts";

/** Monday, 12:00 in Kolkata: when tests of the scheduler begin. */
export const SCHEDULER_NOW = "2026-01-05T06:30:00.000Z";

/** Stops the clock for each test of a file. */
export function stopSchedulerClock(): void {
  // A week of quarters of an hour is many buttons.
  vi.setConfig({ testTimeout: 30_000 });
  beforeEach(() => {
    vi.useFakeTimers({ shouldAdvanceTime: true, now: new Date(SCHEDULER_NOW) });
  });
  afterEach(() => {
    vi.useRealTimers();
  });
}

/** A schedule of tomorrow. */
export const party: Schedule = {
  id: 4,
  title: "Lobby-AM",
  floor: { id: 11, name: "First" },
  zones: [{ id: 31, name: "Zone 1" }],
  action: 2,
  type: 1,
  channel: 0,
  intensity: 50,
  intensityFlag: true,
  hexColor: "#9acd32",
  start: "2026-01-06T03:30:00.000Z",
  end: "2026-01-06T05:30:00.000Z",
  repeat: null,
  preparedRoom: null,
};

/** A holiday of the building; by default a single date. */
export const aHoliday = (change: Partial<ScheduleDay>): ScheduleDay => ({
  id: 9,
  day: "2026-01-07",
  kind: "holiday",
  name: "Pongal",
  timeData: [],
  isYearly: false,
  until: null,
  calendar: null,
  ...change,
});

/** An occurrence of the default that is planned. */
export const anOccurrence = (change: Partial<Occurrence>): Occurrence => ({
  id: "00000000-0000-4000-8000-000000000001",
  at: "2026-01-05T12:30:00.000Z",
  type: 1,
  kind: "default",
  name: "",
  preparedRoom: null,
  action: "off",
  state: "planned",
  reason: null,
  detail: "",
  endedAt: null,
  units: 0,
  failed: [],
  replaced: [],
  overridden: [],
  ...change,
});

/** The effects of a holiday; by default it changes nothing. */
export const holidayEffects = (change: Partial<ReplyOf<typeof previewHoliday>>) => ({
  unitsOff: 0,
  unscheduledOff: 0,
  overridden: [],
  rooms: 0,
  pausedLighting: [],
  ...change,
});

const groupableUnits = ["AHU 1", "AHU 2", "AHU 3"].map((name, at) => ({
  id: at + 1,
  ssid: `AHU-${at + 1}`,
  name,
}));

interface Shown {
  schedules?: Schedule[];
  days?: ScheduleDay[];
  groups?: UnitGroup[];
  calendars?: HolidayCalendar[];
  occurrences?: Occurrence[];
  data?: string;
  role?: 1 | 2 | 3;
  /** As in the address. */
  view?: string;
  screen?: "Glschedule" | "schedule";
  served?: () => void;
}

const office = '{"timeData":[{"ON":"09:00","OFF":"18:00"}],"weekData":[1,2,3,4,5]}';

/** A scheduler of an operator, for air handling unless it says otherwise, in the month unless it says otherwise. */
export function showScheduler({
  schedules = [party],
  days = [],
  groups = [],
  calendars = [],
  occurrences = [],
  data = office,
  role = 1,
  view = "month",
  screen: path = "Glschedule",
  served,
}: Shown = {}) {
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime });
  const app = renderScreen(`/admin/${path}?view=${view}`, aSession({ role: { id: role } }), () => {
    serve(listHvacSchedules, { schedules });
    serve(listSchedules, { schedules });
    serve(previewSchedule, { units: [], overlaps: [] });
    serve(previewHoliday, holidayEffects({ unitsOff: 14 }));
    serve(getRecurringSchedule, [{ id: 2, data }]);
    serve(listScheduleDays, days);
    serve(listHolidayCalendars, { calendars, buildings: [{ id: 2, name: "Tower" }] });
    serve(listUnitGroups, { groups, units: groupableUnits });
    serve(listOccurrences, occurrences);
    serve(listLocationMetrics, (url) =>
      url.pathname.endsWith("/2")
        ? [aFloor(), aFloor({ id: 20, name: "Parking 1", floor_type: "parking" })]
        : [aFloor({ id: 31, name: "Zone 1" }), aFloor({ id: 32, name: "Zone 2" })],
    );
    served?.();
  });
  return { app, user };
}

export const dialogNamed = async (name: string) => within(await screen.findByRole("dialog", { name }));
