import type { ScheduleViewLevel } from "@mantine/schedule";

export const calendarViews = ["month", "week", "day"] as const;
export type CalendarView = (typeof calendarViews)[number];

export const isCalendarView = (view: ScheduleViewLevel): view is CalendarView => view !== "year";
