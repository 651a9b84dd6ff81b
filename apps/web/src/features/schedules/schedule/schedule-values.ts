import {
  repeatError,
  schedulePlace,
  typedScheduleData,
} from "@verandah/contract/schedules/schedule-forms.ts";
import { type Schedule, SCHEDULE_ACTION, type ScheduleType } from "@verandah/contract/schedules/schedules.ts";
import { currentSpan } from "@verandah/time/repeat.ts";
import { addDays, createWallClock, weekdayOf } from "@verandah/time/wall-clock.ts";
import { z } from "zod";

import { instantOfWallTime, wallTime } from "#shared/format/wall-time.ts";

import type { Slot } from "../calendar/slots.ts";

/** The values of the form: places by their ids as text, times on the campus's clock. */
export interface ScheduleValues {
  type: ScheduleType;
  title: string;
  floor: string | null;
  zones: string[];
  isOn: boolean;
  intensity: number;
  /** Choosing an intensity makes it a schedule at an intensity. Source: spec 1 §4 Schedule action. */
  isIntensityChosen: boolean;
  start: string;
  end: string;
  repeat: { isOn: boolean; weekdays: readonly number[]; until: string };
}

const FULL_PERCENT = 100;

/** A repetition is offered for this number of days. */
const REPEAT_DAYS = 28;
const dayOf = (time: string) => time.slice(0, 10);
/** The weekday of a time of the form; Sunday is 0. */
export const startWeekdayOf = (start: string): number => weekdayOf(dayOf(start));

/** A new schedule for a slot of the calendar. */
export const newValues = (slot: Slot, type: ScheduleType): ScheduleValues => ({
  type,
  title: "",
  floor: null,
  zones: [],
  isOn: true,
  intensity: FULL_PERCENT,
  isIntensityChosen: false,
  ...slot,
  repeat: { isOn: false, weekdays: [], until: addDays(dayOf(slot.start), REPEAT_DAYS) },
});

/** The day of a schedule that runs or comes next. */
export function spanOf({ start, end, repeat }: Schedule, timeZone: string): { start: Date; end: Date } {
  const first = { start: new Date(start), end: new Date(end), repeat };
  return currentSpan(first, createWallClock(timeZone), new Date());
}

/** An existing schedule, to be changed from its next day on; actions 1 and 2 are On. */
export function valuesOf(schedule: Schedule, timeZone: string): ScheduleValues {
  const { start, end } = spanOf(schedule, timeZone);
  return {
    type: schedule.type,
    title: schedule.title,
    floor: String(schedule.floor.id),
    zones: schedule.zones.map((zone) => String(zone.id)),
    isOn: schedule.action !== SCHEDULE_ACTION.off,
    intensity: schedule.action === SCHEDULE_ACTION.off ? FULL_PERCENT : schedule.intensity,
    isIntensityChosen: schedule.action === SCHEDULE_ACTION.intensity,
    start: wallTime(start.getTime(), timeZone),
    end: wallTime(end.getTime(), timeZone),
    repeat: schedule.repeat
      ? { isOn: true, ...schedule.repeat }
      : {
          isOn: false,
          weekdays: [],
          until: addDays(dayOf(wallTime(start.getTime(), timeZone)), REPEAT_DAYS),
        },
  };
}

function actionOf({ isOn, isIntensityChosen }: ScheduleValues): 0 | 1 | 2 {
  if (!isOn) return SCHEDULE_ACTION.off;
  return isIntensityChosen ? SCHEDULE_ACTION.intensity : SCHEDULE_ACTION.on;
}

function repeatOf({ repeat, start }: ScheduleValues) {
  const weekdays = new Set([...repeat.weekdays, startWeekdayOf(start)]);
  return { weekdays: [...weekdays].toSorted((a, b) => a - b), until: repeat.until };
}

/** The input of the call; empty fields are left out. */
function toData(values: ScheduleValues, timeZone: string): object {
  return {
    title: values.title,
    ...(values.floor !== null && { floor: { id: Number(values.floor) } }),
    zones: values.zones.map((id) => ({ id: Number(id) })),
    action: actionOf(values),
    type: values.type,
    intensity: values.isOn ? values.intensity : 0,
    start: instantOfWallTime(values.start, timeZone),
    end: instantOfWallTime(values.end, timeZone),
    ...(values.repeat.isOn && { repeat: repeatOf(values) }),
  };
}

const repeatErrorOf = (values: ScheduleValues) =>
  values.repeat.isOn && values.start ? repeatError(repeatOf(values), dayOf(values.start)) : undefined;

/** The error of each field in the contract's words. */
function errorsOf(values: ScheduleValues, timeZone: string, issues: readonly z.core.$ZodIssue[] = []) {
  const errors: Record<string, string> = {};
  for (const name of ["start", "end"] as const) {
    if (!values[name]) errors[name] = "field cannot be empty";
    else if (!instantOfWallTime(values[name], timeZone)) errors[name] = "Choose a date and a time";
  }
  for (const { path, message } of issues) errors[String(path[0])] ??= message;
  const wrong = repeatErrorOf(values);
  if (wrong) errors["repeat"] ??= wrong;
  return Object.entries(errors);
}

/** The input of the call of these values. */
export const scheduleInput = (timeZone: string) =>
  z.custom<ScheduleValues>().transform((values, check) => {
    const { data, error } = typedScheduleData.safeParse(toData(values, timeZone));
    for (const [name, message] of errorsOf(values, timeZone, error?.issues))
      check.addIssue({ code: "custom", path: [name], message });
    return data ?? z.NEVER;
  });
export type ScheduleInput = z.output<ReturnType<typeof scheduleInput>>;

/** What the values affect; undefined while they are wrong. */
export const placeOf = (values: ScheduleValues, timeZone: string) =>
  repeatErrorOf(values) ? undefined : schedulePlace.safeParse(toData(values, timeZone)).data;
