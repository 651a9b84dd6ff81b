import type { ScheduleEventData } from "@mantine/schedule";
import type { ScheduleDay } from "@verandah/contract/schedules/schedule-days.ts";
import type { OnOff, RecurringSchedule } from "@verandah/contract/schedules/schedule-forms.ts";
import { type Schedule, SCHEDULE_TYPE } from "@verandah/contract/schedules/schedules.ts";
import { repeatedSpans, type Span } from "@verandah/time/repeat.ts";
import { addDays, createWallClock, weekdayOf } from "@verandah/time/wall-clock.ts";

import { wallTime } from "#shared/format/wall-time.ts";

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

/** Texts of the calendar, in the user's language. */
export interface CalendarTexts {
  holiday: (name: string) => string;
  exception: (name: string) => string;
}

/** Whether an event is a day of a schedule. */
export const isEventOf = (eventId: ScheduleEventData["id"], { id }: Schedule): boolean =>
  String(eventId).startsWith(`schedule-${id}/`);

/** The text in which a wall time goes to the calendar. */
const calendarTime = (instant: Date, timeZone: string): string =>
  `${wallTime(instant.getTime(), timeZone).replace("T", " ")}:00`;

/** The times of schedules in a range: each day of those that repeat. Lighting does not repeat on holidays. */
export function scheduleSpans(
  schedules: readonly Schedule[],
  timeZone: string,
  range: { from: Date; to: Date },
  days: readonly ScheduleDay[],
): (Span & { schedule: Schedule })[] {
  const clock = createWallClock(timeZone);
  const holidays = new Set(days.filter(({ kind }) => kind === "holiday").map(({ day }) => day));
  return schedules.flatMap((schedule) =>
    repeatedSpans(
      { start: new Date(schedule.start), end: new Date(schedule.end), repeat: schedule.repeat },
      clock,
      range,
      (day) => schedule.type === SCHEDULE_TYPE.lighting && holidays.has(day),
    ).map((span) => ({ ...span, schedule })),
  );
}

function scheduleEvent(
  { schedule, ...span }: Span & { schedule: Schedule },
  timeZone: string,
): ScheduleEventData {
  const { id, title, repeat, type, hexColor, preparedRoom } = schedule;
  return {
    id: `schedule-${id}/${span.start.toISOString()}`,
    title: preparedRoom ?? title,
    start: calendarTime(span.start, timeZone),
    end: calendarTime(span.end, timeZone),
    color: hexColor,
    variant: "filled",
    payload: { type, isRepeated: repeat !== null },
  };
}

/** Weekly times with a name: the default, or those of a group of units. */
export interface NamedWeek extends Pick<RecurringSchedule, "timeData" | "weekData"> {
  name: string;
}

/** Times of units on a day, behind the schedules. */
const backgroundEvent = (day: string, { ON, OFF }: OnOff, title: string): ScheduleEventData => ({
  id: `times-${day}-${ON}`,
  title,
  start: `${day} ${ON}:00`,
  end: `${day} ${OFF}:00`,
  color: "var(--current-tint)",
  variant: "filled",
  display: "background",
});

/** Times of a day with all that are on during each. They do not overlap, so that each can be read. */
export function blocksOf<T>(
  all: readonly T[],
  timesOf: (one: T) => readonly OnOff[],
  edges = [...new Set(all.flatMap(timesOf).flatMap(({ ON, OFF }) => [ON, OFF]))].toSorted(),
): (OnOff & { of: T[] })[] {
  return edges.flatMap((ON, at) => {
    const OFF = edges[at + 1] ?? ON;
    const of = all.filter((one) => timesOf(one).some((times) => times.ON < OFF && times.OFF > ON));
    return of.length > 0 ? [{ ON, OFF, of }] : [];
  });
}

/** The weekly times of a day. A block names all weeks that are on during its time. */
export const weeklyBlocks = (day: string, weeks: readonly NamedWeek[], hasHours = true) =>
  blocksOf(
    weeks.filter(({ weekData }) => weekData.includes(weekdayOf(day))),
    ({ timeData }) => timeData,
    hasHours ? undefined : ["00:00", "23:59"],
  ).map(({ of, ...times }) => ({ ...times, title: of.map(({ name }) => name).join(", ") }));

export const dayEventId = ({ id, day }: Pick<ScheduleDay, "id" | "day">) => `day-${id}/${day}`;

/** A holiday or an exception, over its whole day. */
const dayEvent = ({ id, day }: ScheduleDay, title: string): ScheduleEventData => ({
  id: dayEventId({ id, day }),
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

/** Everything that the calendar shows around a day: schedules, the weekly times behind them, and special days in place of it. */
export function calendarEvents(
  shown: {
    day: string;
    /** Weekly times are drawn from this day on: their earlier values are not kept. */
    today: string;
    schedules: readonly Schedule[];
    weeks: readonly NamedWeek[];
    days: readonly ScheduleDay[];
    timeZone: string;
    /** Whether the hours of a day are shown. */
    hasHours: boolean;
  },
  words: CalendarTexts,
): ScheduleEventData[] {
  const { first, last } = shownDays(shown.day);
  const special = new Map(shown.days.map((one) => [one.day, one]));
  const background = daysBetween(first, last).flatMap((day) => {
    const found = special.get(day);
    if (found) {
      const title = found.kind === "holiday" ? words.holiday(found.name) : words.exception(found.name);
      const behind =
        found.kind === "holiday"
          ? holidayBlocks(day, title)
          : found.timeData.map((times) => backgroundEvent(day, times, title));
      return [dayEvent(found, title), ...(shown.hasHours ? behind : [])];
    }
    if (day < shown.today) return [];
    return weeklyBlocks(day, shown.weeks, shown.hasHours).map(({ title, ...times }) =>
      backgroundEvent(day, times, title),
    );
  });
  const range = { from: new Date(`${first}T00:00:00Z`), to: new Date(`${addDays(last, 2)}T00:00:00Z`) };
  return [
    ...background,
    ...scheduleSpans(shown.schedules, shown.timeZone, range, shown.days).map((span) =>
      scheduleEvent(span, shown.timeZone),
    ),
  ];
}
