import { z } from "zod";

import { timeData } from "./recurring-schedules.ts";
import { buildingOperators } from "./roles.ts";
import { idParam, instant, route } from "./route.ts";

/** How often a screen asks what became of occurrences, ms. */
export const OCCURRENCES_POLL_MS = 5_000;
/** How often it asks for what others may have changed of schedules, ms. */
export const SCHEDULES_POLL_MS = 30_000;
/** How far ahead occurrences are planned, ms. Source: architecture (Time). */
export const PLAN_AHEAD_MS = 48 * 3_600_000;
/** An occurrence that was missed by no more than this runs late; an older one is skipped, ms. */
export const OCCURRENCE_GRACE_MS = 10 * 60_000;
/** The origin of commands of the weekly default, which has no title; each reader translates it. */
export const DEFAULT_SCHEDULE_NAME = "Default schedule";
/** Longest name of a day. */
export const DAY_NAME_MAX = 60;

/** `holiday`: nothing goes on. `exception`: the day has times of its own. Either beats one-time schedules and the weekly default. */
const dayKind = z.enum(["holiday", "exception"]);
export type DayKind = z.output<typeof dayKind>;

const date = z.iso
  .date({ error: "Choose a date" })
  .refine((day) => day >= "1970-01-01" && day <= "2999-12-31", "Choose a date");

export const scheduleDay = z.object({
  id: z.int(),
  day: date,
  kind: dayKind,
  name: z.string(),
  timeData,
});
export type ScheduleDay = z.output<typeof scheduleDay>;

/** What a person fills in. */
export const scheduleDayData = z
  .object({
    day: date,
    kind: dayKind,
    name: z
      .string({ error: "Name Cannot be Empty!" })
      .trim()
      .min(1, "Name Cannot be Empty!")
      .max(DAY_NAME_MAX, `At most ${DAY_NAME_MAX} characters`),
    timeData: timeData.default([]),
  })
  .refine(({ kind, timeData: times }) => kind === "holiday" || times.length > 0, {
    path: ["timeData"],
    error: "An exception needs its times",
  })
  .refine(({ kind, timeData: times }) => kind === "exception" || times.length === 0, {
    path: ["timeData"],
    error: "A holiday has no times",
  });

export const listScheduleDays = route({
  method: "GET",
  path: "/v1/schedule_days",
  summary: "Holidays and exceptions of a building from a day on, earliest first",
  access: buildingOperators,
  input: z.object({ building: idParam.optional(), from: date.optional() }),
  reply: z.array(scheduleDay),
});

export const addScheduleDay = route({
  method: "POST",
  path: "/v1/schedule_days",
  summary: "Adds a holiday or an exception",
  access: buildingOperators,
  input: scheduleDayData.safeExtend({ building: idParam.optional() }),
  sample: { day: "2026-01-26", kind: "holiday", name: "Republic Day" },
  reply: scheduleDay,
});

export const deleteScheduleDay = route({
  method: "POST",
  path: "/v1/schedule_days/:id/delete",
  summary: "Deletes a holiday or an exception that is not over",
  access: buildingOperators,
  input: z.object({ id: idParam }),
  reply: z.object({ id: z.int() }),
});

/** `running`: ordered, and not yet read back by every unit. */
export const occurrenceState = z.enum(["planned", "running", "done", "skipped", "failed"]);
export type OccurrenceState = z.output<typeof occurrenceState>;

/** `end`: its units go back to what else holds. `change`: the schedule itself was changed, and units follow at once. */
export const occurrenceAction = z.enum(["on", "off", "end", "change"]);
export type OccurrenceAction = z.output<typeof occurrenceAction>;

export const occurrenceKind = z.enum(["default", "schedule", "exception", "holiday"]);
export type OccurrenceKind = z.output<typeof occurrenceKind>;

/**
 * Why an occurrence was skipped or has failed: a rule of higher rank (`detail` names it), too late, no unit there, units that did not
 * follow, or commands that were all replaced by later ones (`detail` names their origin).
 */
export const occurrenceReason = z.enum(["overruled", "late", "no-units", "units-failed", "replaced"]);
export type OccurrenceReason = z.output<typeof occurrenceReason>;

export const occurrence = z.object({
  id: z.uuid(),
  at: instant,
  kind: occurrenceKind,
  /** Title of the schedule or name of the day; empty for the weekly default. */
  name: z.string(),
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
});
export type Occurrence = z.output<typeof occurrence>;

export const listOccurrences = route({
  method: "GET",
  path: "/v1/schedule_occurrences",
  summary: "What schedules of the air handling do in the next 48 hours, and did in the last 24",
  access: buildingOperators,
  input: z.object({ building: idParam.optional() }),
  reply: z.array(occurrence),
});
