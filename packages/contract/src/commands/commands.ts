import type { ahu } from "@verandah/equipment/types/ahu.ts";
import { z } from "zod";

import { offlineReason } from "../devices/devices.ts";
import type { ProblemCode } from "../problems.ts";
import { buildingOperators, buildingStaff } from "../roles.ts";
import { idParam, instant, route, timeRange } from "../route.ts";

/**
 * `accepted` (stored by the server) → `queued` (its gateway is offline) → `sent` → `acknowledged` (the device accepted it) → `verified`
 * (the present value follows), or one of the end states. A command is never `queued` while its gateway is online.
 */
export const commandState = z.enum([
  "accepted",
  "queued",
  "sent",
  "acknowledged",
  "verified",
  "failed",
  "expired",
  "superseded",
]);
export type CommandState = z.output<typeof commandState>;

/** Default time after which a person's override is released, ms. */
export const OVERRIDE_DEFAULT_MS = 4 * 3_600_000;
/** Latest end that a person may give a command, ms. */
export const OVERRIDE_MAX_MS = 7 * 24 * 3_600_000;

/** BACnet priorities of the product; 1 to 6 are life safety and never written. Source: product architecture; ASHRAE 135 §19.2. */
export const COMMAND_PRIORITY = { person: 8, schedule: 16 } as const;

export const BATCH_WRITES_MAX = 500;
export const REASON_MAX_LENGTH = 200;

/** Origin of a command: the browser, an API client, a schedule or a booking; `name` identifies it. */
export const commandOrigin = z.object({
  kind: z.enum(["person", "schedule", "booking", "api"]),
  name: z.string().nullable(),
});
export type CommandOrigin = z.output<typeof commandOrigin>;

const person = z.object({ id: z.int(), name: z.string() });

export const command = z.object({
  id: z.uuid(),
  batchId: z.uuid(),
  ssid: z.string(),
  deviceName: z.string(),
  deviceType: z.string(),
  param_id: z.string(),
  unit: z.string(),
  /** Null releases the value at the priority. */
  value: z.number().nullable(),
  priority: z.int(),
  state: commandState,
  failure: z.string().nullable(),
  readBack: z.number().nullable(),
  /** Of the failure `overridden`: the priority in force, with the value `readBack`. */
  winningPriority: z.int().nullable(),
  /** Value of the point when the command was sent. */
  before: z.number().nullable(),
  origin: commandOrigin,
  by: person.nullable(),
  reason: z.string().nullable(),
  /** When its value is released. */
  until: instant.nullable(),
  createdAt: instant,
  sentAt: instant.nullable(),
  acknowledgedAt: instant.nullable(),
  endedAt: instant.nullable(),
  /** The later command that replaced it, and its user. */
  supersededBy: z.object({ commandId: z.uuid(), name: z.string() }).nullable(),
  /** When its value was no longer in force. */
  releasedAt: instant.nullable(),
  /** Another system replaced its value with this one; null when that system released it. */
  lostTo: z.object({ value: z.number().nullable() }).nullable(),
});
export type Command = z.output<typeof command>;

export const getCommand = route({
  path: "/v1/commands/:id",
  summary: "The state of a command",
  access: buildingStaff,
  topics: ["commands", "devices"],
  input: z.object({ id: z.uuid() }),
  sample: { id: "00000000-0000-4000-8000-000000000000" },
  reply: command,
});

/** A command in a list: the newest of its attempts, and their number. */
export const listedCommand = command.extend({ tries: z.int() });
export type ListedCommand = z.output<typeof listedCommand>;

export const listCommands = route({
  path: "/v1/commands",
  summary:
    "Commands of a device, of a building or of the whole campus, also in a time range, newest first; tries of one command are one row",
  access: buildingStaff,
  topics: ["commands", "devices", "places"],
  input: z.object({
    ssid: z.string().max(64).optional(),
    building: idParam.optional(),
    ...timeRange,
    limit: z.coerce.number().int().min(1).max(200).default(20),
    /** The last command of the page before this one. */
    before: z.uuid().optional(),
  }),
  reply: z.array(listedCommand),
});

export const writeRefusal = z.enum([
  "not-found",
  "point-not-writable",
  "setpoint-out-of-range",
  "on-off-value-unknown",
  "device-unreachable",
  "device-deactivated",
  "write-repeated",
  "override-changed",
] satisfies ProblemCode[]);
export type WriteRefusal = z.output<typeof writeRefusal>;

export const refusedWrite = z.object({
  ssid: z.string(),
  param_id: z.string(),
  code: writeRefusal,
  message: z.string(),
});

export const commandBatch = z.object({
  id: z.uuid(),
  origin: commandOrigin,
  by: person.nullable(),
  reason: z.string().nullable(),
  createdAt: instant,
  /** When its values are released; null without an end. */
  until: instant.nullable(),
  /** How many commands of the batch are in each state; a state without any is left out. */
  counts: z.partialRecord(commandState, z.int()),
  commands: z.array(command),
  refused: z.array(refusedWrite),
});
export type CommandBatch = z.output<typeof commandBatch>;

export const getCommandBatch = route({
  path: "/v1/commands/batches/:id",
  summary: "The states of the commands of a batch",
  access: buildingStaff,
  topics: ["commands", "devices"],
  input: z.object({ id: z.uuid() }),
  sample: { id: "00000000-0000-4000-8000-000000000000" },
  reply: commandBatch,
});

/** When a person's command ends; the gateway releases it then. */
export const overrideEnd = z.iso.datetime({ offset: true, error: "Choose a date and a time" });
export const overrideReason = z.string().trim().max(REASON_MAX_LENGTH);

export const acceptedBatch = z.object({
  batchId: z.uuid(),
  commands: z.array(z.object({ commandId: z.uuid(), ssid: z.string(), param_id: z.string() })),
  /** Refused commands, each with its reason; the others are sent. */
  refused: z.array(refusedWrite),
});
export type AcceptedBatch = z.output<typeof acceptedBatch>;

const writes = z
  .array(
    z.object({
      ssid: z.string().max(64),
      param_id: z.string().max(80),
      value: z.number().nullable(),
    }),
  )
  .min(1)
  .max(BATCH_WRITES_MAX);

/** The point of the samples. */
export const samplePoint = {
  ssid: "AHU-1",
  param_id: "ahu_chilled_valve_sp" satisfies keyof typeof ahu.points,
};

export const sendCommands = route({
  path: "/v1/commands",
  summary: "Sends up to 500 commands in one batch; a command that is not possible is refused by itself",
  access: buildingOperators,
  changes: ["commands"],
  input: z.object({
    writes,
    reason: overrideReason.optional(),
    until: overrideEnd.optional(),
    /** The same key again returns the same batch and sends nothing. */
    idempotencyKey: z.string().min(1).max(100).optional(),
  }),
  sample: { writes: [{ ...samplePoint, value: 20 }] },
  reply: acceptedBatch,
});

/** How long commands can be undone, ms: longer than a screen offers it, so that a slow call is not too late. */
export const COMMANDS_UNDO_MS = 60_000;

export const undoCommands = route({
  path: "/v1/commands/batches/:id/undo",
  summary:
    "Undoes the caller's commands of the last minute: writes the values again that they replaced, or releases them",
  access: buildingOperators,
  changes: ["commands"],
  input: z.object({ id: z.uuid() }),
  sample: { id: "00000000-0000-4000-8000-000000000000" },
  reply: z.object({
    message: z.literal("ACCEPTED"),
    /** Points that get their earlier value; points with a newer command stay as they are. */
    points: z.int(),
    refused: z.array(refusedWrite),
  }),
});

/** Effect of a write: `same` if a good reading has the value already; `overridden` if a value of higher rank stays in force. */
export const previewedWrite = z.object({
  ssid: z.string(),
  /** Name of the device; its ssid when it is not known. */
  name: z.string(),
  param_id: z.string(),
  outcome: z.enum(["changes", "same", "offline", "overridden", "refused"]),
  /** Why the device is offline; null when that is unknown. */
  offlineReason: offlineReason.nullable(),
  refusal: writeRefusal.nullable(),
  /** Owner of the value that stays in force: a person's name, or a priority of another client. */
  heldBy: z.union([z.string(), z.int()]).nullable(),
});
export type PreviewedWrite = z.output<typeof previewedWrite>;

export const previewCommands = route({
  path: "/v1/commands/preview",
  summary: "Preview of commands: changes, and reasons for no change; sends nothing",
  access: buildingOperators,
  changes: [],
  input: z.object({ writes }),
  sample: { writes: [{ ...samplePoint, value: 20 }] },
  reply: z.array(previewedWrite),
});
