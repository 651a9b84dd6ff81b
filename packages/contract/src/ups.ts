import { z } from "zod";

import { buildingStaff, roles } from "./roles.ts";
import { instant, instantParam, route } from "./route.ts";
import { TREND_RANGE_MAX_MS } from "./telemetry/telemetry.ts";

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
  path: "/v1/gl_analytics/:ssid/ups/transfers",
  summary: "Changes of a UPS's output source in a time range, and the times without readings, newest first",
  access: buildingStaff,
  topics: ["alarms", "devices"],
  pauseMs: 5_000,
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

/** Common design life of a sealed lead battery of a UPS at 25 °C. Source: docs/ups.md. */
export const RATED_YEARS = 5;
/** An estimate needs temperatures of at least this part of the battery's age, %. */
export const BATTERY_COVERAGE_MIN_PERCENT = 10;

const batteryInput = {
  installedOn: z.iso.date({ error: "Choose a date" }),
  ratedYears: z.number().min(1, "Choose 1 to 20 years").max(20, "Choose 1 to 20 years"),
};

const upsBattery = z.object({
  /** Null until an administrator enters it. All others but `ratedYears` are then null too. */
  installedOn: z.iso.date().nullable(),
  ratedYears: z.number(),
  ageYears: z.number().nullable(),
  /** Part of its age with readings of the temperature, %. */
  coveragePercent: z.number().nullable(),
  meanCelsius: z.number().nullable(),
  /** How much faster than at 25 °C it ages; null with too few readings. */
  ageingFactor: z.number().nullable(),
  /** Discharges in the stored readings since then. */
  discharges: z.int().nullable(),
  /** The deepest of them, % of the charge. */
  deepestPercent: z.number().nullable(),
  /** All of them together, in full discharges. */
  fullDischarges: z.number().nullable(),
  /** Part of its life that is used, %; null with too few readings. */
  usedPercent: z.number().nullable(),
  /** Null with too few readings. */
  endsOn: z.iso.date().nullable(),
});
export type UpsBattery = z.output<typeof upsBattery>;

export const getUpsBattery = route({
  path: "/v1/gl_analytics/:ssid/ups/battery",
  summary: "Age of a UPS's battery and its estimated life, from temperature and discharges",
  access: buildingStaff,
  topics: ["measurements", "devices", "settings", "self-tests"],
  pauseMs: 60_000,
  input: z.object({ ssid: z.string().max(64) }),
  reply: upsBattery,
});

export const saveUpsBattery = route({
  path: "/v1/gl_analytics/:ssid/ups/battery",
  summary: "Sets the install date and the rated life of a UPS's battery",
  access: [roles.administrator],
  changes: ["settings"],
  input: z.object({ ssid: z.string().max(64), ...batteryInput }),
  sample: { installedOn: "2026-01-05", ratedYears: RATED_YEARS },
  reply: upsBattery,
});
