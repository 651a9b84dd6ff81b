import { z } from "zod";

import { checkPumpRange } from "../pumps/pumps.ts";
import { buildingStaff, roles } from "../roles.ts";
import { route } from "../route.ts";
import { quality } from "../telemetry/telemetry.ts";

/** Local time of the campus. Source: spec 2 §7 solar pump data. */
const localTime = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/, "A time such as 2026-01-05 08:00:00")
  .refine((text) => !Number.isNaN(Date.parse(`${text.replace(" ", "T")}Z`)), "Choose a date and a time")
  .optional();

const measured = z.number().nullable();

/** The specification's call. Source: spec 2 §7. The browser uses `listPumpData`. */
export const getSolarPumpData = route({
  path: "/v1/gl_analytics/:ssid/solarpump",
  summary: "Readings of a pump, newest first: of the last hour, or between two local times",
  access: [...buildingStaff, roles.pumpCustomer],
  topics: ["measurements", "devices", "customers"],
  input: z
    .object({ ssid: z.string().max(64), start: localTime, end: localTime })
    .superRefine(({ start, end }, ctx) =>
      checkPumpRange(
        { from: start && `${start.replace(" ", "T")}Z`, to: end && `${end.replace(" ", "T")}Z` },
        ctx,
        { from: "start", to: "end" },
      ),
    ),
  reply: z.array(
    z.object({
      measured_time: z.string(),
      MotorStatus: z.string().nullable(),
      WaterflowRate_in_lpm: measured,
      WF_per_Day_in_L: measured,
      voltage_in_v: measured,
      Current_in_A: measured,
      power_in_watt: measured,
      FaultCondition: z.string().nullable(),
      WarningCondition: z.string().nullable(),
      quality,
    }),
  ),
});
