import { ApplicationTag, ObjectType } from "@bacnet-js/client";
import { paramId } from "@verandah/field/identifiers.ts";
import { unit } from "@verandah/field/points.ts";
import { z } from "zod";

/** Object types by the names of the standard. Source: ASHRAE 135 §12. */
const objectTypes = {
  "analog-input": ObjectType.ANALOG_INPUT,
  "analog-output": ObjectType.ANALOG_OUTPUT,
  "analog-value": ObjectType.ANALOG_VALUE,
  "binary-input": ObjectType.BINARY_INPUT,
  "binary-output": ObjectType.BINARY_OUTPUT,
  "binary-value": ObjectType.BINARY_VALUE,
  "multi-state-input": ObjectType.MULTI_STATE_INPUT,
  "multi-state-output": ObjectType.MULTI_STATE_OUTPUT,
  "multi-state-value": ObjectType.MULTI_STATE_VALUE,
} as const;
const objectTypeName = z.literal(
  [
    "analog-input",
    "analog-output",
    "analog-value",
    "binary-input",
    "binary-output",
    "binary-value",
    "multi-state-input",
    "multi-state-output",
    "multi-state-value",
  ],
  { error: `An object type is one of ${Object.keys(objectTypes).join(", ")}` },
);
const INSTANCE_MAX = 4_194_302;

const bacnetPoint = z
  .strictObject({
    id: paramId,
    object: z.tuple([objectTypeName, z.int().min(0).max(INSTANCE_MAX)]),
    unit,
    min: z.number().optional(),
    max: z.number().optional(),
    /** Smallest change that the device tells by itself, in `unit`. */
    cov: z.number().positive().optional(),
    /** Range that may be written. */
    write: z.tuple([z.number(), z.number()]).optional(),
    /** The product's number for the object's 1. */
    factor: z.number().positive().default(1),
  })
  .transform(({ object: [type, instance], ...point }) => ({
    ...point,
    object: { type: objectTypes[type], instance },
    isSubscribable: point.cov !== undefined,
    tag: tagOf(type),
  }));
export type BacnetPoint = z.output<typeof bacnetPoint>;

/** How a present value is written. Source: ASHRAE 135 §12, Present_Value of each object type. */
function tagOf(type: keyof typeof objectTypes): ApplicationTag {
  if (type.startsWith("analog")) return ApplicationTag.REAL;
  return type.startsWith("binary") ? ApplicationTag.ENUMERATED : ApplicationTag.UNSIGNED_INTEGER;
}

/** The points of one type of BACnet device. */
export const bacnetProfile = z.strictObject({
  protocol: z.literal("bacnet"),
  points: z
    .array(bacnetPoint)
    .min(1)
    .refine(
      (points) => new Set(points.map((point) => point.id)).size === points.length,
      "A point is listed twice",
    ),
});
export type BacnetProfile = z.output<typeof bacnetProfile>;
