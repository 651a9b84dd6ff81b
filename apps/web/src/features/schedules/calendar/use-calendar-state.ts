import { scheduleDate } from "@verandah/contract/schedules/schedule-forms.ts";

import { searchText, useSearchState } from "#shared/search-state.ts";

import { shownDays } from "./calendar-events.ts";
import { type CalendarView, calendarViews } from "./calendar-views.ts";

interface CalendarState {
  view: CalendarView;
  /** `2026-01-05` */
  day: string;
}

const isScheduleDay = (day: string): boolean => scheduleDate.safeParse(day).success;

/** Whether it is a day that can be shown, with the weeks around it of which special days are asked for. */
const canShow = (day: string): boolean => isScheduleDay(day) && isScheduleDay(shownDays(day).first);

/** Which view of which day is shown: the week of today unless the address says otherwise. */
export function useCalendarState(
  today: string,
): [CalendarState, (fields: { view?: CalendarView; date?: string }) => void] {
  const [search, change] = useSearchState();
  const view = calendarViews.find((one) => one === search["view"]) ?? "week";
  const date = searchText(search["date"]) ?? "";
  return [{ view, day: canShow(date) ? date : today }, change];
}
