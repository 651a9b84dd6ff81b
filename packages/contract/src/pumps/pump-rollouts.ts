import { pumpSwitch } from "@verandah/equipment/types/solar-pump.ts";
import { z } from "zod";

import { BATCH_WRITES_MAX, OVERRIDE_MAX_MS, previewedWrite } from "../commands/commands.ts";
import { buildingOperators } from "../roles.ts";
import { idParam, instant, route } from "../route.ts";

const HOUR_MS = 3_600_000;
/** Longest time of a value, hours. */
export const HOURS_MAX = OVERRIDE_MAX_MS / HOUR_MS;
/** Named pumps of a preview that do not change. */
export const NOT_CHANGED_NAMED_MAX = 50;

const access = buildingOperators;

const choice = z.object({
  value: z.union([z.literal(pumpSwitch.off), z.literal(pumpSwitch.on)]),
  /** As the fleet names it; all places without one. */
  place: z.string().max(400).optional(),
  /** Until the end of the value. */
  hours: z.int().min(1).max(HOURS_MAX),
});

export const previewPumpRollout = route({
  path: "/v1/pump_rollouts/preview",
  summary: "Preview of switching many pumps: changes, and reasons for no change; sends nothing",
  access,
  changes: [],
  input: choice,
  sample: { value: 0, hours: 4 },
  reply: z.object({
    pumps: z.int(),
    counts: z.partialRecord(previewedWrite.shape.outcome, z.int()),
    /** Some of the pumps that will not change. */
    others: z.array(previewedWrite).max(NOT_CHANGED_NAMED_MAX),
  }),
});

/** Numbers of pumps of one wave. */
const wave = z.object({
  pumps: z.int(),
  confirmed: z.int(),
  /** Refused, not confirmed in time, or replaced by another command. */
  failed: z.int(),
  waiting: z.int(),
  isSent: z.boolean(),
});

const rollout = z.object({
  id: z.int(),
  value: z.number(),
  place: z.string().nullable(),
  by: z.string(),
  createdAt: instant,
  until: instant,
  failures_max_percent: z.int(),
  /** `stopped`: no further wave is sent; `undone`: the pumps have their earlier value again. */
  state: z.enum(["running", "stopped", "done", "undone"]),
  /** The person; null when it stopped by itself. */
  stoppedBy: z.string().nullable(),
  /** Pumps that the undo did not reach: their value ends by itself. */
  undoRefused: z.int().nullable(),
  waves: z.array(wave),
  /** Pumps that an undo would change now. */
  undoable: z.int(),
});
export type PumpRollout = z.output<typeof rollout>;

export const listPumpRollouts = route({
  path: "/v1/pump_rollouts",
  summary: "The last commands for many pumps, with the progress of their waves",
  access,
  topics: ["rollouts", "commands", "device-states"],
  input: z.object({}),
  reply: z.array(rollout),
});

export const createPumpRollout = route({
  path: "/v1/pump_rollouts",
  summary:
    "Switches many pumps in waves: a first group, then the others; it stops by itself when too many fail",
  access,
  changes: ["rollouts", "commands"],
  input: choice.extend({
    first_group: z.int().min(1).max(BATCH_WRITES_MAX),
    wave_size: z.int().min(1).max(BATCH_WRITES_MAX),
    /** A wave with more failures than this stops it, %. */
    failures_max_percent: z.int().min(0).max(100),
  }),
  sample: { value: 0, hours: 4, first_group: 5, wave_size: 50, failures_max_percent: 10 },
  reply: z.object({ id: z.int() }),
});

export const stopPumpRollout = route({
  path: "/v1/pump_rollouts/:id/stop",
  summary: "Sends no further wave",
  access,
  changes: ["rollouts", "commands"],
  input: z.object({ id: idParam }),
  reply: z.object({ message: z.string() }),
});

const leftPump = z.object({
  ssid: z.string(),
  name: z.string(),
  /** `not-taken`: it never had the value; `replaced`: it got a newer command; `ended`: its value was released; `unreachable`: it is not connected. */
  reason: z.enum(["not-taken", "replaced", "ended", "unreachable"]),
});
export type LeftPump = z.output<typeof leftPump>;

const undoEffect = z.object({
  /** Pumps that get their earlier value again. */
  pumps: z.int(),
  /** Pumps that were sent a command and stay as they are. */
  left: z.int(),
  /** The first of those by name. */
  named: z.array(leftPump).max(NOT_CHANGED_NAMED_MAX),
});

export const previewPumpRolloutUndo = route({
  path: "/v1/pump_rollouts/:id/undo",
  summary: "Preview of an undo: number of changes, and the pumps that it leaves unchanged with the reasons",
  access,
  topics: ["rollouts", "commands", "readings", "devices", "device-states"],
  input: z.object({ id: idParam }),
  reply: undoEffect,
});

export const undoPumpRollout = route({
  path: "/v1/pump_rollouts/:id/undo",
  summary:
    "Gives the pumps whose value is still that of this command their earlier value again, or releases them; sends no further wave",
  access,
  changes: ["rollouts", "commands"],
  input: z.object({ id: idParam }),
  reply: undoEffect.extend({ message: z.string() }),
});
