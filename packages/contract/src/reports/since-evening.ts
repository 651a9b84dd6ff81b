import { z } from "zod";

import { buildingStaff } from "../roles.ts";
import { idParam, instant, route } from "../route.ts";

/** Time of a building's clock at which its evening begins. */
export const EVENING = "18:00";

/** Counts of a building since the newest evening. */
const sinceEvening = z.object({
  since: instant,
  /** Alarms that came, without those that another one explains; `active` ones are neither over nor ignored. */
  alarms: z.object({ critical: z.int(), low: z.int(), active: z.int() }),
  /** Commands of users; several tries are one. Those of schedules count as their actions. */
  commands: z.object({ sent: z.int(), failed: z.int() }),
  /** Actions of schedules. Of a missed one no unit was commanded in time, or not all units followed. */
  schedules: z.object({ done: z.int(), missed: z.int() }),
});
export type SinceEvening = z.output<typeof sinceEvening>;

export const getSinceEvening = route({
  method: "GET",
  path: "/v1/gl_zone/:id/since_evening",
  summary:
    "How many alarms came, commands failed and schedules ran in a building since the newest 18:00 of its clock",
  access: buildingStaff,
  topics: ["alarms", "commands", "schedules", "places", "devices"],
  pauseMs: 5_000,
  input: z.object({ id: idParam }),
  reply: sinceEvening,
});
