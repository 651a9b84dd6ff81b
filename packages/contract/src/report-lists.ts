import { z } from "zod";

import { checkRange, dateRange } from "./paging.ts";
import { buildingStaff } from "./roles.ts";
import { instant, route } from "./route.ts";

/** Most rows of a list, newest first; the reports have them all. */
export const REPORT_LIST_MAX = 1_000;

const happened = { Timestamp: instant, Date: z.string(), Time: z.string() };
const criticality = z.enum(["Critical", "NonCritical"]);
const value = z.number().nullable();

const alarmRow = z.object({
  DeviceName: z.string(),
  ...happened,
  Category: z.string(),
  Criticality: criticality,
  Key: z.string(),
  Value: value,
  Unit: z.string(),
});

/** `Value` counts; `Timestamp` is the last time. */
const mostActiveRow = alarmRow.omit({ Unit: true }).extend({ Value: z.int() });

/** Both times are date and time separated by a space, in the campus's zone. */
const restoredRow = z.object({
  DeviceName: z.string(),
  Category: z.string(),
  Criticality: criticality,
  Key: z.string(),
  triggered_time: z.string(),
  measured_time: z.string(),
});

const handledRow = alarmRow.omit({ Category: true }).extend({ username: z.string() });

const list = <const P extends `/v1/newapis/${string}`, T extends z.ZodType>(
  path: P,
  summary: string,
  row: T,
) =>
  route({
    method: "GET",
    path,
    summary,
    access: buildingStaff,
    input: z.object(dateRange).superRefine(checkRange),
    reply: z.array(row),
  });

/**
 * The report lists of the old interface, in its field names: the newest `REPORT_LIST_MAX` rows, of all time when no range is given.
 * Source: spec 2 §7 report lists, which names the operations only; the paths are made like those of spec 1 §7 Alerts.
 */
export const listDeviceCritical = list("/v1/newapis/getDeviceCritical", "Critical alarms", alarmRow);
export const listActiveAlarm = list(
  "/v1/newapis/getActiveAlarm",
  "Critical alarms, counted by device and kind",
  mostActiveRow,
);
export const listCriticalRestored = list(
  "/v1/newapis/getCriticalRestored",
  "Critical alarms that returned to normal",
  restoredRow,
);
export const listDeviceNonCritical = list(
  "/v1/newapis/getDeviceNonCritical",
  "Non-critical alarms",
  alarmRow,
);
export const listNonCriticalAlarm = list(
  "/v1/newapis/getNonCriticalAlarm",
  "Non-critical alarms, counted by device and kind",
  mostActiveRow,
);
export const listNonCriticalRestored = list(
  "/v1/newapis/getNonCriticalRestored",
  "Non-critical alarms that returned to normal",
  restoredRow,
);
export const listUserControlDetails = list(
  "/v1/newapis/getUserControlDetails",
  "What users ordered, how far it came and what was read back",
  z.object({
    username: z.string(),
    DeviceName: z.string(),
    ...happened,
    Category: z.string(),
    Key: z.string(),
    Value: value,
    Unit: z.string(),
    State: z.string(),
    ReadBack: value,
  }),
);
export const listAcknowledgedByUser = list(
  "/v1/newapis/getAcknowledgedByUser",
  "Alarms that users acknowledged",
  handledRow,
);
export const listIgnoredByUser = list(
  "/v1/newapis/getIgnoredByUser",
  "Alarms that users ignored",
  handledRow.extend({ Reason: z.string() }),
);
export const listLoginDetails = list(
  "/v1/newapis/getLoginDetails",
  "Who was logged in, and for how long",
  z.object({
    username: z.string(),
    Timestamp: instant,
    LoginDate: z.string(),
    Time: z.string(),
    ActiveTime_in_sec: z.int(),
    ActiveTime: z.string(),
    Key: z.string(),
  }),
);
