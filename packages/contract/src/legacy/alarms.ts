import { z } from "zod";

import { alarmGridRow, alertLists } from "../alarms/alarms.ts";
import { buildingStaff, buildingUsers, roles } from "../roles.ts";
import { idParam, route } from "../route.ts";
import { newapi } from "./newapis.ts";

// The specification's calls of alarms. The browser uses `listAlerts` and `listAlarmGrid`.

/** The same lists under the path of the newer interface. Source: spec 1 §7 Alerts. */
export const listGlAlerts = route({
  path: "/v1/gl_alerts/:id/alerts",
  summary: "Active alarms below a location, newest first",
  access: [...buildingUsers, roles.pumpCustomer],
  topics: ["alarms", "places", "devices", "customers"],
  input: z.object({ id: idParam }),
  reply: alertLists,
});

/** Source: spec 1 §7 Alerts, the /newapis calls. Their newest `NEWAPIS_ROWS_MAX` rows; the reports have them all. */
export const listAllAlarms = newapi(
  "/v1/newapis/glAlarm",
  "The newest alarms, whatever their state",
  alarmGridRow,
);
export const listCriticalAlarms = newapi(
  "/v1/newapis/glAlarmCritical",
  "The newest critical alarms",
  alarmGridRow,
);
export const listNonCriticalAlarms = newapi(
  "/v1/newapis/glAlarmNonCritical",
  "The newest non-critical alarms",
  alarmGridRow,
);

/** Its newest `NEWAPIS_ROWS_MAX` rows. */
export const hideEvents = route({
  path: "/v1/newapis/:id/hideEvents",
  summary: "Active alarms of a location that are ignored, newest first",
  access: buildingStaff,
  topics: ["alarms", "places", "devices"],
  input: z.object({ id: idParam }),
  reply: z.array(alarmGridRow),
});
