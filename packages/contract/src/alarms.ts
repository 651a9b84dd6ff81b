import { z } from "zod";

import { buildingUsers } from "./roles.ts";
import { idParam, instant, route } from "./route.ts";

/** Source: spec 1 §4 step 4 and §9. */
export const ALARM_POLL_MS = 5_000;

/**
 * The alarm catalogue: 100 to 199 critical ("system"), 200 to 299 low ("solution"). `message` has the place of the limit and value
 * filled in by the server. Source: product.md "Words and shapes"; numbers within the classes are ours.
 */
export const alarmCodes = {
  "gateway-lost": 101,
  "controller-lost": 102,
  "fire-alarm": 110,
  "ups-on-battery": 120,
  "ups-battery-low": 121,
  "sensor-lost": 201,
  "device-lost": 202,
  "temperature-high": 210,
  "temperature-low": 211,
  "humidity-high": 212,
  "humidity-low": 213,
  "lux-high": 214,
  "lux-low": 215,
  "co2-high": 216,
  "filter-loaded": 220,
  "lamp-failed": 230,
  "pump-fault": 240,
} as const;
export type AlarmName = keyof typeof alarmCodes;

/** Critical codes end before this one. Source: spec 1 §9. */
export const LOW_ALARM_FROM = 200;

/** Source: spec 1 §3 Alarm data; spec 2 §3 Alarm. */
export const alertEntry = z.object({
  Alarm_Id: z.int(),
  alarm_code: z.int(),
  message: z.string(),
  zoneId: z.int().nullable(),
  floorId: z.int().nullable(),
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

export const listAlerts = route({
  method: "GET",
  path: "/v1/alerts/:id/alerts",
  summary: "Active alarms below a location, newest first",
  access: buildingUsers,
  input: z.object({ id: idParam }),
  reply: alertLists,
});
