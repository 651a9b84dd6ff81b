import { z } from "zod";

import { address, commonSettings, defineProtocolData, requestTimeout } from "./fields.ts";
import { pointList, profilePoint, typeName, writeRange } from "./profile-point.ts";

/** Object types by the names of the standard. Source: ASHRAE 135 §12 and §21, BACnetObjectType. */
export const objectTypes = {
  "analog-input": 0,
  "analog-output": 1,
  "analog-value": 2,
  "binary-input": 3,
  "binary-output": 4,
  "binary-value": 5,
  "multi-state-input": 13,
  "multi-state-output": 14,
  "multi-state-value": 19,
} as const;
export type ObjectTypeName = keyof typeof objectTypes;
const isObjectType = (name: unknown): name is ObjectTypeName =>
  typeof name === "string" && name in objectTypes;
export const objectTypeNames = Object.keys(objectTypes).filter(isObjectType);
export const INSTANCE_MAX = 4_194_302;
/** Application tags. Source: ASHRAE 135 §20.2.1.4. */
const UNSIGNED = 2;
const REAL = 4;
const ENUMERATED = 9;

const objectTypeName = z.custom<ObjectTypeName>(isObjectType, {
  error: `An object type is one of ${objectTypeNames.join(", ")}`,
});

const bacnetPoint = profilePoint
  .extend({
    object: z.tuple([objectTypeName, z.int().min(0).max(INSTANCE_MAX)]),
    /** Smallest change that the device reports, in `unit`. */
    cov: z.number().positive().optional(),
    write: writeRange.optional(),
    /** Value in the product for the object's 1. */
    factor: z.number().positive().default(1),
  })
  .transform(({ object: [type, instance], ...point }) => ({
    ...point,
    object: { type: objectTypes[type], instance },
    isBinary: type.startsWith("binary"),
    isWritable: !type.endsWith("input"),
    tag: tagOf(type),
  }));
export type BacnetPoint = z.output<typeof bacnetPoint>;

/** How a present value is written. Source: ASHRAE 135 §12, Present_Value of each object type. */
function tagOf(type: ObjectTypeName): number {
  if (type.startsWith("analog")) return REAL;
  return type.startsWith("binary") ? ENUMERATED : UNSIGNED;
}

/** The points of one type of BACnet device. */
export const bacnetProfile = z.strictObject({
  protocol: z.literal("bacnet"),
  type: typeName,
  points: pointList(bacnetPoint),
});
export type BacnetProfile = z.output<typeof bacnetProfile>;

/** BACnet/IP. Source: ASHRAE 135 Annex J. */
export const bacnet = defineProtocolData({
  shared: z
    .strictObject({
      interface: z.ipv4().default("0.0.0.0"),
      port: z.int().min(0).max(65_535).default(47_808),
      ...requestTimeout,
      /** Further addresses, `host:port`, to which `discover` sends Who-Is besides the broadcast of `interface`'s network. */
      discoverAt: z.array(address).default([]),
    })
    .prefault({}),
  device: z.strictObject({
    ...commonSettings,
    driver: z.literal("bacnet"),
    address,
    /** BACnet device instance; the driver rejects a device that has another one. */
    instance: z.int().min(0).max(INSTANCE_MAX),
  }),
  profile: bacnetProfile,
});
