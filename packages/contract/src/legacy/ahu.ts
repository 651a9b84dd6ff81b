import { z } from "zod";

import { overrideEnd, overrideReason, samplePoint } from "../commands/commands.ts";
import { buildingOperators, buildingStaff } from "../roles.ts";
import { route } from "../route.ts";
import { graphData } from "../telemetry/graph-data.ts";
import { parameterReading } from "../telemetry/telemetry.ts";

// The specification's calls of an air handling unit. The browser uses the calls of every device: `getLatest`, `getTrend`, `sendCommands`.

/** Source: spec 2 §3 AHU current readings and setpoint ids. */
export const getAhu = route({
  path: "/v1/gl_analytics/:ssid/ahu",
  summary: "Current readings and setpoints of an air handling unit",
  access: buildingStaff,
  topics: ["devices", "device-states", "readings"],
  input: z.object({ ssid: z.string().max(64) }),
  reply: z.object({ current: z.array(parameterReading), current_sp: z.array(parameterReading) }),
});

/** Distance between two values of the last hour, ms. */
export const LAST_HOUR_STEP_MS = 30_000;

export const getAhuLastHour = route({
  path: "/v1/gl_analytics/:ssid/ahu/lastHour",
  summary: "Values of an air handling unit in the last hour",
  access: buildingStaff,
  topics: ["measurements", "devices"],
  input: z.object({ ssid: z.string().max(64) }),
  reply: graphData,
});

/** Source: spec 2 §7 update setpoints. The user id of old clients has no effect: the session identifies the user. */
export const updateSetpoint = route({
  path: "/v1/gl_analytics/:ssid/setpoints",
  summary: "Writes a setpoint or the on/off command of a unit; the command's state follows by its id",
  access: buildingOperators,
  changes: ["commands"],
  input: z.object({
    ssid: z.string().max(64),
    param_id: z.string().max(80),
    param_value: z.number(),
    reason: overrideReason.optional(),
    /** Time of its release; after OVERRIDE_DEFAULT_MS by default. */
    until: overrideEnd.optional(),
    user_id: z.unknown().optional(),
  }),
  sample: { param_id: samplePoint.param_id, param_value: 20 },
  reply: z.object({ message: z.literal("ACCEPTED"), commandId: z.uuid() }),
});
