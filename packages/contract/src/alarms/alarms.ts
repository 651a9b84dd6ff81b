import { z } from "zod";

import { offlineReason } from "../devices/devices.ts";
import { language } from "../language.ts";
import { gridQuery, pageOf } from "../paging.ts";
import { buildingOperators, buildingStaff, buildingUsers, roles } from "../roles.ts";
import { idParam, instant, route, timeRange } from "../route.ts";

/** Critical codes end before this one. Source: spec 1 §9. */
export const LOW_ALARM_FROM = 200;

/** Pump customers too: each call gives them the alarms of their own pumps only. */
const alarmReaders = [...buildingStaff, roles.pumpCustomer] as const;

/** The message of an alarm for every language: the name of its text, and the numbers in it. */
const alarmText = z.object({
  name: z.string(),
  numbers: z.array(z.number()),
  /** Unit of the numbers, where the text does not contain it. */
  unit: z.string().optional(),
});

/** Source: spec 1 §3 Alarm data; spec 2 §3 Alarm. */
export const alertEntry = z.object({
  Alarm_Id: z.int(),
  alarm_code: z.int(),
  /** In English, or the device's own text. */
  message: z.string(),
  /** The message in a form for every language (`alarmMessage`); null: a device's own text. */
  text: alarmText.nullable(),
  zoneId: z.int().nullable(),
  floorId: z.int().nullable(),
  /** Names from the floor down to its place, or the building's. */
  location: z.string(),
  /** Ssid of its device, where there is one. */
  ssid: z.string().nullable(),
  Device_name: z.string(),
  device_name: z.string(),
  /** Date and time separated by a space, in the campus's zone. */
  Measured_time: z.string(),
  raisedAt: instant,
  /** 0 means not acknowledged. */
  Acknowledge: z.literal([0, 1]),
});
export type AlertEntry = z.output<typeof alertEntry>;

/** Most entries of each list in one answer; `total` counts them all. */
export const ALERTS_MAX = 500;

export const alertLists = z.object({
  system: z.array(alertEntry),
  solution: z.array(alertEntry),
  total: z.object({ system: z.int(), solution: z.int() }),
});
export type AlertLists = z.output<typeof alertLists>;

/** Alarms of the campus itself are in the lists of each building. */
export const listAlerts = route({
  path: "/v1/alerts/:id/alerts",
  summary: "Active alarms below a location, newest first",
  access: [...buildingUsers, roles.pumpCustomer],
  topics: ["alarms", "places", "devices", "customers"],
  // A failure shows that calls get no answer. Source: spec 1 §4 step 4 and §9.
  roundMs: 5_000,
  input: z.object({ id: idParam }),
  reply: alertLists,
});

/** The two grids of the alarms screen. Source: spec 2 §2 Alarms screen. */
export const alarmClass = z.enum(["critical", "noncritical"]);
export type AlarmClass = z.output<typeof alarmClass>;

/** State of an alarm. `ignored` is shelved. Source: ISA-18.2 §4 (alarm states). */
export const alarmState = z.enum(["active", "acknowledged", "returned", "ignored"]);
export type AlarmState = z.output<typeof alarmState>;

/** One row of the alarms screen: an alarm that needs attention. Source: spec 2 §3 Alarm. */
export const alarmGridRow = alertEntry.extend({
  /** Of `Measured_time`: YYYY-MM-DD and HH:MM:SS in the campus's zone. */
  date: z.string(),
  time: z.string(),
  Message: z.string(),
  state: alarmState,
  /** Null: an alarm of the campus itself. */
  buildingId: z.int().nullable(),
  /** Alarms that this one explains. */
  explains: z.int(),
  /** When it returned to normal. */
  restoredAt: instant.nullable(),
  acknowledged: z.object({ by: z.string().nullable(), at: instant }).nullable(),
  /** Only while it is shelved. */
  shelved: z
    .object({ by: z.string().nullable(), at: instant, until: instant, reason: z.string() })
    .nullable(),
});
export type AlarmGridRow = z.output<typeof alarmGridRow>;

/** Columns that can be sorted and filtered; date and time are filtered as shown. */
export const alarmColumns = ["Device_name", "date", "time", "Message"] as const;
/** All columns that can be sorted: `priority` by the alarm code, `where` by the place as shown, `since` by the start. */
export const sortedAlarmColumns = [...alarmColumns, "priority", "where", "since"] as const;

/**
 * The alarms in a grid: active ones, and critical ones that have returned and are not acknowledged; on request those that were ignored and
 * have not returned. A low alarm needs no acknowledgement and leaves the grid when it returns. Explained ones are in none. Source: ISA-18.2
 * §10 (alarms without required acknowledgement), §13 (shelving).
 */
export const listAlarmGrid = route({
  path: "/v1/alarms/:class/grid",
  summary: "A page of the alarms screen",
  access: alarmReaders,
  topics: ["alarms", "places", "devices", "customers"],
  input: gridQuery(alarmColumns, { column: "date", order: "desc" }).extend({
    class: alarmClass,
    sort: z.enum(sortedAlarmColumns).default("date"),
    /** Only alarms below a location; of a building with those of the campus itself. */
    location: idParam.optional(),
    /** Only those that no user has acknowledged, that have returned, or that were ignored. */
    only: z.enum(["unacknowledged", "returned", "ignored"]).optional(),
    /** Language of the filter of `Message`, which is also searched in English. */
    language: language.default("en"),
  }),
  sample: { class: "critical", location: 1 },
  reply: pageOf(alarmGridRow),
});

export const getAlarmSummary = route({
  path: "/v1/alarms/summary",
  summary:
    "How many alarms are active, by class, how many critical ones have returned and are not acknowledged, and how many are unacknowledged or shelved",
  access: alarmReaders,
  topics: ["alarms", "customers"],
  input: z.object({}),
  reply: z.object({
    /** The same alarms as in the lists and at the places: without shelved and explained ones. */
    active: z.object({ critical: z.int(), noncritical: z.int() }),
    /** They are on the alarms screen until a user acknowledges them. */
    returned: z.int(),
    /** Active or returned. */
    unacknowledged: z.int(),
    shelved: z.int(),
  }),
});
export type AlarmSummary = z.output<typeof getAlarmSummary.reply>;

export const listUnacknowledged = route({
  path: "/v1/alarms/unacknowledged",
  summary:
    "Alarms that the caller can acknowledge on the alarms screen: active ones first, critical before low, then the oldest first",
  access: buildingOperators,
  topics: ["alarms", "places", "devices"],
  input: z.object({}),
  /** At most `ALARM_BATCH_MAX` rows of `alarm-actions.ts`; `total` counts them all. */
  reply: z.object({ rows: z.array(alarmGridRow), total: z.int() }),
});

/**
 * Events of an alarm. `unexplained`: the alarm that explained it ended first. `unacknowledged`: the user undid the acknowledgement.
 * `ignored`: a user shelved it. `shelving-expired`: its shelving expired. `repeated`: its cause ended and occurred again while it was active. `notified`: an e-mail reported it.
 */
export const alarmEventKind = z.enum([
  "raised",
  "unexplained",
  "returned",
  "acknowledged",
  "unacknowledged",
  "ignored",
  "unshelved",
  "shelving-expired",
  "repeated",
  "notified",
]);
export type AlarmEventKind = z.output<typeof alarmEventKind>;

export const EXPLAINED_MAX = 200;

/** Evidence of a rule over several points: those points, the value of each at that time, and the start of the fault. */
export const alarmEvidence = z.object({
  since: instant,
  until: instant,
  points: z.array(
    z.object({
      ssid: z.string(),
      name: z.string(),
      param_id: z.string(),
      unit: z.string(),
      param_value: z.number(),
    }),
  ),
});
export type AlarmEvidence = z.output<typeof alarmEvidence>;

export const getAlarm = route({
  path: "/v1/alarms/:id",
  summary: "One alarm: place, history, explained alarms and guidance",
  access: alarmReaders,
  topics: ["alarms", "places", "devices", "customers"],
  /** `language` of the guidance. */
  input: z.object({ id: idParam, language: language.default("en") }),
  reply: alarmGridRow.extend({
    value: z.number().nullable(),
    limit: z.number().nullable(),
    unit: z.string().nullable(),
    /** The point of the alarm. */
    param_id: z.string().nullable(),
    device: z.object({ ssid: z.string(), name: z.string(), type: z.string() }).nullable(),
    evidence: alarmEvidence.nullable(),
    /** Why the device was offline when the alarm was raised; null for other alarms. */
    offlineReason: offlineReason.nullable(),
    /** Names from the building down to its place. */
    path: z.array(z.string()),
    guidance: z.string(),
    history: z.array(
      z.object({ at: instant, kind: alarmEventKind, user: z.string().nullable(), note: z.string() }),
    ),
    /** Newest first, at most `EXPLAINED_MAX`; `explains` counts them all. */
    explained: z.array(
      z.object({
        Alarm_Id: z.int(),
        message: z.string(),
        text: alarmText.nullable(),
        Device_name: z.string(),
        raisedAt: instant,
      }),
    ),
  }),
});

/** Maximum alarms of one device in one answer, and in a time range of it; the reports have all of them. */
export const DEVICE_ALARMS_MAX = 20;
export const DEVICE_ALARMS_IN_RANGE_MAX = 200;

export const listDeviceAlarms = route({
  path: "/v1/alarms/device/:ssid",
  summary: "The newest alarms of a device, whatever their state; in a time range all that were active in it",
  access: alarmReaders,
  topics: ["alarms", "places", "devices", "customers"],
  input: z.object({ ssid: z.string().max(64), ...timeRange }),
  reply: z.array(alarmGridRow),
});
