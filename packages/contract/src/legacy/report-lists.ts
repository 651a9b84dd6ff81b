import { z } from "zod";

import { instant } from "../route.ts";
import { newapi } from "./newapis.ts";

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

/** A command of the building's log has no criticality. */
const eventRow = alarmRow.extend({ Criticality: criticality.nullable() });

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

/**
 * The report lists of the old interface, with its field names: the newest `NEWAPIS_ROWS_MAX` rows, of all time without a range. Source:
 * spec 2 §7 report lists, which names the operations only; the paths follow those of spec 1 §7 Alerts.
 */
export const getIbmsEvents = newapi(
  "/v1/newapis/getIbmsEvents",
  "The newest events of the building's log: alarms and commands",
  eventRow,
  ["alarms", "commands", "devices", "places"],
);
export const listDeviceCritical = newapi("/v1/newapis/getDeviceCritical", "Critical alarms", alarmRow);
export const listActiveAlarm = newapi(
  "/v1/newapis/getActiveAlarm",
  "Critical alarms, counted by device and kind",
  mostActiveRow,
);
export const listCriticalRestored = newapi(
  "/v1/newapis/getCriticalRestored",
  "Critical alarms that returned to normal",
  restoredRow,
);
export const listDeviceNonCritical = newapi(
  "/v1/newapis/getDeviceNonCritical",
  "Non-critical alarms",
  alarmRow,
);
export const listNonCriticalAlarm = newapi(
  "/v1/newapis/getNonCriticalAlarm",
  "Non-critical alarms, counted by device and kind",
  mostActiveRow,
);
export const listNonCriticalRestored = newapi(
  "/v1/newapis/getNonCriticalRestored",
  "Non-critical alarms that returned to normal",
  restoredRow,
);
export const listUserControlDetails = newapi(
  "/v1/newapis/getUserControlDetails",
  "Commands of users with their states and the values read back",
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
  ["commands", "devices", "places"],
);
export const listAcknowledgedByUser = newapi(
  "/v1/newapis/getAcknowledgedByUser",
  "Alarms that users acknowledged",
  handledRow,
);
export const listIgnoredByUser = newapi(
  "/v1/newapis/getIgnoredByUser",
  "Alarms that users ignored",
  handledRow.extend({ Reason: z.string() }),
);
export const listLoginDetails = newapi(
  "/v1/newapis/getLoginDetails",
  "Sessions of users and their lengths",
  z.object({
    username: z.string(),
    Timestamp: instant,
    LoginDate: z.string(),
    Time: z.string(),
    ActiveTime_in_sec: z.int(),
    ActiveTime: z.string(),
    Key: z.string(),
  }),
  ["users"],
);
