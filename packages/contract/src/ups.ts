import { z } from "zod";

import { buildingStaff } from "./roles.ts";
import { instant, instantParam, route } from "./route.ts";
import { TREND_RANGE_MAX_MS } from "./telemetry.ts";

/** Most entries of a transfer history. */
export const TRANSFERS_MAX = 100;

/** A time with one output source, or one in which the source is unknown. */
const sourcePeriod = z.object({
  /** `ups_Status` before; null: unknown. Then this is no transfer. */
  before: z.int().nullable(),
  /** `ups_Status`; null: no good readings. */
  source: z.int().nullable(),
  start: instant,
  /** Null while it lasts. */
  end: instant.nullable(),
  /** Mean load during a time that is not on mains, %; null without readings. */
  loadPercent: z.number().nullable(),
  /** Lowest battery charge during a time that is not on mains, %; null without readings. */
  chargePercent: z.number().nullable(),
});
export type SourcePeriod = z.output<typeof sourcePeriod>;

export const listUpsTransfers = route({
  method: "GET",
  path: "/v1/gl_analytics/:ssid/ups/transfers",
  summary: "Changes of a UPS's output source in a time range, and the times without readings, newest first",
  access: buildingStaff,
  input: z
    .object({ ssid: z.string().max(64), from: instantParam, to: instantParam })
    .refine(({ from, to }) => Date.parse(to) > Date.parse(from), {
      path: ["to"],
      error: "End date should be greater than start date",
    })
    .refine(({ from, to }) => Date.parse(to) - Date.parse(from) <= TREND_RANGE_MAX_MS, {
      path: ["from"],
      error: "A trend covers at most 400 days",
    }),
  sample: { from: "2026-01-05T00:00:00Z", to: "2026-01-06T00:00:00Z" },
  reply: z.object({
    periods: z.array(sourcePeriod),
    /** Changes from one known source to another, also those beyond the list. */
    transfers: z.int(),
    /** Part of the range until now with good readings, %. */
    coveragePercent: z.number(),
  }),
});
