import { shownLine } from "@verandah/equipment/shown-text.ts";
import { z } from "zod";

import { instantMs, paramId } from "./identifiers.ts";

const line = shownLine(120);

/** A value of a device that was found: an object, register, variable, or topic with a path. */
export const foundPoint = z.object({
  /** Its name in the device, unique within it. */
  name: line,
  /** Fields of the point in a profile of the protocol, such as `object` or `oid`. */
  address: z.record(z.string().max(40), z.unknown()),
  /** Code of the catalogue's unit; absent when the device names none, or an unknown one (`fieldUnit`). */
  unit: z.string().max(40).optional(),
  /** Unit in the words of the device, when the catalogue does not have it. */
  fieldUnit: line.optional(),
  description: line.optional(),
  /** When it was read last. */
  value: z.number().optional(),
  /** When the value last differed from that of an earlier scan. The server adds it. */
  changedAt: instantMs.optional(),
  isWritable: z.boolean().optional(),
  /** Point of a known profile that has this address. */
  id: paramId.optional(),
  /** Why it cannot be mapped. */
  obstacle: line.optional(),
});
export type FoundPoint = z.output<typeof foundPoint>;

/** A device that a gateway found in the field. */
export const foundDevice = z.object({
  protocol: z.string().max(20),
  /** Identifies the device in every scan of the protocol, e.g. its BACnet instance. */
  key: line,
  /** Fields of the device in the gateway's settings, such as `address` and `instance`. */
  address: z.record(z.string().max(40), z.unknown()),
  name: line.optional(),
  maker: line.optional(),
  model: line.optional(),
  /** Profile of the gateway that fits all of its points. */
  profile: z.string().max(120).optional(),
  points: z.array(foundPoint).max(5_000),
  /** Position of the first of `points` among all of the device, whose points come in several messages. */
  pointsFrom: z.int().min(0).default(0),
  /** What a person should check, e.g. two devices with one instance. */
  remarks: z.array(shownLine(300)).max(20).default([]),
});
export type FoundDevice = z.output<typeof foundDevice>;
