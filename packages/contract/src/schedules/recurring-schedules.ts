import { z } from "zod";

import { buildingOperators } from "../roles.ts";
import { idParam, route } from "../route.ts";
import { recurringScheduleData } from "./schedule-forms.ts";

/** Longest `data` of a default: every time and weekday of it, with room to spare. */
const DATA_MAX = 2_000;

/**
 * The recurring schedule of a building has the building's id. `openedOn` is the `data` that the user changed: if the stored one differs,
 * the change is refused. Without `openedOn` the change is always made.
 */
export const updateRecurringSchedule = route({
  path: "/v1/hvac_recuuring_schedule/:id/updateschedule",
  summary: "Sets when a building's air handling units go on and off in each week",
  access: buildingOperators,
  changes: ["schedules"],
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
  path: "/v1/hvac_recuuring_schedule/getSchedule",
  summary: "The weekly default of one's building, then those of the campus's other buildings",
  access: buildingOperators,
  topics: ["schedules", "places"],
  input: z.object({}),
  reply: z.array(z.object({ id: z.int(), data: z.string() })),
});
