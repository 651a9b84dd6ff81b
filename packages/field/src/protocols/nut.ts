import { z } from "zod";

import { address, commonSettings, defineProtocolData, requestTimeout } from "./fields.ts";
import { missingField, pointList, profilePoint, typeName } from "./profile-point.ts";

const variable = z.string().regex(/^[a-zA-Z0-9_-]+(\.[a-zA-Z0-9_-]+)*$/, "A variable such as battery.charge");

const nutPoint = profilePoint
  .extend({
    ...missingField,
    /**
     * A variable of the UPS, e.g. `battery.charge`, or several. The first variable with a value is used, because UPSs with one phase
     * and with three phases use different names. Source: RFC 9271 §5.1, and "Three-phase additions" of Network UPS Tools' nut-names.
     */
    variable: z.union([variable.transform((one) => [one]), z.array(variable).min(1)]).default([]),
    /**
     * Instant commands, and the value that starts each. The value of the point is the value of the last command that the UPS executed.
     */
    commands: z.array(z.tuple([variable, z.number()])).optional(),
    scale: z.number().positive().default(1),
    /** Of several variables the highest value counts, e.g. of the load of each phase. */
    highest: z.boolean().default(false),
    /**
     * For variables with status words, e.g. `ups.status`: the number of each word, in any of the variables. The first entry of this list
     * that occurs counts; an entry of several words needs all of them. Variables without any word have no number.
     */
    words: z.array(z.tuple([z.string().min(1), z.number()])).optional(),
    /** The number when none of `words` occurs. */
    otherwise: z.number().optional(),
  })
  .refine(
    ({ words, commands, otherwise }) => words || commands || otherwise === undefined,
    "An otherwise needs words or commands",
  )
  .refine(
    ({ variable: names, commands }) => names.length > 0 !== (commands !== undefined),
    "Give either a variable or commands",
  )
  .transform((point) => ({ ...point, isWritable: point.commands !== undefined }));
export type NutPoint = z.output<typeof nutPoint>;

/** The points of one type of UPS behind an upsd of Network UPS Tools. */
export const nutProfile = z.strictObject({
  protocol: z.literal("nut"),
  type: typeName,
  points: pointList(nutPoint),
});
export type NutProfile = z.output<typeof nutProfile>;

const userName = z.string().regex(/^[^\s"\\]+$/, "No spaces, quotation marks and backslashes");

/** Network UPS Tools. The UPSs of one upsd share its connection. Source: RFC 9271. */
export const nut = defineProtocolData({
  shared: z.strictObject(requestTimeout).prefault({}),
  device: z.strictObject({
    ...commonSettings,
    driver: z.literal("nut"),
    address,
    /** Name of the UPS in its upsd. */
    ups: z.string().regex(/^[A-Za-z0-9_.-]+$/, "A name such as ups1"),
    /** A user of upsd.users with the right to the commands of the profile. Without a user the driver sends no command. */
    user: userName.optional(),
    password: userName.optional(),
  }),
  profile: nutProfile,
});
