import { z } from "zod";

import { address, commonSettings, defineProtocolData, requestTimeout } from "./fields.ts";
import { missingField, pointList, profilePoint, typeName } from "./profile-point.ts";

const objectId = z.string().regex(/^[012](\.\d{1,10}){2,60}$/, "An object id such as 1.3.6.1.2.1.33.1.2.4.0");

const snmpPoint = profilePoint
  .extend({
    ...missingField,
    /** With its instance, e.g. `1.3.6.1.2.1.33.1.2.4.0`. */
    oid: objectId,
    /** Value in the product for the object's 1: 0.1 for tenths. */
    scale: z.number().positive().default(1),
    /** Further objects of the point, e.g. the load of the other lines: the highest value counts. */
    highestWith: z.array(objectId).default([]),
    /** The object with the number of lines, and the line of this point. A device with fewer lines does not have the point. */
    line: z.tuple([objectId, z.int().min(1)]).optional(),
    /** A column of object ids, e.g. upsAlarmDescr. `oid` is then the number of its rows. */
    column: objectId.optional(),
    /** For a column: the number of each object id. The highest number of all rows counts; without a row it is 0. */
    rows: z.array(z.tuple([objectId, z.number()])).default([]),
    /** The number of a row that is not among `rows`. */
    unlisted: z.number().default(0),
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

/** Shortest passphrase of SNMPv3. Source: RFC 3414 §11.2. */
const passphrase = z.string().min(8, "A passphrase has at least 8 characters");
const snmpDevice = z
  .strictObject({
    ...commonSettings,
    driver: z.literal("snmp"),
    address,
    /** `1` and `2c` use the community only; `3` authenticates and encrypts. */
    version: z.enum(["1", "2c", "3"]),
    community: z.string().min(1).optional(),
    /** Without it the gateway writes nothing with `1` and `2c`; with `3` the device decides what the user may write. */
    writeCommunity: z.string().min(1).optional(),
    user: z.string().min(1).max(32).optional(),
    authProtocol: z.enum(["md5", "sha", "sha224", "sha256", "sha384", "sha512"]).default("sha256"),
    authKey: passphrase.optional(),
    privProtocol: z.enum(["des", "aes", "aes256b", "aes256r"]).default("aes"),
    privKey: passphrase.optional(),
  })
  .superRefine((device, context) => {
    const needed =
      device.version === "3" ? (["user", "authKey", "privKey"] as const) : (["community"] as const);
    for (const field of needed)
      if (device[field] === undefined)
        context.addIssue({
          code: "custom",
          path: [field],
          message: `Required for SNMP version ${device.version}`,
        });
  });
export type SnmpDeviceSettings = z.output<typeof snmpDevice>;

/** SNMP 1, 2c and 3. Source: RFC 3416, RFC 3414. */
export const snmp = defineProtocolData({
  shared: z.strictObject(requestTimeout).prefault({}),
  device: snmpDevice,
  profile: snmpProfile,
});
