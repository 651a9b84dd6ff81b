import { z } from "zod";

import { buildingOperators, buildingUsers } from "../roles.ts";
import { idParam, instant, route } from "../route.ts";
import { dayKind, scheduleDate, scheduleDayData, scheduleType, timeData } from "./schedule-forms.ts";

/** How far ahead occurrences are planned, ms. Source: architecture (Time). */
export const PLAN_AHEAD_MS = 48 * 3_600_000;
/** An occurrence that was missed by no more than this runs late; an older one is skipped, ms. */
export const OCCURRENCE_GRACE_MS = 10 * 60_000;
/** The origin of commands of the weekly default, which has no title; each reader translates it. */
export const DEFAULT_SCHEDULE_NAME = "Default schedule";
export const scheduleDay = z.object({
  id: z.int(),
  day: scheduleDate,
  kind: dayKind,
  name: z.string(),
  timeData,
  /** Whether it repeats in each year; `day` is one of its dates. */
  isYearly: z.boolean(),
  /** The last day of the repetition; null without an end. */
  until: scheduleDate.nullable(),
  /** The calendar that it belongs to; null for a day of the building only. */
  calendar: z.object({ id: z.int(), name: z.string() }).nullable(),
});
export type ScheduleDay = z.output<typeof scheduleDay>;

export const listScheduleDays = route({
  path: "/v1/schedule_days",
  summary: "Holidays and exceptions of a building from a day on, earliest first; one that repeats, once",
  access: buildingOperators,
  topics: ["schedules"],
  /** With `to`, those that apply between the two days: each date of one that repeats. */
  input: z.object({
    building: idParam.optional(),
    from: scheduleDate.default("1970-01-01"),
    to: scheduleDate.optional(),
  }),
  reply: z.array(scheduleDay),
});

export const addScheduleDay = route({
  path: "/v1/schedule_days",
  summary: "Adds a holiday or an exception of a building, or of a calendar that buildings share",
  access: buildingOperators,
  changes: ["schedules"],
  input: scheduleDayData.safeExtend({ building: idParam.optional(), calendar: idParam.optional() }),
  sample: { day: "2026-01-26", kind: "holiday", name: "Republic Day" },
  reply: scheduleDay,
});

export const deleteScheduleDay = route({
  path: "/v1/schedule_days/:id/delete",
  summary: "Deletes a holiday or an exception that is not over; of one that repeats, the dates from a day on",
  access: buildingOperators,
  changes: ["schedules"],
  /** `from`: the first date without it, by default today. Past dates stay. */
  input: z.object({ id: idParam, from: scheduleDate.optional() }),
  reply: z.object({ id: z.int() }),
});

export const listWorkdays = route({
  path: "/v1/buildings/:id/workdays",
  summary: "The next six workdays of a building, today included: from Monday to Friday, without its holidays",
  access: buildingUsers,
  topics: ["schedules", "places"],
  input: z.object({ id: idParam }),
  reply: z.array(scheduleDate),
});

export const previewHoliday = route({
  path: "/v1/schedule_days/holiday_preview",
  summary: "What a holiday on a day would change: units that stay off, and schedules without effect",
  access: buildingOperators,
  topics: ["schedules", "devices", "places"],
  /** With `calendar`, in all buildings that follow it. */
  input: z.object({ building: idParam.optional(), calendar: idParam.optional(), day: scheduleDate }),
  sample: { day: "2026-01-26" },
  reply: z.object({
    /** Air handling units that would be on at some time of the day. */
    unitsOff: z.int(),
    /** Other air handling units that no schedule controls for some of the day. The holiday switches them off too. */
    unscheduledOff: z.int(),
    /** Titles of schedules of the air handling without effect on the day. */
    overridden: z.array(z.string()),
    /** Booked rooms whose air is not prepared. */
    rooms: z.int(),
    /** Titles of repeating schedules of lighting, which pause. */
    pausedLighting: z.array(z.string()),
  }),
});

/** `running`: commanded, and not yet verified by every unit. */
export const occurrenceState = z.enum(["planned", "running", "done", "skipped", "failed"]);
export type OccurrenceState = z.output<typeof occurrenceState>;

/** `setback`: units hold a setback setpoint in place of off. `end`: its units follow the other rules. `change`: the schedule itself was changed, and units follow at once. */
export const occurrenceAction = z.enum(["on", "off", "setback", "end", "change"]);
export type OccurrenceAction = z.output<typeof occurrenceAction>;

export const occurrenceKind = z.enum(["default", "group", "schedule", "exception", "holiday"]);
export type OccurrenceKind = z.output<typeof occurrenceKind>;

/**
 * Why an occurrence was skipped or has failed: a rule of higher rank (`detail` names it), too late, no unit, units that did not follow, or
 * commands that were all replaced by later ones (`detail` names their origin).
 */
export const occurrenceReason = z.enum(["overruled", "late", "no-units", "units-failed", "replaced"]);
export type OccurrenceReason = z.output<typeof occurrenceReason>;

export const occurrence = z.object({
  id: z.uuid(),
  at: instant,
  type: scheduleType,
  kind: occurrenceKind,
  /** Title of the schedule, or name of the day or the group; empty for the weekly default. */
  name: z.string(),
  /** The booked room that the schedule prepares. */
  preparedRoom: z.string().nullable(),
  action: occurrenceAction,
  state: occurrenceState,
  reason: occurrenceReason.nullable(),
  detail: z.string(),
  endedAt: instant.nullable(),
  /** How many units it was for. */
  units: z.int(),
  /** Units that did not follow; `why` is a command failure, the code of a refusal, or `expired`. */
  failed: z.array(z.object({ name: z.string(), why: z.string() })),
  /** Units whose command a later one replaced, each with the origin of the later one. */
  replaced: z.array(z.object({ name: z.string(), by: z.string() })),
  /** Units that accepted the value, which has no effect while a higher priority is in force. */
  overridden: z.array(z.string()),
});
export type Occurrence = z.output<typeof occurrence>;

export const listOccurrences = route({
  path: "/v1/schedule_occurrences",
  summary: "Actions of schedules (of one type, or all) in the next 48 hours and in the last 24",
  access: buildingOperators,
  topics: ["schedules", "commands", "devices", "places"],
  input: z.object({ building: idParam.optional(), type: z.coerce.number().pipe(scheduleType).optional() }),
  reply: z.array(occurrence),
});

export const listDeviceChanges = route({
  path: "/v1/devices/:ssid/schedule",
  summary:
    "Writes of schedules to a device in the next 48 hours; null for a device that no schedule switches",
  access: buildingOperators,
  topics: ["schedules", "devices"],
  input: z.object({ ssid: z.string().max(64) }),
  sample: { ssid: "AHU-1" },
  reply: z
    .array(
      z.object({
        at: instant,
        kind: occurrenceKind,
        /** As in an occurrence. */
        name: z.string(),
        param_id: z.string(),
        /** Null releases the point. */
        value: z.number().nullable(),
      }),
    )
    .nullable(),
});
