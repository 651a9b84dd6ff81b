import { useLingui } from "@lingui/react/macro";
import { VisuallyHidden } from "@mantine/core";
import {
  formatDate,
  Schedule,
  type ScheduleEventData,
  ScheduleHeader,
  type ScheduleLabelsOverride,
} from "@mantine/schedule";
import { IconRepeat } from "@tabler/icons-react";
import { addDays } from "@verandah/time/wall-clock.ts";
import "dayjs/locale/hi";
import "dayjs/locale/kn";
import { useEffect, useMemo, useRef } from "react";

import { useSession } from "#data/query/session.ts";
import { dateText } from "#shared/format/time.ts";
import { wallTime } from "#shared/format/wall-time.ts";
import { useIsPhone } from "#shared/ui/use-is-narrow.ts";

import { TypeIcon, useScheduleTypeText } from "../schedule-type.tsx";
import { thursdayOf } from "./calendar-events.ts";
import { type CalendarView, calendarViews, isCalendarView } from "./calendar-views.ts";
import { type Slot, slotOfDay } from "./slots.ts";

import "#shared/ui/fields/dates.css";
import "./calendar-kit.css";
import classes from "./schedule-calendar.module.css";

/** Source: spec 2 §9 Calendar: step 15 minutes, 2 slots, height 500, scroll start 06:00. */
const STEP_MINUTES = 15;
const STEPS_PER_GROUP = 2;
const HEIGHT = 500;
const SCROLL_START_HOUR = 6;
/** Of the header of a month on phones, which is not a part of the height. */
const PHONE_HEADER_PX = 69;
/** Each quarter of an hour can be pressed: four times `--target` of `app.css`. */
const HOUR_PX = { wide: 96, phone: 176 } as const;

interface Props {
  view: CalendarView;
  /** `2026-01-05` */
  day: string;
  today: string;
  events: ScheduleEventData[];
  onView: (view: CalendarView) => void;
  onDay: (day: string) => void;
  onSlot: (slot: Slot) => void;
  onEvent: (event: ScheduleEventData) => void;
}

const isGroupStart = (start: string): boolean =>
  Number(start.slice(14, 16)) % (STEP_MINUTES * STEPS_PER_GROUP) === 0;
/** Each view has a viewport of its own, which begins at 06:00. */
const scrollToStart = (hourPx: number) => (viewport: HTMLDivElement | null) => {
  requestAnimationFrame(() => viewport?.scrollTo({ top: SCROLL_START_HOUR * hourPx }));
};
const toSlotTime = (text: string): string => text.slice(0, 16).replace(" ", "T");

/** Corrects the names and states of the calendar library's buttons for screen readers. */
function correctNames(calendar: HTMLElement): void {
  for (const weekday of calendar.querySelectorAll(".mantine-WeekView-weekViewDayLabel"))
    weekday.removeAttribute("aria-label");
  for (const day of calendar.querySelectorAll(".mantine-MobileMonthView-mobileMonthViewDay")) {
    day.removeAttribute("aria-selected");
    day.setAttribute("aria-pressed", String(day.hasAttribute("data-selected")));
  }
}

/** Moves today into the middle of a month that is higher than its frame, and another month to its begin. */
function scrollToToday(viewport: HTMLElement): void {
  const today = viewport.querySelector('[aria-current="date"]')?.getBoundingClientRect();
  const { top, height } = viewport.getBoundingClientRect();
  viewport.scrollTop = today ? viewport.scrollTop + today.top - top - (height - today.height) / 2 : 0;
}

const nameOf = (day: string) => dateText(`${day}T12:00:00Z`, "UTC");

/** A month, a week or a day of schedules, on the campus's own clock. */
export function ScheduleCalendar({ view, day, today, events, onView, onDay, onSlot, onEvent }: Props) {
  const { i18n } = useLingui();
  const { campus } = useSession();
  const labels = useCalendarLabels();
  const hourPx = HOUR_PX[useIsPhone() ? "phone" : "wide"];
  const root = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (root.current) correctNames(root.current);
  });

  const monthViewport = useRef<HTMLDivElement>(null);
  const month = view === "month" ? day.slice(0, 7) : undefined;
  useEffect(() => {
    if (monthViewport.current && month !== undefined) scrollToToday(monthViewport.current);
  }, [month]);

  const { timeZone } = campus;
  const timed = useMemo(
    () => ({
      intervalMinutes: STEP_MINUTES,
      slotHeight: hourPx,
      scrollAreaProps: { mah: HEIGHT, viewportRef: scrollToStart(hourPx) },
      viewSelectProps: { views: calendarViews },
      getCurrentTime: () => `${wallTime(Date.now(), timeZone).replace("T", " ")}:00`,
      getTimeSlotProps: ({ start }: { start: string }) => ({
        "data-group": isGroupStart(start) || undefined,
      }),
    }),
    [timeZone, hourPx],
  );
  // The library's own button leads to the browser's day.
  const todayControlProps = { onClick: () => onDay(today) };
  // The library's month knows only the browser's own day.
  const markToday = (date: string) =>
    date === today ? { mod: { today: true }, "aria-current": "date" } : {};
  const choose = (start: string, end: string) => onSlot({ start: toSlotTime(start), end: toSlotTime(end) });
  const chooseDay = (date: string) => onSlot(slotOfDay(date.slice(0, 10), Date.now(), timeZone));

  return (
    <Schedule
      ref={root}
      className={classes["calendar"] ?? ""}
      locale={i18n.locale}
      labels={labels}
      view={view}
      onViewChange={(next) => isCalendarView(next) && onView(next)}
      // The library takes the number of a week from the day that it receives.
      date={view === "week" ? thursdayOf(day) : day}
      onDateChange={onDay}
      events={events}
      // Only a month has a version for phones; instead of a week or a day the library would show that one as well.
      layout={view === "month" ? "responsive" : "default"}
      withDragSlotSelect
      onTimeSlotClick={({ slotStart, slotEnd }) => choose(slotStart, slotEnd)}
      onSlotDragEnd={choose}
      onAllDaySlotClick={chooseDay}
      onEventClick={onEvent}
      // In the other views a click on a day would open a dialog as well.
      {...(view === "month" && {
        onDayClick: chooseDay,
      })}
      weekViewProps={{
        ...timed,
        todayControlProps,
        firstDayOfWeek: 0,
        highlightToday: true,
        // The library's own label has one year, also for a week of two.
        renderWeekLabel: ({ weekStart, weekEnd }) => `${nameOf(weekStart)} – ${nameOf(weekEnd)}`,
      }}
      dayViewProps={{ ...timed, todayControlProps, headerFormat: "D MMM YYYY" }}
      monthViewProps={{
        scrollAreaProps: { h: HEIGHT, viewportRef: monthViewport },
        viewSelectProps: timed.viewSelectProps,
        firstDayOfWeek: 0,
        getDayProps: markToday,
        highlightToday: false,
        todayControlProps,
      }}
      mobileMonthViewProps={{
        h: HEIGHT + PHONE_HEADER_PX,
        firstDayOfWeek: 0,
        getDayProps: markToday,
        highlightToday: false,
        selectedDate: day,
        onSelectedDateChange: (next) => next && onDay(next),
        renderHeader: () => <PhoneMonthHeader day={day} today={today} onView={onView} onDay={onDay} />,
      }}
      renderEventBody={(event) => <EventBody event={event} />}
    />
  );
}

/** Ink that can be read on each of the colours. */
function EventBody({ event }: { event: ScheduleEventData }) {
  const typeText = useScheduleTypeText();
  const type = event.payload?.["type"];
  return (
    <span
      className={classes["event"]}
      data-color={event.color}
      data-background={event.display === "background" || undefined}
    >
      {(type === 0 || type === 1) && (
        <>
          <TypeIcon type={type} />
          <VisuallyHidden>{typeText(type)}: </VisuallyHidden>
        </>
      )}
      {event.payload?.["isRepeated"] && <IconRepeat size={12} aria-hidden />}
      {event.title}
    </span>
  );
}

interface PhoneMonthHeaderProps {
  /** `2026-01-05` */
  day: string;
  today: string;
  onView: (view: CalendarView) => void;
  onDay: (day: string) => void;
}

const firstOfMonth = (day: string): string => `${day.slice(0, 7)}-01`;

/** Replaces the library's header of a month on phones, which shows neither the neighbouring months nor the other views. */
function PhoneMonthHeader({ day, today, onView, onDay }: PhoneMonthHeaderProps) {
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

/** Labels of the calendar, in the user's language. */
function useCalendarLabels(): ScheduleLabelsOverride {
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
