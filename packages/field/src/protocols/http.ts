import { z } from "zod";

import { commonSettings, defineProtocolData, requestTimeout } from "./fields.ts";
import { missingField, pointList, profilePoint, typeName } from "./profile-point.ts";

const urlPath = z.string().regex(/^\/(?![/\\])\S*$/, "A path such as /status");

const device = z
  .strictObject({
    ...commonSettings,
    driver: z.literal("http"),
    url: z
      .url({ protocol: /^https?$/, error: "An address such as http://192.168.1.20" })
      .regex(/^[^/]+\/\/[^/?#@]+\/?$/, "Scheme, host and port only"),
    /** Path and query, if they differ from those of the profile. */
    path: urlPath.optional(),
    /** Basic authentication. Source: RFC 7617. */
    user: z.string().min(1).optional(),
    password: z.string().min(1).optional(),
    /** Bearer token. Source: RFC 6750. */
    token: z
      .string()
      .regex(/^[\w.~+/=-]+$/, "A token of letters, digits and -._~+/=")
      .optional(),
  })
  .refine(
    ({ user, password }) => (user === undefined) === (password === undefined),
    "A user and a password belong together",
  )
  .refine(({ user, token }) => user === undefined || token === undefined, "Either a user or a token");

const httpPoint = profilePoint.extend({
  ...missingField,
  /** Names of nested members, joined by dots, e.g. `aenergy.total`; the items of an array count from 0. */
  field: z.string().regex(/^[^.]+(\.[^.]+)*$/, "A field such as aenergy.total"),
  /** The value of the point is the value in the JSON × `scale` + `offset`. */
  scale: z
    .number()
    .refine((scale) => scale !== 0, "A scale is not 0")
    .default(1),
  offset: z.number().default(0),
});
export type HttpSettings = z.output<typeof device>;

const profile = z.strictObject({
  protocol: z.literal("http"),
  type: typeName,
  /** Path and query of the one request that reads all points. */
  path: urlPath,
  points: pointList(httpPoint),
});

/** HTTP GET with an answer in JSON. Source: RFC 9110, RFC 8259. */
export const http = defineProtocolData({
  shared: z.strictObject(requestTimeout).prefault({}),
  device,
  profile,
});
