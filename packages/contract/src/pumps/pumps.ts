import { z } from "zod";

import { alarmGridRow } from "../alarms/alarms.ts";
import { deviceEntry } from "../devices/devices.ts";
import { language } from "../language.ts";
import { dateRange, gridQuery, pageOf } from "../paging.ts";
import { buildingOperators, buildingStaff, roles } from "../roles.ts";
import { instant, route } from "../route.ts";
import { quality } from "../telemetry/telemetry.ts";

/** Roles that see pumps; a customer sees the own ones. */
export const pumpReaders = [...buildingStaff, roles.pumpCustomer];

/** Most pumps of one answer; a search finds the others. */
export const PUMPS_LISTED_MAX = 50;

/** A solar pump with its active alarms, the newest first. */
const pump = deviceEntry.pick({ ssid: true, name: true, state: true, lastSeenAt: true }).extend({
  alarms: z.array(alarmGridRow),
});
export type Pump = z.output<typeof pump>;

export const listPumps = route({
  path: "/v1/pumps",
  summary:
    "The pumps that are mapped to a pump customer, by name; for staff all pumps of the campus. At most 50: a search finds the others",
  access: pumpReaders,
  topics: ["devices", "places", "device-states", "readings", "alarms", "customers"],
  input: z.object({
    /** A part of the name or of the topic id. */
    search: z.string().trim().max(80).optional(),
  }),
  reply: z.array(pump),
});

/** Days of a pump's statistics, today included. */
export const PUMP_DAYS = 14;

export const getPump = route({
  path: "/v1/pumps/:ssid",
  summary: "One pump with its customer's record, and its last 14 days",
  access: pumpReaders,
  topics: ["devices", "device-states", "alarms", "customers"],
  minorTopics: ["readings", "measurements"],
  roundMs: 30_000,
  input: z.object({ ssid: z.string().max(64) }),
  reply: pump.extend({
    /** The customer that the pump is mapped to. Null fields: not entered yet. */
    customer: z
      .object({ name: z.string(), city: z.string().nullable(), state: z.string().nullable() })
      .nullable(),
    /** By day of the campus, oldest first; the last is today. */
    days: z.array(
      z.object({
        date: z.iso.date(),
        /** Null without readings. */
        litres: z.number().nullable(),
        runHours: z.number().nullable(),
        kilowattHour: z.number().nullable(),
        /** Part of the day until now with readings, %. */
        completenessPercent: z.number(),
      }),
    ),
  }),
});
export type PumpDetails = z.output<typeof getPump.reply>;

/** Columns of the grid, as its headers name them. Source: spec 2 §2 Solar pump dashboard. */
export const pumpColumns = [
  "date",
  "time",
  "MotorStatus",
  "WaterflowRate(lpm)",
  "WF_per_Day(L)",
  "voltage(v)",
  "Current(A)",
  "Power(W)",
  "FaultCondition",
  "WarningCondition",
] as const;
export type PumpColumn = (typeof pumpColumns)[number];

/** Digits after the point that the grid shows, by column of numbers. */
export const pumpDigits = {
  "WaterflowRate(lpm)": 1,
  "WF_per_Day(L)": 0,
  "voltage(v)": 2,
  "Current(A)": 2,
  "Power(W)": 0,
} as const satisfies Partial<Record<PumpColumn, number>>;
export type PumpNumberColumn = keyof typeof pumpDigits;

export const PUMP_DATA_DAYS_MAX = 31;
/** Default range of pump data, hours. Source: spec 2 §2 Solar pump dashboard. */
export const PUMP_DATA_HOURS = 24;

const endBeforeStart = "End date should be greater than start date";

/** Errors of a range, under the names that the caller's fields have. */
export function checkPumpRange(
  input: { from?: string | undefined; to?: string | undefined },
  ctx: z.RefinementCtx,
  names = { from: "from", to: "to" },
): void {
  if (input.from === undefined || input.to === undefined) return;
  const lengthMs = Date.parse(input.to) - Date.parse(input.from);
  if (lengthMs <= 0) ctx.addIssue({ code: "custom", path: [names.to], message: endBeforeStart });
  else if (lengthMs > PUMP_DATA_DAYS_MAX * 86_400_000)
    ctx.addIssue({ code: "custom", path: [names.from], message: "Choose at most 31 days" });
}

const pumpDataQuery = gridQuery(pumpColumns, { column: "date", order: "desc" }).extend({
  ssid: z.string().max(64),
  ...dateRange,
  /** Without `from`: this time until `to`, or until now. */
  hours: z.coerce.number().int().min(1).max(PUMP_DATA_HOURS).default(PUMP_DATA_HOURS),
});

const measured = z.number().nullable();

const pumpDataRow = z.object({
  at: instant,
  /** Local day and time of the campus, `2026-01-05` and `08:30:00`. */
  date: z.string(),
  time: z.string(),
  /** 1 running, 0 stopped. */
  motor: measured,
  flowLitrePerMinute: measured,
  dayLitre: measured,
  volt: measured,
  ampere: measured,
  watt: measured,
  /** 0 is 'NO FAULT'. */
  fault: measured,
  /** 0 is 'NO WARNING'. */
  warning: measured,
  /** `suspect`: one of the values is. */
  quality,
});
export type PumpDataRow = z.output<typeof pumpDataRow>;

export const listPumpData = route({
  path: "/v1/pumps/:ssid/readings",
  summary: "Readings of a pump in a time range, a row for each time: sorted, filtered and paged",
  access: pumpReaders,
  topics: ["devices", "customers"],
  minorTopics: ["measurements"],
  roundMs: 30_000,
  input: pumpDataQuery.superRefine(checkPumpRange),
  reply: pageOf(pumpDataRow),
});

/** Answers a CSV file. */
export const exportPumpData = route({
  path: "/v1/pumps/:ssid/export",
  summary: "The same rows as a CSV file, without pages",
  access: pumpReaders,
  topics: ["measurements", "devices", "customers"],
  input: pumpDataQuery.extend({ language: language.default("en") }).superRefine(checkPumpRange),
  reply: z.unknown(),
});

/**
 * Columns of the fleet. The filter of `state` is one state, that of `lastSeen` the least age in hours (a pump that was never seen matches), that of `litres`
 * the least number; the others are a part of the text.
 */
export const fleetColumns = ["name", "place", "customer", "state", "lastSeen", "litres", "alarms"] as const;

/** `fault` and `warning`: the pump answers and reports one. */
export const fleetStates = ["fault", "warning", "running", "stopped", "offline", "unknown"] as const;
export const fleetState = z.enum(fleetStates);

const fleetRow = z.object({
  ssid: z.string(),
  name: z.string(),
  /** The zone, or the building, that it is in. */
  place: z.string(),
  customer: z.string().nullable(),
  state: fleetState,
  lastSeenAt: instant.nullable(),
  /** Pumped today; null without a reading of today. */
  litresToday: z.number().nullable(),
  /** Its active alarms. */
  alarms: z.int(),
});
export type FleetRow = z.output<typeof fleetRow>;

export const listFleet = route({
  path: "/v1/pumps_fleet",
  summary:
    "All pumps of the campus with state, last seen, litres of today and alarms: sorted, filtered and paged; and counts by place",
  access: buildingOperators,
  topics: ["devices", "places", "device-states", "alarms", "customers"],
  minorTopics: ["readings"],
  roundMs: 30_000,
  input: gridQuery(fleetColumns, { column: "alarms", order: "desc" }).extend({
    /** Only pumps in this area of the map, WGS 84 degrees; all four or none. */
    west: z.coerce.number().min(-180).max(180).optional(),
    south: z.coerce.number().min(-90).max(90).optional(),
    east: z.coerce.number().min(-180).max(180).optional(),
    north: z.coerce.number().min(-90).max(90).optional(),
  }),
  reply: pageOf(fleetRow).extend({
    /** Of all pumps, whatever the filter. */
    places: z.array(
      z.object({
        place: z.string(),
        pumps: z.int(),
        /** The motor turns, without a fault. */
        running: z.int(),
        faults: z.int(),
        warnings: z.int(),
        /** Not connected, or without known values. */
        offline: z.int(),
      }),
    ),
  }),
});
