import { z } from "zod";

import { getConsumption } from "../energy/energy.ts";
import { buildingStaff } from "../roles.ts";
import { route } from "../route.ts";
import { graphData } from "../telemetry/graph-data.ts";
import { parameterReading } from "../telemetry/telemetry.ts";

// The specification's calls of energy meters. Source: spec 2 §7. The browser uses `getLatest`, `getTrend` and `getConsumption`.

const ofMeter = z.object({ ssid: z.string().max(64) });

export const getEms = route({
  path: "/v1/gl_analytics/:ssid/ems",
  summary: "Current readings of an energy meter",
  access: buildingStaff,
  topics: ["devices", "device-states", "readings", "measurements"],
  input: ofMeter,
  reply: z.array(parameterReading),
});

/** Source: spec 2 §3 Energy graph data. */
export const getEmsGraph = route({
  path: "/v1/gl_analytics/:ssid/ems/graph",
  summary: "Voltages, currents and power factor of an energy meter in the last 24 hours",
  access: buildingStaff,
  topics: ["measurements", "devices"],
  input: ofMeter,
  reply: graphData,
});

export const getEmsDay = route({
  path: "/v1/gl_analytics/:ssid/ems/24hours",
  summary: "Energy of each hour of a day",
  access: buildingStaff,
  topics: ["measurements", "devices"],
  input: getConsumption.input,
  reply: graphData,
});

export const getEmsWeek = route({
  ...getEmsDay,
  path: "/v1/gl_analytics/:ssid/ems/7days",
  summary: "Energy of each of the 7 days until a day",
});
