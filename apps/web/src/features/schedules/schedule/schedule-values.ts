import { farYearText, scheduleData } from "@verandah/contract/schedule-forms.ts";
import { type Schedule, SCHEDULE_ACTION, SCHEDULE_TYPE } from "@verandah/contract/schedules.ts";

import { instantOfWallTime, wallTime } from "#shared/format/wall-time.ts";

import type { Slot } from "../calendar/schedule-calendar.tsx";

/** What the form holds: places by their ids as text, times as on the campus's clock. */
export interface ScheduleValues {
  title: string;
  floor: string | null;
  zones: string[];
  isOn: boolean;
  intensity: number;
  /** Choosing an intensity makes it a schedule at an intensity. Source: spec 1 §4 Schedule action. */
  isIntensityChosen: boolean;
  start: string;
  end: string;
}

const FULL_PERCENT = 100;

/** A new schedule for a slot of the calendar. */
export const newValues = (slot: Slot): ScheduleValues => ({
  title: "",
  floor: null,
  zones: [],
  isOn: true,
  intensity: FULL_PERCENT,
  isIntensityChosen: false,
  ...slot,
});

/** A known schedule, to be changed; actions 1 and 2 are On. */
export const valuesOf = (schedule: Schedule, timeZone: string): ScheduleValues => ({
  title: schedule.title,
  floor: String(schedule.floor.id),
  zones: schedule.zones.map((zone) => String(zone.id)),
  isOn: schedule.action !== SCHEDULE_ACTION.off,
  intensity: schedule.action === SCHEDULE_ACTION.off ? FULL_PERCENT : schedule.intensity,
  isIntensityChosen: schedule.action === SCHEDULE_ACTION.intensity,
  start: wallTime(Date.parse(schedule.start), timeZone),
  end: wallTime(Date.parse(schedule.end), timeZone),
});

function actionOf({ isOn, isIntensityChosen }: ScheduleValues): 0 | 1 | 2 {
  if (!isOn) return SCHEDULE_ACTION.off;
  return isIntensityChosen ? SCHEDULE_ACTION.intensity : SCHEDULE_ACTION.on;
}

/** The values as the call takes them; whatever is not filled in is left out. */
function toData(values: ScheduleValues, timeZone: string): object {
  return {
    title: values.title,
    ...(values.floor !== null && { floor: { id: Number(values.floor) } }),
    zones: values.zones.map((id) => ({ id: Number(id) })),
    action: actionOf(values),
    type: SCHEDULE_TYPE.personalCooling,
    intensity: values.isOn ? values.intensity : 0,
    start: instantOfWallTime(values.start, timeZone),
    end: instantOfWallTime(values.end, timeZone),
  };
}

/** Date fields take years of up to six digits. */
const isFar = (text: string) => /^\d{5,}-/.test(text);

/** The input of the call, or the error of each field in the contract's words. */
export function readValues(values: ScheduleValues, timeZone: string) {
  const parsed = scheduleData.safeParse(toData(values, timeZone));
  const errors: Record<string, string> = {};
  for (const name of ["start", "end"] as const) {
    if (!values[name]) errors[name] = "field cannot be empty";
    else if (isFar(values[name])) errors[name] = farYearText;
    else if (!instantOfWallTime(values[name], timeZone)) errors[name] = "Choose a date and a time";
  }
  for (const issue of parsed.error?.issues ?? []) errors[String(issue.path[0])] ??= issue.message;
  return { data: parsed.data, errors };
}
