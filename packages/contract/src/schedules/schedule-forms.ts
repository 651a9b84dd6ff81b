import { airSetpoint } from "@verandah/equipment/types/ahu.ts";
import { z } from "zod";

/** Longest title. Source: spec 1 §5. */
export const SCHEDULE_TITLE_MAX = 10;
/** Times of schedules are whole multiples of this. Source: spec 1 §9 Calendar step, spec 2 §2 Default schedule editor and §5. */
export const SCHEDULE_STEP_MINUTES = 15;
export const offStepText = `Times are in steps of ${SCHEDULE_STEP_MINUTES} minutes`;

const titleLength = "Title should be of length 5 to 10 characters";
export const farYearText = "Choose a year up to 9999";
/** Years of more than four digits are written with a sign. Source: ECMA-262, Date Time String Format. */
const isFar = (text: unknown) => typeof text === "string" && /^[+-]\d{6}-/.test(text);
const when = z.iso.datetime({
  offset: true,
  error: ({ input }) => (isFar(input) ? farYearText : "An instant such as 2026-01-05T08:00:00Z"),
});
const period = z.object({ start: when, end: when });

/** Minutes past a step. The offsets of all zones are whole steps, so the result is the same in each; seconds do not count. */
const minutesPastStep = (text: string) => Math.floor(Date.parse(text) / 60_000) % SCHEDULE_STEP_MINUTES;
const startTime = when.refine((text) => minutesPastStep(text) === 0, offStepText);
/**
 * An end at midnight is 23:59, at another minute of the day in each zone: the server checks the building's clock later. Source: spec 1 §4.
 */
const endTime = when.refine(
  (text) => [0, SCHEDULE_STEP_MINUTES - 1].includes(minutesPastStep(text)),
  offStepText,
);
/** The largest id that the database has. */
const ID_MAX = 2_147_483_647;
const placeId = z.int().positive().max(ID_MAX);
const place = z.object({ id: placeId, name: z.string().max(200).optional() });

/** Sunday is 0. Source: spec 2 §2 Default schedule editor. */
const weekday = z.int().min(0).max(6);

export const scheduleDate = z.iso
  .date({ error: "Choose a date" })
  .refine((day) => day >= "1970-01-01" && day <= "2999-12-31", "Choose a date");

/** On which weekdays a schedule repeats, through a last day on the building's clock. */
export const weeklyRepeat = z.object({
  weekdays: z
    .array(weekday)
    .max(7, "Each weekday once")
    .refine((days) => new Set(days).size === days.length, "Each weekday once"),
  until: scheduleDate,
});
type WeeklyRepeat = z.output<typeof weeklyRepeat>;

const DAY_MS = 86_400_000;
/** Longest time from the first to the last day of a repetition, days. */
const REPEAT_DAYS_MAX = 366;

/** The error of a repetition that begins on a day of the building's clock. */
export function repeatError(repeat: WeeklyRepeat | null, startDay: string): string | undefined {
  if (!repeat) return undefined;
  const days = (Date.parse(repeat.until) - Date.parse(startDay)) / DAY_MS;
  if (days < 0) return "Choose a last day after the start";
  if (days > REPEAT_DAYS_MAX) return "Choose a last day within a year";
  const isOnStart = repeat.weekdays.includes(new Date(`${startDay}T00:00:00Z`).getUTCDay());
  return isOnStart ? undefined : "Include the weekday of the start";
}

/** A day that is longer would run into the next. */
const fitsDay = ({ start, end, repeat }: { start: string; end: string; repeat: WeeklyRepeat | null }) =>
  !repeat || Date.parse(end) - Date.parse(start) <= DAY_MS;
const longDay = { path: ["end"], error: "A repeating schedule lasts at most a day" };
const backwards = { path: ["end"], error: "End date should be greater than start date" };
const isForwards = ({ start, end }: { start: string; end: string }) => Date.parse(end) > Date.parse(start);

/** The fields that decide what a schedule affects. */
const placeFields = {
  floor: z.object(place.shape, { error: "Floor Cannot be Empty!" }),
  zones: z.array(place, { error: "Zones Cannot be Empty!" }).min(1, "Zones Cannot be Empty!").max(200),
  action: z.literal([0, 1, 2]),
  /** Percent. */
  intensity: z.int().min(0).max(100).default(100),
  start: startTime,
  end: endTime,
  repeat: weeklyRepeat.nullable().default(null),
};
/** 0 lighting, 1 personal cooling. Source: spec 1 §3. */
export const scheduleType = z.literal([0, 1]);
const typeOrLighting = scheduleType.default(0);

export const schedulePlace = z
  .object({ type: typeOrLighting, ...placeFields })
  .refine(isForwards, backwards)
  .refine(fitsDay, longDay);

/** Fields of the form; the other fields of the entity are accepted and calculated again. Source: spec 1 §3 and §5, spec 2 §5. */
export const scheduleData = z
  .object({
    title: z
      .string({ error: "Title Cannot be Empty!" })
      .min(1, "Title Cannot be Empty!")
      .min(5, titleLength)
      .max(SCHEDULE_TITLE_MAX, titleLength)
      .regex(
        /^[A-Za-z][\w-]*$/,
        "Only alphabets, numbers, underscore, hyphen are allowed. Must begin with an alphabet",
      ),
    ...placeFields,
    type: z.unknown().optional(),
    channel: z.unknown().optional(),
    intensityFlag: z.unknown().optional(),
    hexColor: z.unknown().optional(),
  })
  // Reported together with the errors of other fields.
  .refine(isForwards, { ...backwards, when: ({ value }) => period.safeParse(value).success })
  .refine(fitsDay, longDay)
  .refine(({ action, intensity }) => action !== 2 || (intensity >= 10 && intensity % 10 === 0), {
    path: ["intensity"],
    error: "10 to 100 in steps of 10",
  });
export type ScheduleData = z.output<typeof scheduleData>;

/** The fields of a schedule of either type. */
export const typedScheduleData = scheduleData.safeExtend({ type: typeOrLighting });

/** Most switching times of a day. */
export const DAY_TIMES_MAX = 12;

const time = z
  .string({ error: "A time such as 08:30" })
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: "A time such as 08:30", abort: true });

/** The last minute of the day means midnight, as there is no 24:00. Source: spec 2 §5. */
const timeOnStep = time.refine(
  (text) => text === "23:59" || Number(text.slice(3)) % SCHEDULE_STEP_MINUTES === 0,
  offStepText,
);

/** When units go on and off, on the building's clock. Source: spec 2 §3 Recurring schedule. */
export interface OnOff {
  ON: string;
  OFF: string;
}

const isWithin = (start: string, { ON, OFF }: OnOff) => ON <= start && start < OFF;

/** The times of a day, earliest first; a time that begins within another one is wrong. */
const timesOf = (one: z.ZodType<string, string>) =>
  z
    .array(
      z.object({ ON: one, OFF: one }).refine(({ ON, OFF }) => OFF > ON, {
        path: ["OFF"],
        // Source: spec 2 §5.
        error: "End date should be greater than start date",
      }),
    )
    .max(DAY_TIMES_MAX)
    .superRefine((times, check) => {
      for (const [at, { ON }] of times.entries())
        if (times.some((other, index) => isWithin(ON, other) && (other.ON < ON || index < at)))
          check.addIssue({ code: "custom", path: [at, "ON"], message: "Times must not overlap" });
    })
    .transform((times) => times.toSorted((a, b) => a.ON.localeCompare(b.ON)));

export const timeData = timesOf(time);

const setbackText = `${airSetpoint.from} to ${airSetpoint.to} in steps of ${airSetpoint.step}`;
const setback = z
  .number({ error: setbackText })
  .min(airSetpoint.from, setbackText)
  .max(airSetpoint.to, setbackText)
  .multipleOf(airSetpoint.step, setbackText);

/** The weekly default of a building, as it is stored: an old one may have times between the steps. */
export const recurringSchedule = z.object({
  timeData,
  weekData: weeklyRepeat.shape.weekdays,
  /** The return air setpoint that units hold outside the times, °C; null: they are off. */
  setbackCelsius: setback.nullable().default(null),
});
export type RecurringSchedule = z.output<typeof recurringSchedule>;

/** The fields of the form. */
export const recurringScheduleData = recurringSchedule.extend({ timeData: timesOf(timeOnStep) });

export const DAY_NAME_MAX = 60;

/** `holiday`: nothing is switched on. `exception`: the day has its own times. Both override one-time schedules and the weekly default. */
export const dayKind = z.enum(["holiday", "exception"]);
export type DayKind = z.output<typeof dayKind>;

const nameUpTo = (max: number) =>
  z.string({ error: "Name Cannot be Empty!" }).trim().min(1, "Name Cannot be Empty!").max(max);

/** The fields of the form. */
export const scheduleDayData = z
  .object({
    day: scheduleDate,
    kind: dayKind,
    name: nameUpTo(DAY_NAME_MAX),
    timeData: timeData.default([]),
    /** Repeats in each year on the same date. 29 February repeats in leap years only. Source: RFC 5545 §3.3.10 (invalid dates). */
    isYearly: z.boolean().default(false),
  })
  .refine(({ kind, timeData: times }) => kind === "holiday" || times.length > 0, {
    path: ["timeData"],
    error: "An exception needs its times",
  })
  .refine(({ kind, timeData: times }) => kind === "exception" || times.length === 0, {
    path: ["timeData"],
    error: "A holiday has no times",
  });

/** Longest name of a group of units. */
export const GROUP_NAME_MAX = 40;
const GROUP_UNITS_MAX = 500;

/** The fields of the form. A group without times would leave its units without a schedule. */
export const unitGroupData = z.object({
  name: nameUpTo(GROUP_NAME_MAX),
  timeData: timesOf(timeOnStep).refine((times) => times.length > 0, "Add the times"),
  weekData: weeklyRepeat.shape.weekdays.min(1, "Choose a weekday"),
  setbackCelsius: recurringSchedule.shape.setbackCelsius,
  units: z.array(placeId).min(1, "Choose a unit").max(GROUP_UNITS_MAX),
});

/** A group as a user read it. Its units may have left the building. */
export const openedUnitGroup = recurringSchedule.extend({
  name: z.string().max(GROUP_NAME_MAX),
  units: z.array(placeId).max(GROUP_UNITS_MAX),
});

export const CALENDAR_NAME_MAX = 40;
const CALENDAR_BUILDINGS_MAX = 200;

/** The fields of the form. */
export const holidayCalendarData = z.object({
  name: nameUpTo(CALENDAR_NAME_MAX),
  buildings: z.array(placeId).max(CALENDAR_BUILDINGS_MAX),
});

/** A calendar as a user read it. */
export const openedHolidayCalendar = z.object({
  name: z.string().max(CALENDAR_NAME_MAX),
  buildings: z.array(placeId).max(CALENDAR_BUILDINGS_MAX),
});
