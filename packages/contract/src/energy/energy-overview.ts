import { energySettings } from "@verandah/equipment/energy-settings.ts";
import { z } from "zod";

import { language } from "../language.ts";
import { exportFormats } from "../reports/reports.ts";
import { buildingStaff } from "../roles.ts";
import { idParam, instant, route } from "../route.ts";
import { consumption } from "./energy.ts";

export const ENERGY_DAYS_MAX = 92;

const day = z.iso.date({ error: "Choose a date" });

/** A building or a floor, and the days of the campus from `from` to `to`. */
const period = z.object({ id: idParam, from: day, to: day });
const sample = { from: "2026-01-01", to: "2026-01-31" };
/** What the replies depend on, which take long. */
const shown = {
  access: buildingStaff,
  topics: ["measurements", "places", "devices", "settings"],
  pauseMs: 60_000,
} as const;

/** Energy of a place or meter in a period. */
const energySum = z.object({
  /** Null where no meter has a reading. */
  kilowattHour: z.number().nullable(),
  /** Part of `kilowattHour` whose time is not known: the counter went on while readings were missing. */
  estimatedKilowattHour: z.number(),
  /** Part of the time of all meters with readings, %. */
  coveragePercent: z.number(),
  /** By the tariff; null without one. */
  rupees: z.number().nullable(),
});
export type EnergySum = z.output<typeof energySum>;

export const energyNode = energySum.extend({
  /** Of a place; null for a meter, and for what no meter below measures. */
  placeId: z.int().nullable(),
  /** Of a meter. */
  ssid: z.string().nullable(),
  name: z.string(),
  kind: z.enum(["building", "floor", "meter", "rest"]),
  get children() {
    return z.array(energyNode);
  },
});
export type EnergyNode = z.output<typeof energyNode>;

export const getEnergyOverview = route({
  path: "/v1/energy/:id/overview",
  summary: "Energy of a building or floor: by day and meter, cost, carbon, and the period before",
  ...shown,
  input: period,
  sample,
  reply: z.object({
    settings: energySettings,
    from: instant,
    /** The end of the period, or now. */
    to: instant,
    total: energySum.extend({ carbonKilogram: z.number().nullable() }),
    /** The same weekdays before: whole weeks earlier. */
    before: energySum.extend({ from: instant, to: instant }),
    days: z.array(consumption),
    tariff: z.array(
      z.object({ name: z.string(), fromHour: z.int(), kilowattHour: z.number(), rupees: z.number() }),
    ),
    /** Mean power from 1 to 5 at night, and its cost over the whole period; null without readings at night. */
    baseLoad: z.object({ kilowatt: z.number(), nights: z.int(), rupees: z.number().nullable() }).nullable(),
    tree: energyNode,
  }),
});

export const getEnergyDemand = route({
  path: "/v1/energy/:id/demand",
  summary: "Demand of a building or floor in quarters of an hour: today, the month's peak, and the forecast",
  ...shown,
  input: z.object({ id: idParam }),
  reply: z.object({
    contractKilowatt: z.number().nullable(),
    /** The quarters of today until now; null where a meter has no reading. `expected`: on the same kind of day before, null without. */
    today: z.array(
      z.object({ at: instant, kilowatt: z.number().nullable(), expected: z.number().nullable() }),
    ),
    monthPeak: z.object({ at: instant, kilowatt: z.number() }).nullable(),
    /** Part of the month's quarters in which all meters have readings, %. */
    monthCoveragePercent: z.number(),
    /** The rest of today by the same kind of day before; null without such days. */
    forecast: z
      .object({
        days: z.int(),
        quarters: z.array(z.object({ at: instant, kilowatt: z.number() })),
        peak: z.object({ at: instant, kilowatt: z.number() }).nullable(),
      })
      .nullable(),
  }),
});

export const getEnergyBaseline = route({
  path: "/v1/energy/:id/baseline",
  summary: "Energy of each day, and its expected energy at the same weather from the days before `from`",
  ...shown,
  input: period,
  sample,
  reply: z.object({
    /** Null when there is no model; `reason` says why. */
    model: z
      .object({
        from: day,
        to: day,
        days: z.int(),
        /** Null when the weather explains nothing. */
        baseCelsius: z.number().nullable(),
        kilowattHourPerDegreeDay: z.number(),
        r2: z.number(),
        /** Root mean square error, % of the mean. */
        cvrmsePercent: z.number(),
        /** Difference over the last 14 days, when the model is made without them, %; null with fewer than 28 days. */
        heldOutPercent: z.number().nullable(),
      })
      .nullable(),
    reason: z.enum(["few-days", "no-weather", "no-meters"]).nullable(),
    /** Days with readings before `from`, and how many a model needs. */
    daysKnown: z.int(),
    daysNeeded: z.int(),
    days: z.array(z.object({ day, actual: z.number().nullable(), expected: z.number().nullable() })),
    /** Over the days with both; null without one. */
    saved: z
      .object({
        days: z.int(),
        kilowattHour: z.number(),
        /** Half the width of the range that contains the true value with 90 % confidence. */
        uncertaintyKilowattHour: z.number(),
        percent: z.number(),
        rupees: z.number().nullable(),
      })
      .nullable(),
  }),
});

export const listEnergyFindings = route({
  path: "/v1/energy/:id/findings",
  summary: "Energy used in empty floors: from when, how much, and its cost so far",
  ...shown,
  input: period,
  sample,
  reply: z.array(
    z.object({
      alarmId: z.int(),
      placeId: z.int(),
      place: z.string(),
      from: instant,
      /** Null while it lasts. */
      to: instant.nullable(),
      limitKilowatt: z.number(),
      /** Above the limit; null without readings. */
      kilowattHour: z.number().nullable(),
      rupees: z.number().nullable(),
      /** The meter with the highest energy. */
      meter: z.string().nullable(),
    }),
  ),
});

/** Answers a file: a row for each day and meter. */
export const exportEnergy = route({
  path: "/v1/energy/:id/export",
  summary: "Energy, coverage, cost and carbon by day and meter, as CSV or XLSX",
  access: buildingStaff,
  topics: ["measurements", "places", "devices", "settings"],
  input: period.extend({
    format: z.enum(exportFormats).default("csv"),
    language: language.default("en"),
  }),
  sample,
  reply: z.unknown(),
});
