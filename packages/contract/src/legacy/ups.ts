import { z } from "zod";

import { buildingStaff } from "../roles.ts";
import { route } from "../route.ts";
import { graphData } from "../telemetry/graph-data.ts";
import { parameterReading } from "../telemetry/telemetry.ts";

// The specification's calls of a UPS. Source: spec 2 §7. The browser uses `getLatest` and `getTrend`.

export const getUps = route({
  path: "/v1/gl_analytics/:ssid/ups",
  summary: "Current readings of a UPS",
  access: buildingStaff,
  topics: ["devices", "device-states", "readings"],
  input: z.object({ ssid: z.string().max(64) }),
  reply: z.array(parameterReading),
});

export const getUpsGraph = route({
  path: "/v1/gl_analytics/:ssid/ups/graph",
  summary: "Readings of a UPS in the last hour",
  access: buildingStaff,
  topics: ["measurements", "devices"],
  input: getUps.input,
  reply: graphData,
});
