import { z } from "zod";

import { bookers } from "./bookings/bookings.ts";
import { valueSource } from "./commands/why.ts";
import { buildingOperators, buildingStaff } from "./roles.ts";
import { idParam, instant, route } from "./route.ts";
import { shownLine } from "./shown-text.ts";
import { parameterReading } from "./telemetry/telemetry.ts";
import type { Topic } from "./topics.ts";

/** Closed reports are listed for this time; a person's own ones from the time when the person sees the outcome, ms. */
export const COMFORT_RECENT_MS = 24 * 3_600_000;
/** An outcome that its person has not seen is listed for this time, ms. */
export const COMFORT_OUTCOME_MS = 30 * 24 * 3_600_000;
export const OUTCOME_NOTE_MAX = 200;

const comfortKind = z.enum(["too-warm", "too-cold"]);
export type ComfortKind = z.output<typeof comfortKind>;

export const comfortOutcomes = [
  "setpoint-changed",
  "unit-started",
  "fault-reported",
  "nothing-to-change",
] as const;
const comfortOutcome = z.enum(comfortOutcomes);
export type ComfortOutcome = z.output<typeof comfortOutcome>;

const outcome = z.object({ code: comfortOutcome, note: z.string(), at: instant });

/** What the person who reported it sees. */
const ownReport = z.object({
  id: z.int(),
  space: z.object({ id: z.int(), name: z.string() }),
  floor: z.string(),
  zoneId: z.int(),
  zone: z.string(),
  kind: comfortKind,
  at: instant,
  /** Null while it is open. */
  outcome: outcome.nullable(),
  /** Whether the person has seen the outcome. */
  isSeen: z.boolean(),
});
export type OwnComfortReport = z.output<typeof ownReport>;

export const reportComfort = route({
  path: "/v1/comfort_reports",
  summary:
    "Reports that the zone of a seat or room is too warm or too cold; the caller has booked it for now or today",
  access: bookers,
  changes: ["comfort-reports"],
  input: z.object({ space: z.int(), kind: comfortKind }),
  sample: { space: 1, kind: "too-warm" },
  reply: ownReport,
});

export const listOwnComfortReports = route({
  path: "/v1/comfort_reports/own",
  summary:
    "The caller's comfort reports: the open ones, and those whose outcome is not seen for 24 hours, at most 30 days; newest first",
  access: bookers,
  topics: ["comfort-reports", "places"],
  input: z.object({}),
  reply: z.array(ownReport),
});

export const markComfortOutcomesSeen = route({
  path: "/v1/comfort_reports/own/seen",
  summary: "Marks the outcomes of some of the caller's comfort reports as seen",
  access: bookers,
  changes: ["comfort-reports"],
  input: z.object({ ids: z.array(z.int32()).max(1_000) }),
  sample: { ids: [1] },
  reply: z.array(ownReport),
});

const unit = z.object({ ssid: z.string(), name: z.string(), type: z.enum(["AHU", "VAV"]) });

/**
 * A fact that may explain a report. `off`: the unit is off. `no-air`: a box gets no air although its unit is on. `held`: a person or another
 * system set the value, or the damper is in manual. `setpoint-far`: the zone differs from its setpoint.
 */
const cause = z.discriminatedUnion("code", [
  z.object({
    code: z.literal("alarm"),
    unit,
    alarm: z.object({
      id: z.int(),
      message: z.string(),
      text: z
        .object({ name: z.string(), numbers: z.array(z.number()), unit: z.string().optional() })
        .nullable(),
    }),
  }),
  z.object({ code: z.enum(["silent", "no-air"]), unit }),
  z.object({
    code: z.literal("off"),
    unit,
    /** Who switched it off. */
    source: valueSource,
    /** The person or the schedule. */
    by: z.string().nullable(),
    since: instant.nullable(),
    /** The boxes of the zone that it feeds and that get no air. */
    boxes: z.array(unit),
  }),
  z.object({
    code: z.literal("held"),
    unit,
    point: z.object({ param_id: z.string(), value: z.number(), unit: z.string() }),
    source: valueSource,
    /** The person. */
    by: z.string().nullable(),
    since: instant.nullable(),
  }),
  /** `kelvin`: how far the zone is above its setpoint; negative below it. */
  z.object({ code: z.literal("setpoint-far"), unit, setpoint: z.number(), kelvin: z.number() }),
]);
export type ComfortCause = z.output<typeof cause>;

const liveZone = z.object({
  temperature: parameterReading,
  /** Its comfort limits of the temperature. */
  limits: z.object({ min: z.number(), max: z.number() }),
  /** The points whose trend shows the temperature and its setpoint, with the name of their device. */
  trend: z.array(
    z.object({ ssid: z.string(), name: z.string(), param_id: z.string(), isSetpoint: z.boolean() }),
  ),
  /** Mean of the other zones of the floor; `isOnlyHere`: they are not as warm (or cold). Null without their values. */
  neighbours: z.object({ mean: z.number(), isOnlyHere: z.boolean() }).nullable(),
  causes: z.array(cause),
});
export type LiveZone = z.output<typeof liveZone>;

const place = z.object({ id: z.int(), name: z.string() });

/** All reports of one kind about one zone that are open, or that were closed together. */
const comfortReport = z.object({
  /** Of the first of them. */
  id: z.int(),
  kind: comfortKind,
  floor: place,
  zone: place,
  /** Time of the first of them. */
  at: instant,
  reporters: z.int(),
  names: z.array(z.string()),
  outcome: outcome.extend({ by: z.string() }).nullable(),
  /** Null for closed ones. */
  live: liveZone.nullable(),
});
export type ComfortReport = z.output<typeof comfortReport>;

/** Whatever the temperature of a zone and its causes follow from. */
const liveTopics = [
  "places",
  "measurements",
  "devices",
  "device-states",
  "readings",
  "commands",
  "schedules",
  "alarms",
  "settings",
] satisfies Topic[];

export const listComfortReports = route({
  path: "/v1/comfort_reports",
  summary:
    "Comfort reports below a place by zone, with possible causes from live data: the open ones, then those closed in the last 24 hours",
  access: buildingStaff,
  topics: ["comfort-reports", ...liveTopics],
  pauseMs: 5_000,
  input: z.object({ place: idParam }),
  sample: { place: 1 },
  reply: z.array(comfortReport),
});

export const getZoneDiagnosis = route({
  path: "/v1/gl_zone/:id/diagnosis",
  summary: "Temperature of a zone from live data, with what may explain it",
  access: buildingStaff,
  topics: liveTopics,
  pauseMs: 5_000,
  input: z.object({ id: idParam }),
  reply: liveZone,
});

export const countOpenComfortReports = route({
  path: "/v1/comfort_reports/open",
  summary: "How many comfort reports below a place are open; those of a zone and kind count as one",
  access: buildingStaff,
  topics: ["comfort-reports", "places"],
  input: z.object({ place: idParam }),
  sample: { place: 1 },
  reply: z.object({ open: z.int() }),
});

export const closeComfortReport = route({
  path: "/v1/comfort_reports/:id/outcome",
  summary: "Closes all open reports of a zone of the same kind with an outcome, which their people see",
  access: buildingOperators,
  changes: ["comfort-reports"],
  input: z.object({
    id: idParam,
    outcome: comfortOutcome,
    note: shownLine(OUTCOME_NOTE_MAX, 0).default(""),
  }),
  sample: { outcome: "setpoint-changed" },
  reply: z.object({ id: z.int() }),
});
