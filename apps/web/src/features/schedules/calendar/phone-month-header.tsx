import { useLingui } from "@lingui/react/macro";
import { formatDate, ScheduleHeader } from "@mantine/schedule";
import { addDays } from "@verandah/time/wall-clock.ts";

import { type CalendarView, calendarViews, isCalendarView } from "./calendar-views.ts";
import { useCalendarLabels } from "./use-calendar-labels.ts";

interface Props {
  /** `2026-01-05` */
  day: string;
  today: string;
  onView: (view: CalendarView) => void;
  onDay: (day: string) => void;
}

const firstOfMonth = (day: string): string => `${day.slice(0, 7)}-01`;

/** Replaces the library's header of a month on phones, which shows neither the neighbouring months nor the other views. */
export function PhoneMonthHeader({ day, today, onView, onDay }: Props) {
  const { i18n } = useLingui();
  const labels = useCalendarLabels();
  const first = firstOfMonth(day);
  return (
    <ScheduleHeader labels={labels} w="100%">
      <ScheduleHeader.Previous labels={labels} onClick={() => onDay(firstOfMonth(addDays(first, -1)))} />
      <ScheduleHeader.Control interactive={false} flex={1}>
        {formatDate({ locale: i18n.locale, date: day, format: "MMMM YYYY" })}
      </ScheduleHeader.Control>
      <ScheduleHeader.Next labels={labels} onClick={() => onDay(firstOfMonth(addDays(first, 31)))} />
      <ScheduleHeader.Today labels={labels} onClick={() => onDay(today)} />
      <ScheduleHeader.ViewSelect
        labels={labels}
        views={calendarViews}
        value="month"
        onChange={(next) => isCalendarView(next) && onView(next)}
      />
    </ScheduleHeader>
  );
}
