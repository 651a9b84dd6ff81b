import { z } from "zod";

import { previewedWrite } from "../commands/commands.ts";
import { checkRange, dateRange } from "../paging.ts";
import { buildingOperators } from "../roles.ts";
import { idParam, instant, route } from "../route.ts";
import { scheduleData, schedulePlace, typedScheduleData, weeklyRepeat } from "./schedule-forms.ts";

/** The equipment of a schedule. Source: spec 1 §3 (0 lighting control, 1 personal cooling), spec 2 §3 (1 for air handling). */
export const SCHEDULE_TYPE = { lighting: 0, personalCooling: 1 } as const;
export type ScheduleType = (typeof SCHEDULE_TYPE)[keyof typeof SCHEDULE_TYPE];

/** Source: spec 1 §3: 0 for personal cooling, 5 otherwise. */
export const SCHEDULE_CHANNEL = { personalCooling: 0, other: 5 } as const;

/** What a schedule does from its start to its end. Source: spec 1 §3. */
export const SCHEDULE_ACTION = { off: 0, on: 1, intensity: 2 } as const;

/** A schedule must start later than this from now, ms. Source: spec 1 §9. */
export const SCHEDULE_LEAD_MS = 180_000;
/** The slider's range and step, percent. Source: spec 1 §5. */
export const INTENSITY = { min: 10, max: 100, step: 10 } as const;

/** Colours of events by intensity, from the given percent on. Source: spec 1 §9, spec 2 §9. */
const intensityColors = [
  { from: 75, hexColor: "#008000" },
  { from: 50, hexColor: "#9acd32" },
  { from: 25, hexColor: "#ffff00" },
  { from: 0, hexColor: "#fa8072" },
] as const;

/** The colour of an event: salmon, yellow, yellow-green or green. */
export function intensityColor(intensityPercent: number): string {
  return intensityColors.find(({ from }) => intensityPercent >= from)?.hexColor ?? "#fa8072";
}

const namedPlace = z.object({ id: z.int(), name: z.string() });

/** Source: spec 1 §3 Schedule, spec 2 §3 Schedule (lighting/HVAC). */
export const schedule = z.object({
  id: z.int(),
  title: z.string(),
  floor: namedPlace,
  zones: z.array(namedPlace),
  action: z.union([z.literal(0), z.literal(1), z.literal(2)]),
  type: z.union([z.literal(0), z.literal(1)]),
  channel: z.int(),
  intensity: z.int(),
  /** Whether it is at an intensity of its own. */
  intensityFlag: z.boolean(),
  hexColor: z.string(),
  start: instant,
  end: instant,
  /** Its days after the first; null for a schedule of one time. */
  repeat: weeklyRepeat.nullable(),
  /** The booked room that it prepares; people change the booking, not the schedule. */
  preparedRoom: z.string().nullable(),
});
export type Schedule = z.output<typeof schedule>;

/** Old clients send the user and whether it runs; the session and the clock decide. */
const sentAlong = { user: z.unknown().optional(), running: z.unknown().optional() };

const scheduleSample = {
  title: "Lobby",
  floor: { id: 1 },
  zones: [{ id: 1 }],
  action: 1,
  start: "2026-01-05T09:00:00Z",
  end: "2026-01-05T10:00:00Z",
};

export const createHvacSchedule = route({
  path: "/v1/hvac_schedules",
  summary: "Adds a one-time schedule of the air handling",
  access: buildingOperators,
  changes: ["schedules"],
  input: z.object({ data: scheduleData, ...sentAlong }),
  sample: { data: scheduleSample },
  reply: schedule,
});

export const editHvacSchedule = route({
  path: "/v1/hvac_schedules/:id/edit",
  summary: "Changes a one-time schedule of the air handling that has not begun",
  access: buildingOperators,
  changes: ["schedules"],
  input: z.object({ id: idParam, data: scheduleData, ...sentAlong }),
  sample: { data: scheduleSample },
  reply: schedule,
});

const inRange = z.object({ building: idParam.optional(), ...dateRange }).superRefine(checkRange);

/** Schedules of a building; without a range, the newest `SCHEDULES_MAX` of all. A repeated one is listed once. */
export const listHvacSchedules = route({
  path: "/v1/hvac_schedules/hvac_fetch",
  summary: "One-time schedules of the air handling that touch a range of time",
  access: buildingOperators,
  topics: ["schedules", "places"],
  input: inRange,
  reply: z.object({ schedules: z.array(schedule) }),
});
/** Maximum schedules of one answer, those with the latest start. */
export const SCHEDULES_MAX = 1_000;

/** A running one ends at once; its units follow the other rules. */
export const deleteHvacSchedule = route({
  path: "/v1/hvac_schedules/:id",
  summary: "Deletes a one-time schedule of the air handling",
  access: buildingOperators,
  changes: ["schedules"],
  input: z.object({ id: idParam, ...sentAlong }),
  reply: z.object({ id: z.int() }),
});

// Schedules of lighting (type 0) and of air handling (type 1). Source: spec 1 §7 Lighting schedules.

export const createSchedule = route({
  path: "/v1/schedules",
  summary: "Adds a schedule of lighting or of personal cooling",
  access: buildingOperators,
  changes: ["schedules"],
  input: z.object({ data: typedScheduleData, ...sentAlong }),
  sample: { data: scheduleSample },
  reply: schedule,
});

/** The type stays. */
export const editSchedule = route({
  ...editHvacSchedule,
  path: "/v1/schedules/:id/edit",
  summary: "Changes a schedule that has not begun, or all days to come of a repeating one",
});

export const listSchedules = route({
  ...listHvacSchedules,
  path: "/v1/schedules/fetch",
  summary: "Schedules of lighting and of personal cooling that touch a range of time",
});

/** A running one ends at once; its units follow the other rules, lights their automatic function. */
export const deleteSchedule = route({
  ...deleteHvacSchedule,
  path: "/v1/schedules/:id",
  summary: "Deletes a schedule of lighting or of personal cooling",
});

export const previewSchedule = route({
  path: "/v1/schedules/preview",
  summary: "Effects of a schedule: its equipment, and other schedules at the same times",
  access: buildingOperators,
  changes: [],
  /** `id` of the schedule that is changed. */
  input: z.object({ id: z.int().optional(), data: schedulePlace }),
  sample: { data: scheduleSample },
  reply: z.object({
    units: z.array(previewedWrite),
    overlaps: z.array(z.object({ id: z.int(), title: z.string() })),
  }),
});
export type SchedulePreview = z.output<typeof previewSchedule.reply>;
