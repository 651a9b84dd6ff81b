import { z } from "zod";

import { roles } from "../roles.ts";
import { idParam, instant, route } from "../route.ts";

const access = [roles.administrator] as const;

/** What the mapping of a point becomes by one click; `value` is what the newest value then is. */
const fix = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("unit"), unit: z.string(), value: z.number() }),
  z.object({ kind: z.literal("scale"), factor: z.number(), value: z.number() }),
  z.object({ kind: z.literal("word-order"), value: z.number() }),
  z.object({ kind: z.literal("swap"), with: z.string(), value: z.number() }),
]);
export type Fix = z.output<typeof fix>;

export const hourRules = ["out-of-range", "unit", "stuck", "swapped", "word-order", "clock"] as const;

const evidence = z.object({
  /** The newest value; of a clock, how far it is ahead, ms. */
  value: z.number(),
  /** Values that contradict, of all values between the two times. */
  count: z.int(),
  of: z.int(),
  from: instant,
  until: instant,
  /** The limits that it is compared with. */
  low: z.number().nullable().optional(),
  high: z.number().nullable().optional(),
  /** What other points of the device prove: `value` of one of them, or what the point would have by them. */
  partner: z.object({ param_ids: z.array(z.string()), value: z.number() }).optional(),
  /** Points of other devices of the type: how many changed in the hour, of how many. */
  peers: z.object({ changed: z.int(), of: z.int() }).optional(),
  fixes: z.array(fix),
});
export type HourEvidence = z.output<typeof evidence>;

const finding = z.object({
  id: z.int(),
  rule: z.enum(hourRules),
  /** Null: the gateway itself. */
  device: z.object({ ssid: z.string(), name: z.string(), type: z.string() }).nullable(),
  param_id: z.string().nullable(),
  unit: z.string().nullable(),
  foundAt: instant,
  evidence,
  /** The mapping that a correction changes; another one by then is not changed. Null: the gateway has it in its own file. */
  mapping: z.string().nullable(),
});
export type HourFinding = z.output<typeof finding>;

export const getFirstHour = route({
  path: "/v1/gateways/:id/first_hour",
  summary: "Checks of newly connected points behind a gateway in their first hour, with their findings",
  access,
  topics: ["gateways", "devices", "device-states"],
  minorTopics: ["readings"],
  input: z.object({ id: idParam }),
  reply: z.object({
    points: z.int(),
    /** Their first hour is over, and they have sent values. */
    checked: z.int(),
    /** They have sent no value since they were added, or since their mapping changed. */
    silent: z.int(),
    findings: z.array(finding),
  }),
});

export const correctFinding = route({
  path: "/v1/first_hour/:id/correct",
  summary: "Corrects the mapping of a point in the profile, also of like devices with the same finding",
  access,
  changes: ["gateways", "devices"],
  input: z.object({
    id: idParam,
    /** Which of its `fixes`. */
    fix: z.int().min(0).max(20).default(0),
    mapping: z.string().max(64),
  }),
  sample: { mapping: "0123456789abcdef" },
  reply: z.object({ points: z.int(), devices: z.int(), profile: z.string() }),
});

export const undoCorrection = route({
  path: "/v1/first_hour/:id/undo",
  summary: "Restores the mapping before a correction, unless it has changed since",
  access,
  changes: ["gateways", "devices"],
  input: z.object({ id: idParam }),
  reply: z.object({}),
});

export const dismissFinding = route({
  path: "/v1/first_hour/:id/dismiss",
  summary: "Removes a finding from the list, or brings it back",
  access,
  changes: ["gateways"],
  input: z.object({ id: idParam, isDismissed: z.boolean().default(true) }),
  reply: z.object({}),
});
