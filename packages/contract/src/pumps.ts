import { z } from "zod";

import { alarmGridRow } from "./alarms.ts";
import { deviceEntry } from "./devices.ts";
import { buildingStaff, roles } from "./roles.ts";
import { route } from "./route.ts";
import { parameterReading } from "./telemetry.ts";

/** A solar pump with its latest values and its active alarms, the newest first. */
const pump = deviceEntry.pick({ ssid: true, name: true, state: true, lastSeenAt: true }).extend({
  readings: z.array(parameterReading),
  alarms: z.array(alarmGridRow),
});
export type Pump = z.output<typeof pump>;

export const listPumps = route({
  method: "GET",
  path: "/v1/pumps",
  summary: "The pumps that are mapped to a pump customer, by name; for staff all pumps of the campus",
  access: [...buildingStaff, roles.pumpCustomer],
  input: z.object({}),
  reply: z.array(pump),
});
