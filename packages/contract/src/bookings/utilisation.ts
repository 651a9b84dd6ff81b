import { z } from "zod";

import { language } from "../language.ts";
import { exportFormats } from "../reports/reports.ts";
import { buildingStaff } from "../roles.ts";
import { idParam, route } from "../route.ts";
import { spaceKind } from "./bookings.ts";

/** The hours of one space that count as available: of each day from Monday to Friday. */
export const AVAILABLE_HOURS = 9;
export const UTILISATION_DAYS_MAX = 366;
const DAY_MS = 86_400_000;

const days = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;

const asked = z
  .object({ id: idParam, kind: spaceKind, from: z.iso.date(), to: z.iso.date() })
  .refine(({ from, to }) => days(from, to) >= 1, {
    path: ["to"],
    error: "End date should be greater than start date",
  })
  .refine(({ from, to }) => days(from, to) <= UTILISATION_DAYS_MAX, {
    path: ["to"],
    error: "Choose at most a year",
  });
const sample = { kind: "room", from: "2026-01-05", to: "2026-01-06" } as const;

/** A room, or the seats of a zone, on whole days of the campus until now. */
const utilisation = z.object({
  floor: z.string(),
  name: z.string(),
  spaces: z.int(),
  /** Hours of the bookings that were not cancelled, and of those with a check-in. */
  bookedHours: z.number(),
  usedHours: z.number(),
  /** Bookings without a check-in in time, and cancelled ones. */
  released: z.int(),
  cancelled: z.int(),
  /** Hours for which the unit of a room was off in the rest of released bookings; null where that is not known. */
  savedHours: z.number().nullable(),
  /** What that saved, kWh, estimated from the fall of the power at the meter of its unit when that stops; null where that is not known. */
  savedKilowattHours: z.number().nullable(),
  /** Booked and used hours as parts of the available ones, %; null when no weekday lies in the time. */
  bookedPercent: z.number().nullable(),
  usedPercent: z.number().nullable(),
});
export type Utilisation = z.output<typeof utilisation>;

export const getUtilisation = route({
  path: "/v1/bookings/:id/:kind/utilisation",
  summary: "How much the rooms, or the seats of each zone, of a place were booked and used",
  access: buildingStaff,
  topics: ["bookings", "places", "measurements"],
  input: asked,
  sample,
  reply: z.array(utilisation),
});

export const exportUtilisation = route({
  path: "/v1/bookings/:id/:kind/utilisation/export",
  summary: "The same as CSV or XLSX",
  access: buildingStaff,
  topics: ["bookings", "places", "measurements"],
  input: asked.safeExtend({ format: z.enum(exportFormats).default("csv"), language: language.default("en") }),
  sample,
  reply: z.unknown(),
});
