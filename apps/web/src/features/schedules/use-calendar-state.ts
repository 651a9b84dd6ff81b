import { searchText, useSearchState } from "#shared/search-state.ts";

import { type CalendarView, calendarViews } from "./schedule-calendar.tsx";

interface CalendarState {
  view: CalendarView;
  /** `2026-01-05` */
  day: string;
}

/** Which view of which day is shown: the week of today unless the address says otherwise. */
export function useCalendarState(
  today: string,
): [CalendarState, (fields: { view?: CalendarView; date?: string }) => void] {
  const [search, change] = useSearchState();
  const view = calendarViews.find((one) => one === search["view"]) ?? "week";
  const date = searchText(search["date"]) ?? "";
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(date) && !Number.isNaN(Date.parse(date));
  return [{ view, day: isDay ? date : today }, change];
}
