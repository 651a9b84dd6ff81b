import { z } from "zod";

import { buildingOperators, buildingStaff, roles } from "../roles.ts";
import { idParam, instant, instantParam, route } from "../route.ts";
import { commandOrigin, overrideEnd, overrideReason, refusedWrite, samplePoint } from "./commands.ts";

/**
 * Why the energy of an override is unknown: a setpoint changes the energy of more than its unit, no meter measures the device alone, no
 * chiller of the building reports its power, the unit does not report its own readings, or the state before the override is unknown.
 */
const energyUnknown = z.enum([
  "setpoint",
  "no-meter",
  "no-chiller-power",
  "no-unit-readings",
  "state-before-unknown",
]);
export type EnergyUnknown = z.output<typeof energyUnknown>;

/** A person's value at a point until its end. Level and mode of a light are one value: the newer one. */
export const override = z.object({
  commandId: z.uuid(),
  /** The action that wrote it. An action on several devices is one override with several values. */
  batchId: z.uuid(),
  ssid: z.string(),
  deviceName: z.string(),
  deviceType: z.string(),
  floorId: z.int().nullable(),
  floorName: z.string().nullable(),
  param_id: z.string(),
  unit: z.string(),
  value: z.number(),
  origin: commandOrigin,
  by: z.object({ id: z.int(), name: z.string() }).nullable(),
  reason: z.string().nullable(),
  since: instant,
  /** When the gateway releases it; null without an end. */
  until: instant.nullable(),
  /** Its end has passed, and the gateway has not reported its release. */
  isOverdue: z.boolean(),
  /** A release has been commanded and is not finished. */
  isReleasing: z.boolean(),
  /** Value of another system at a higher priority, so that this override is held and not in force. */
  overriddenBy: z.object({ priority: z.int(), value: z.number() }).nullable(),
  /** Value of the point without it: the schedule's, or the one before; null when unknown. */
  instead: z.object({ value: z.number(), from: z.enum(["schedule", "before"]) }).nullable(),
  /** Additional energy of the unit so far, kWh; null when unknown. */
  energyKilowattHour: z.number().nullable(),
  energyUnknown: energyUnknown.nullable(),
});
export type Override = z.output<typeof override>;

export const listOverrides = route({
  path: "/v1/overrides",
  summary: "The overrides in force in a building, each with user, reason, end and energy so far",
  access: buildingStaff,
  topics: ["commands", "devices", "places"],
  input: z.object({ building: idParam }),
  sample: { building: 1 },
  reply: z.array(override),
});

/** A value of another system that overrides ours. */
export const foreignOverride = override
  .pick({
    ssid: true,
    deviceName: true,
    deviceType: true,
    floorId: true,
    floorName: true,
    param_id: true,
    unit: true,
    value: true,
    since: true,
  })
  .extend({ priority: z.int() });
export type ForeignOverride = z.output<typeof foreignOverride>;

export const listForeignOverrides = route({
  path: "/v1/overrides/foreign",
  summary: "Points of a building that another system holds at a priority above ours",
  access: buildingStaff,
  topics: ["commands", "devices", "places", "readings"],
  input: z.object({ building: idParam }),
  sample: { building: 1 },
  reply: z.array(foreignOverride),
});

const overriddenPoint = z.object({
  ssid: z.string().max(64),
  param_id: z.string().max(80),
});

export const extendOverride = route({
  path: "/v1/overrides/extend",
  summary: "Gives an override, or all values of its action, a later end, at most 7 days from now",
  access: buildingOperators,
  changes: ["commands"],
  input: overriddenPoint.extend({
    until: overrideEnd,
    /** Required when the override has none. */
    reason: overrideReason.min(1, "field cannot be empty").optional(),
    /** Whether the other values of its action get the end too. */
    isWhole: z.boolean().default(false),
  }),
  sample: { ...samplePoint, until: "2026-01-05T18:00:00Z", reason: "Late meeting" },
  reply: z.object({
    message: z.literal("ACCEPTED"),
    commandId: z.uuid(),
    batchId: z.uuid(),
    /** Values of the action that keep their end. */
    refused: z.array(refusedWrite),
  }),
});

export const giveReason = route({
  path: "/v1/commands/batches/:id/reason",
  summary: "Gives the commands of a person's batch a reason, or another one",
  access: buildingOperators,
  changes: ["commands"],
  input: z.object({ id: z.uuid(), reason: overrideReason.min(1, "field cannot be empty") }),
  sample: { id: "00000000-0000-4000-8000-000000000000", reason: "Late meeting" },
  reply: z.object({ message: z.literal("ACCEPTED") }),
});

export const releaseOverride = route({
  path: "/v1/overrides/release",
  summary: "Releases a person's override of a point, so that its schedule or its default is in force again",
  access: buildingOperators,
  changes: ["commands"],
  input: overriddenPoint,
  sample: samplePoint,
  reply: z.object({ message: z.literal("ACCEPTED"), commandId: z.uuid(), batchId: z.uuid() }),
});

/** Most overrides that one call imports. */
const IMPORTED_MAX = 200;

export const importOverrides = route({
  path: "/v1/overrides/past",
  summary:
    "Imports released overrides from an earlier system; those that are already there, or of unknown users, are left out",
  access: [roles.administrator],
  changes: ["commands"],
  input: z.object({
    overrides: z
      .array(
        overriddenPoint.extend({
          value: z.number(),
          /** The value that it replaced. */
          before: z.number().nullable().default(null),
          reason: overrideReason.min(1, "field cannot be empty"),
          /** Username. */
          by: z.string().min(1).max(64),
          from: instantParam,
          to: instantParam,
        }),
      )
      .min(1)
      .max(IMPORTED_MAX),
  }),
  sample: {
    overrides: [
      {
        ...samplePoint,
        value: 22,
        reason: "Late meeting",
        by: "operator",
        from: "2026-01-05T05:00:00Z",
        to: "2026-01-05T06:00:00Z",
      },
    ],
  },
  reply: z.object({ added: z.int() }),
});
