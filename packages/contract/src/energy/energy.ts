import { z } from "zod";

import { buildingStaff } from "../roles.ts";
import { instant, route } from "../route.ts";

/** Energy of a time by the counter of a meter. */
export const consumption = z.object({
  from: instant,
  to: instant,
  /** Null where the meter sent nothing. */
  kilowattHour: z.number().nullable(),
  /** Part of `kilowattHour` that is a share of a gap, or is near values of the counter that were left out. */
  estimatedKilowattHour: z.number(),
  /** False where readings are missing, or where the counter began again. */
  isComplete: z.boolean(),
});
export type Consumption = z.output<typeof consumption>;

const day = z.iso.date({ error: "Choose a date" });

export const getConsumption = route({
  path: "/v1/gl_analytics/:ssid/ems/consumption",
  summary: "Energy of a meter by hour and by day, from its counter",
  access: buildingStaff,
  topics: ["measurements", "devices"],
  pauseMs: 5_000,
  /** The last 24 hours and 7 days until now, or a day of the campus with the 6 days before it. */
  input: z.object({ ssid: z.string().max(64), date: day.optional() }),
  reply: z.object({
    hours: z.array(consumption),
    days: z.array(consumption),
    /** Part of the 7 days with readings, %. */
    coveragePercent: z.number(),
    /** The quarter of an hour in which the counter last began again or overflowed; null if it did not in this time. */
    lastRestart: z.object({ at: instant, cause: z.enum(["new-count", "overflow"]) }).nullable(),
  }),
});
