import { z } from "zod";

import { buildingOperators } from "../roles.ts";
import { idParam, route } from "../route.ts";
import { holidayCalendarData, openedHolidayCalendar } from "./schedule-forms.ts";

const place = z.object({ id: z.int(), name: z.string() });

/** A named list of holidays and exceptions that buildings of a campus share. */
export const holidayCalendar = z.object({
  id: z.int(),
  name: z.string(),
  /** The buildings that follow it now. */
  buildings: z.array(place),
  /** Its days that are not over; one that repeats counts once. */
  days: z.int(),
});
export type HolidayCalendar = z.output<typeof holidayCalendar>;

export const listHolidayCalendars = route({
  path: "/v1/holiday_calendars",
  summary: "The holiday calendars of the campus, by name, and the buildings that can follow them",
  access: buildingOperators,
  topics: ["schedules", "places"],
  input: z.object({}),
  reply: z.object({ calendars: z.array(holidayCalendar), buildings: z.array(place) }),
});

export const createHolidayCalendar = route({
  path: "/v1/holiday_calendars",
  summary: "Adds a holiday calendar, which buildings follow from today on",
  access: buildingOperators,
  changes: ["schedules"],
  input: holidayCalendarData,
  sample: { name: "Karnataka", buildings: [] },
  reply: z.object({ id: z.int() }),
});

/** `openedOn`: the calendar that the user changed. If it differs now, the change is refused; without `openedOn` the change is always made. */
export const editHolidayCalendar = route({
  path: "/v1/holiday_calendars/:id/edit",
  summary: "Changes the name of a holiday calendar and, from today on, its buildings",
  access: buildingOperators,
  changes: ["schedules"],
  input: holidayCalendarData.extend({ id: idParam, openedOn: openedHolidayCalendar.optional() }),
  sample: { name: "Karnataka", buildings: [] },
  reply: z.object({ id: z.int() }),
});

export const deleteHolidayCalendar = route({
  path: "/v1/holiday_calendars/:id/delete",
  summary: "Deletes a holiday calendar; its past days stay",
  access: buildingOperators,
  changes: ["schedules"],
  input: z.object({ id: idParam, openedOn: openedHolidayCalendar.optional() }),
  reply: z.object({ id: z.int() }),
});
