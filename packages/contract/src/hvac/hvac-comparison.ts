import { z } from "zod";

import { buildingStaff } from "../roles.ts";
import { instant, route } from "../route.ts";
import { quality } from "../telemetry/telemetry.ts";

/** Source: spec 2 §3 Chart point. */
const chartPoint = z.object({
  /** Label of the compared point in the catalogue. Source: spec 2 §7 actual vs expected. */
  name: z.string(),
  actual: z.number().nullable(),
  expected: z.number().nullable(),
  unit: z.string(),
  /** Of the actual value. */
  quality,
  measured_time: instant.nullable(),
  expectedQuality: quality,
});
export type ChartPoint = z.output<typeof chartPoint>;

export const getActualVsExpected = route({
  path: "/v1/gl_analytics/:ssid/actualvsexpected",
  summary: "Chilled water valve, return and supply air of a unit, each with its expected value",
  access: buildingStaff,
  topics: ["measurements", "devices", "commands", "device-states"],
  input: z.object({ ssid: z.string().max(64) }),
  reply: z.array(chartPoint),
});
