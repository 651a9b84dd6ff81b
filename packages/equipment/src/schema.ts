import { z } from "zod";

import { unitCodes } from "./units.ts";

const words = z.string().trim().min(1).max(2_000);
/** A text in the languages of the product; a language that is left out shows English. */
export const text = z.object({ en: words, hi: words.optional(), kn: words.optional() });
export type Text = z.output<typeof text>;

const range = z
  .tuple([z.number(), z.number()])
  .refine(([low, high]) => low <= high, "A range begins with its lower end");

/** The part of a building's systems that a type belongs to. */
export const subsystem = z.enum([
  "hvac",
  "chiller",
  "lighting",
  "ups",
  "energy",
  "environment",
  "parking",
  "pumps",
]);
export type Subsystem = z.output<typeof subsystem>;

/** A state of a point. It applies from its number up to the next state's. */
const state = text.extend({ level: z.enum(["fine", "warning", "alarm"]).optional() });

const base = {
  name: text,
  unit: z.enum(unitCodes),
  /** Physical range in `unit`. A value outside it is stored as `suspect`. */
  range: range.optional(),
  /** Digits after the point on a screen; those of the unit when left out. */
  decimals: z.int().min(0).max(3).optional(),
  /** Words for the numbers of a state point, by the number from which each applies. */
  states: z.record(z.string().regex(/^\d+$/), state).optional(),
  /** Lower and upper limit that the point's chart shows. */
  chartLimits: range.optional(),
  /** The channel of the device that the point belongs to, where the device has one such point for each channel. */
  channel: z.int().positive().optional(),
  /** Brick class. Source: brickschema.org 1.4. */
  brick: z.string().optional(),
};

const readingPoint = z.strictObject({
  kind: z.literal("reading"),
  ...base,
  /** How values are summarised over time: a counter has its last value, never a mean. A point with states is a state. */
  summary: z.enum(["mean", "counter", "state"]).optional(),
  /** The setpoint of a reading, and how far from it the reading still counts as on setpoint. `label`: its name in a comparison. */
  setpoint: z
    .strictObject({ point: z.string(), within: z.number().positive(), label: z.string().optional() })
    .optional(),
  /** The value always varies a little, so a value that stays the same for hours means a frozen sensor. */
  varies: z.boolean().optional(),
});

/** Values that a point accepts: a range with both ends, or a list of values. */
export const writeRule = z.union([
  z.strictObject({ from: z.number(), to: z.number(), step: z.number().positive() }),
  z.strictObject({ oneOf: z.array(z.number()).min(1) }),
]);
export type WriteRule = z.output<typeof writeRule>;

const writablePoint = z.strictObject({
  kind: z.enum(["setpoint", "command"]),
  ...base,
  write: writeRule,
  /** It starts a process and keeps no value: only planned tests write it, after they have checked whether the device is ready. */
  onlyTests: z.boolean().optional(),
});

const point = z.discriminatedUnion("kind", [readingPoint, writablePoint]);
export type Point = z.output<typeof point>;

/** Limits that an administrator sets, with deadband and delays. */
const comfortLimit = z.enum(["temperature", "humidity", "lux", "co2"]);
const bound = z.union([z.number(), comfortLimit]);
const seconds = z.int().min(0).max(86_400);

/**
 * When a value is an alarm: above or below a number, or a limit that an administrator sets (which has its own deadband and delays), or a
 * state with this number.
 * Source: ISA-18.2 §10 (deadband, on-delay, off-delay).
 */
const condition = z
  .strictObject({
    /** The point, or several points that each raise this alarm. */
    point: z.union([z.string(), z.array(z.string()).min(1)]),
    above: bound.optional(),
    below: bound.optional(),
    equals: z.number().optional(),
    deadband: z.number().min(0).optional(),
    /** `overParked`: the parking time that an administrator sets. */
    onDelaySeconds: z.union([seconds, z.literal("overParked")]).optional(),
    offDelaySeconds: seconds.optional(),
    /** No alarm while all of these points of the device have good values of this kind, such as during a test. */
    unless: z
      .array(
        z
          .strictObject({ point: z.string(), equals: z.number() })
          .or(z.strictObject({ point: z.string(), above: z.number() })),
      )
      .min(1)
      .optional(),
  })
  .refine(
    ({ above, below, equals }) => [above, below, equals].filter((one) => one !== undefined).length === 1,
    "Give one of `above`, `below` and `equals`",
  );
export type Condition = z.output<typeof condition>;

/** A rule in code that compares several points. Only built-in types have one. */
const faultRule = z.strictObject({
  rule: z.string(),
  /** The point that the alarm is about. */
  point: z.string(),
  /** The other points that the rule uses; the alarm shows their values. */
  evidence: z.array(z.string()),
  /** The rule also uses the temperatures of the zones that the unit supplies. */
  usesZones: z.boolean().optional(),
  /** Replaces the alarm's message. */
  message: text.optional(),
  onDelaySeconds: seconds,
  offDelaySeconds: seconds,
});
export type FaultRule = z.output<typeof faultRule>;

const alarm = z.strictObject({
  /** 100 to 199 critical, 200 to 299 low. Source: specification 1 §9. */
  code: z.int().min(100).max(299),
  title: text,
  /** With `{0}` for the value and `{1}` for the limit; the title when left out. */
  message: text.optional(),
  /** Messages that replace it, by name: of a channel of the device (`{0}` is its number), or of a special case of a rule in code. */
  variants: z.record(z.string(), text).optional(),
  /** Likely cause first, then the next step. */
  guidance: text,
  when: condition.optional(),
  faults: z.array(faultRule).optional(),
  /** Codes with which devices report the same fault themselves. */
  deviceCodes: z.array(z.int()).optional(),
});

const code = z.string().regex(/^[A-Z][A-Z0-9_]{1,39}$/, "A type is named in capitals, such as EV_CHARGER");

/** Everything that the product knows about one type of equipment. */
export const equipmentType = z
  .strictObject({
    type: code,
    name: text,
    /** The name of one device; `name` when left out. */
    singular: text.optional(),
    brick: z.string().optional(),
    subsystem,
    /** Name of a Tabler icon; the device screen has some of them, and a general one for others. */
    icon: z.string(),
    /** Alarm of an offline device of this type. */
    lossAlarm: z.enum(["controller-lost", "sensor-lost", "device-lost"]).default("device-lost"),
    /** Its devices are on floors, and so on floor plans. */
    isOnFloors: z.boolean().default(true),
    /** The point that switches a device, and its values. */
    onOff: z.strictObject({ point: z.string(), on: z.number(), off: z.number() }).optional(),
    points: z.record(z.string().min(1).max(80), point),
    alarms: z.record(z.string().regex(/^[a-z0-9-]{1,60}$/), alarm).default({}),
    /** Sections of the equipment screen, in this order. Each entry is a point id. */
    screen: z.strictObject({
      summary: z.array(z.string()).min(1),
      controls: z.array(z.string()).default([]),
      trends: z
        .array(z.strictObject({ title: text.optional(), points: z.array(z.string()).min(1) }))
        .default([]),
      /** Positions of labels on the schematic: percent from the left and from the top. */
      schematic: z.record(z.string(), z.tuple([z.number(), z.number()])).optional(),
    }),
  })
  .superRefine((type, ctx) => {
    const check = (ids: readonly string[], path: (string | number)[]) => {
      for (const id of ids)
        if (!Object.hasOwn(type.points, id))
          ctx.addIssue({ code: "custom", path, message: `Unknown point "${id}"` });
    };
    const { summary, controls, trends, schematic = {} } = type.screen;
    if (type.onOff) check([type.onOff.point], ["onOff"]);
    check(summary, ["screen", "summary"]);
    check(controls, ["screen", "controls"]);
    check(Object.keys(schematic), ["screen", "schematic"]);
    for (const [at, { points }] of trends.entries()) check(points, ["screen", "trends", at]);
    for (const [id, known] of Object.entries(type.points))
      if (known.kind === "reading" && known.setpoint)
        check([known.setpoint.point], ["points", id, "setpoint"]);
    for (const [name, { when, faults = [] }] of Object.entries(type.alarms)) {
      if (when)
        check([when.point, when.unless?.map(({ point: id }) => id) ?? []].flat(), ["alarms", name, "when"]);
      for (const fault of faults) check([fault.point, ...fault.evidence], ["alarms", name, "faults"]);
    }
  });
export type EquipmentType = z.output<typeof equipmentType>;
/** The input of an author: defaults may be left out. */
export type EquipmentTypeInput = z.input<typeof equipmentType>;
