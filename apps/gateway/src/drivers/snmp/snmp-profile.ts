import { z } from "zod";

import { pointList, profilePoint, typeName } from "../profile-point.ts";

const objectId = z.string().regex(/^[012](\.\d{1,10}){2,60}$/, "An object id such as 1.3.6.1.2.1.33.1.2.4.0");

const snmpPoint = profilePoint
  .extend({
    /** With its instance, e.g. `1.3.6.1.2.1.33.1.2.4.0`. */
    oid: objectId,
    /** Value in the product for the object's 1: 0.1 for tenths. */
    scale: z.number().positive().default(1),
    /** For an object whose values are object ids, e.g. upsTestId: the number of each in the product. The point is writable. */
    choices: z.array(z.tuple([objectId, z.number()])).optional(),
    /** The object that prevents two managers from writing at the same time. Source: RFC 2579, TestAndIncr. */
    spinLock: objectId.optional(),
  })
  .transform((point) => ({ ...point, isWritable: point.choices !== undefined }));
export type SnmpPoint = z.output<typeof snmpPoint>;

/** The points of one type of SNMP device. */
export const snmpProfile = z.strictObject({
  protocol: z.literal("snmp"),
  type: typeName,
  /** Maximum objects in one request. */
  objectsPerRead: z.int().min(1).max(60).default(20),
  points: pointList(snmpPoint),
});
export type SnmpProfile = z.output<typeof snmpProfile>;
