import { z } from "zod";

import { buildingOperators } from "./roles.ts";
import { idParam, route } from "./route.ts";
import { offStepText, SCHEDULE_STEP_MINUTES } from "./schedules.ts";

/** Most switching times of a day. */
export const DAY_TIMES_MAX = 12;

const time = z
  .string({ error: "A time such as 08:30" })
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: "A time such as 08:30", abort: true });

/** The last minute of the day stands for its midnight, as there is no 24:00. Source: spec 2 §5. */
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

/** The times of a day, earliest first; those that begin within others are the wrong ones. */
const timesOf = (one: z.ZodType<string, string>) =>
  z
    .array(
      z.object({ ON: one, OFF: one }).refine(({ ON, OFF }) => OFF > ON, {
        path: ["OFF"],
        // Source: spec 2 §5.
        error: "End date should be greater than start date",
      }),
      { error: "A list of times" },
    )
    .max(DAY_TIMES_MAX, `At most ${DAY_TIMES_MAX} times`)
    .superRefine((times, check) => {
      for (const [at, { ON }] of times.entries())
        if (times.some((other, index) => isWithin(ON, other) && (other.ON < ON || index < at)))
          check.addIssue({ code: "custom", path: [at, "ON"], message: "Times must not overlap" });
    })
    .transform((times) => times.toSorted((a, b) => a.ON.localeCompare(b.ON)));

export const timeData = timesOf(time);

/** Sunday is 0. Source: spec 2 §2 Default schedule editor. */
const weekday = z
  .int({ error: "A weekday from 0 to 6" })
  .min(0, "A weekday from 0 to 6")
  .max(6, "A weekday from 0 to 6");

/** The weekly default of a building, as it is stored: one of old may be off the step. */
export const recurringSchedule = z.object({
  timeData,
  weekData: z
    .array(weekday, { error: "A list of weekdays" })
    .max(7, "Each weekday once")
    .refine((days) => new Set(days).size === days.length, "Each weekday once"),
});
export type RecurringSchedule = z.output<typeof recurringSchedule>;

/** What a person fills in. */
export const recurringScheduleData = recurringSchedule.extend({ timeData: timesOf(timeOnStep) });

/** Longest `data` of a default: every time and weekday of it, with room to spare. */
const DATA_MAX = 2_000;

/**
 * The recurring schedule of a building has the building's id. `openedOn` is the `data` that the change was made to: where another stands by
 * now, it is refused; without it the change is made in any case.
 */
export const updateRecurringSchedule = route({
  method: "POST",
  path: "/v1/hvac_recuuring_schedule/:id/updateschedule",
  summary: "Sets when a building's air handling units go on and off in each week",
  access: buildingOperators,
  input: recurringScheduleData.extend({
    id: idParam,
    openedOn: z
      .string({ error: "The data as it was fetched" })
      .max(DATA_MAX, "The data as it was fetched")
      .optional(),
  }),
  sample: { timeData: [{ ON: "08:00", OFF: "20:00" }], weekData: [1, 2, 3, 4, 5] },
  reply: z.object({ message: z.literal("Accepted") }),
});

/** The session's building first; `data` is the JSON of timeData and weekData, both empty where none was set. Source: spec 2 §3 and §7. */
export const getRecurringSchedule = route({
  method: "GET",
  path: "/v1/hvac_recuuring_schedule/getSchedule",
  summary: "The weekly default of one's building, then those of the campus's other buildings",
  access: buildingOperators,
  input: z.object({}),
  reply: z.array(z.object({ id: z.int(), data: z.string() })),
});
