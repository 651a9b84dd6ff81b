import { z } from "zod";

import { buildingStaff } from "./roles.ts";
import { instant, route } from "./route.ts";

/** `queued → sent → acknowledged → verified`, or one of the ends. */
export const commandState = z.enum([
  "queued",
  "sent",
  "acknowledged",
  "verified",
  "failed",
  "expired",
  "superseded",
]);
export type CommandState = z.output<typeof commandState>;

/** A command not verified by then has failed, ms. Source: spec 2 §9 (light command poll up to 40 s). */
export const COMMAND_DEADLINE_MS = 40_000;

/** How long a person's order stands before the field releases it, when nobody says otherwise, ms. */
export const OVERRIDE_DEFAULT_MS = 4 * 3_600_000;

/** BACnet priorities of ours. Source: product architecture; ASHRAE 135 §19.2. */
export const COMMAND_PRIORITY = { person: 8, schedule: 16 } as const;

export const command = z.object({
  id: z.uuid(),
  ssid: z.string(),
  param_id: z.string(),
  value: z.number().nullable(),
  priority: z.int(),
  state: commandState,
  failure: z.string().nullable(),
  readBack: z.number().nullable(),
  createdAt: instant,
  /** When what it wrote is released again. */
  until: instant.nullable(),
  endedAt: instant.nullable(),
});
export type Command = z.output<typeof command>;

export const getCommand = route({
  method: "GET",
  path: "/v1/commands/:id",
  summary: "How far a command has come",
  access: buildingStaff,
  input: z.object({ id: z.uuid({ error: "A command id is a UUID" }) }),
  reply: command,
});
