import { useLingui } from "@lingui/react/macro";
import type { ScheduleLabelsOverride } from "@mantine/schedule";

/** Labels of the calendar, in the user's language. */
export function useCalendarLabels(): ScheduleLabelsOverride {
  const { t } = useLingui();
  return {
    day: t({ message: "Day", comment: "View of a calendar" }),
    week: t({ message: "Week", comment: "View of a calendar" }),
    month: t({ message: "Month", comment: "View of a calendar" }),
    allDay: t`All day`,
    weekday: t`Weekday`,
    timeSlot: t`Time slot`,
    today: t`Today`,
    next: t({ message: "Next", comment: "Day, week or month of a calendar" }),
    previous: t({ message: "Previous", comment: "Day, week or month of a calendar" }),
    more: t({ message: "More", comment: "Events of a day of a calendar" }),
    selectMonth: t`Select a month`,
    selectYear: t`Select a year`,
    switchToDayView: t`Switch to the day`,
    switchToWeekView: t`Switch to the week`,
    switchToMonthView: t`Switch to the month`,
    viewSelectLabel: t`Month, week or day`,
    noEvents: t`No schedules`,
    moreLabel: (count) => t`${count} more`,
  };
}
