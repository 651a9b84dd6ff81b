import type { ScheduleEventData } from "@mantine/schedule";
import type { ScheduleDay } from "@verandah/contract/schedule-days.ts";
import type { Schedule } from "@verandah/contract/schedules.ts";

import type { DefaultSchedule } from "#data/schedules.queries.ts";
import { wallTime } from "#shared/format/wall-time.ts";

const DAY_MS = 86_400_000;

/** The day so many days later; days are `2026-01-05`. */
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);

/** Sunday is 0. */
const weekdayOf = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay();

/**
 * The Thursday of a week that begins on Sunday, which decides the week's number.
 * Source: ISO 8601 (a week is of the year of its Thursday).
 */
export const thursdayOf = (day: string): string => addDays(day, 4 - weekdayOf(day));

/** The days that the calendar may show around one: its month, with the weeks that reach over. */
export function shownDays(day: string): { first: string; last: string } {
  const month = `${day.slice(0, 7)}-01`;
  return { first: addDays(month, -7), last: addDays(month, 44) };
}

function daysBetween(first: string, last: string): string[] {
  const days: string[] = [];
  for (let day = first; day <= last; day = addDays(day, 1)) days.push(day);
  return days;
}

/** Words of the calendar, in the user's language. */
export interface CalendarWords {
  defaultTimes: string;
  holiday: (name: string) => string;
  exception: (name: string) => string;
}

/** The id of a schedule's event. */
export const eventIdOf = (schedule: Schedule): string => `schedule-${schedule.id}`;

/** The text in which a wall time goes to the calendar. */
const calendarTime = (instant: string, timeZone: string): string =>
  `${wallTime(Date.parse(instant), timeZone).replace("T", " ")}:00`;

function scheduleEvents(schedules: readonly Schedule[], timeZone: string): ScheduleEventData[] {
  return schedules.map((schedule) => ({
    id: eventIdOf(schedule),
    title: schedule.title,
    start: calendarTime(schedule.start, timeZone),
    end: calendarTime(schedule.end, timeZone),
    color: schedule.hexColor,
    variant: "filled",
  }));
}

/** Times of units on a day, behind the schedules. */
function backgroundEvents(
  day: string,
  times: readonly { ON: string; OFF: string }[],
  title: string,
): ScheduleEventData[] {
  return times.map(({ ON, OFF }) => ({
    id: `times-${day}-${ON}`,
    title,
    start: `${day} ${ON}:00`,
    end: `${day} ${OFF}:00`,
    color: "var(--current-tint)",
    variant: "filled",
    display: "background",
  }));
}

/** A holiday or an exception, over its whole day. */
const dayEvent = ({ id, day }: ScheduleDay, title: string): ScheduleEventData => ({
  id: `day-${id}`,
  title,
  start: `${day} 00:00:00`,
  end: `${addDays(day, 1)} 00:00:00`,
  color: "var(--schedule-special)",
  variant: "filled",
});

/** The label of a free day is repeated at this interval, so that it is visible at any scroll position, hours. */
const HOLIDAY_BLOCK_HOURS = 6;

/** A holiday behind the schedules of its day. */
function holidayBlocks(day: string, title: string): ScheduleEventData[] {
  return Array.from({ length: 24 / HOLIDAY_BLOCK_HOURS }, (_, block) => {
    const hour = (at: number) => String(at * HOLIDAY_BLOCK_HOURS).padStart(2, "0");
    const end =
      block === 24 / HOLIDAY_BLOCK_HOURS - 1 ? `${day} 23:59:59` : `${day} ${hour(block + 1)}:00:00`;
    return {
      id: `holiday-${day}-${block}`,
      title,
      start: `${day} ${hour(block)}:00:00`,
      end,
      color: "var(--neutral-tint)",
      variant: "filled",
      display: "background",
    };
  });
}

/** Everything that the calendar shows around a day: schedules, the default behind them, and special days in place of it. */
export function calendarEvents(
  shown: {
    day: string;
    /** The default is drawn from this day on: its earlier values are not kept. */
    today: string;
    schedules: readonly Schedule[];
    weekly: DefaultSchedule | null | undefined;
    days: readonly ScheduleDay[];
    timeZone: string;
    /** Whether the hours of a day are shown. */
    hasHours: boolean;
  },
  words: CalendarWords,
): ScheduleEventData[] {
  const { first, last } = shownDays(shown.day);
  const special = new Map(shown.days.map((one) => [one.day, one]));
  const background = daysBetween(first, last).flatMap((day) => {
    const found = special.get(day);
    if (found) {
      const title = found.kind === "holiday" ? words.holiday(found.name) : words.exception(found.name);
      const behind =
        found.kind === "holiday" ? holidayBlocks(day, title) : backgroundEvents(day, found.timeData, title);
      return [dayEvent(found, title), ...(shown.hasHours ? behind : [])];
    }
    if (day < shown.today || !shown.weekly?.weekData.includes(weekdayOf(day))) return [];
    return backgroundEvents(day, shown.weekly.timeData, words.defaultTimes);
  });
  return [...background, ...scheduleEvents(shown.schedules, shown.timeZone)];
}
