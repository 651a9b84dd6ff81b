import { z } from "zod";

import { ssid } from "../identifiers.ts";

export const milliseconds = (min: number, max: number, defaultMs: number) =>
  z.int().min(min).max(max).default(defaultMs);

export const profileName = z
  .string()
  .regex(/^[a-z0-9-]+$/, "A profile name has lower-case letters, digits and hyphens");

/** Settings that a device of every protocol has. */
export const commonSettings = {
  ssid,
  /** A profile of the site, or one that the gateway has. */
  profile: profileName,
  /** Poll interval, if it differs from `polling.intervalMs`. */
  intervalMs: z.int().min(50).max(3_600_000).optional(),
};

/** An MQTT device without a staleness of its own is offline after this time without a message, ms. */
export const MQTT_STALE_MS = 900_000;

export const polling = z
  .strictObject({
    intervalMs: milliseconds(50, 3_600_000, 10_000),
    /** Values that arrive within this time share a message. */
    gatherMs: milliseconds(0, 10_000, 200),
  })
  .prefault({});

/** A profile as it is written, also one that `extends` a profile that the gateway has. Only the gateway reads it whole. */
export const writtenProfile = z.looseObject({
  protocol: z.string().optional(),
  extends: profileName.optional(),
  type: z.string().optional(),
  points: z.array(z.looseObject({ id: z.string() })).default([]),
});

export const address = z
  .string()
  .regex(/^\d{1,3}(\.\d{1,3}){3}:\d{1,5}$/, "An address such as 192.168.1.20:47808");

export const requestTimeout = { requestTimeoutMs: milliseconds(50, 10_000, 2_000) };

/** The data of a protocol: what the gateway's settings and the profiles of devices have for it. `protocols.ts` lists them. */
interface ProtocolData {
  /** The section of the gateway's settings that has the name of the protocol. */
  shared: z.ZodType<{ requestTimeoutMs: number }>;
  /** One device; `driver` is the name of the protocol. */
  device: z.ZodType<{ driver: string; ssid: string; profile: string }>;
  /** The points of one type of device; `protocol` is the name of the protocol. */
  profile: z.ZodType<{ protocol: string; points: readonly { id: string }[] }>;
}

/** Checks the type of a protocol's data and returns it with its exact type. */
export const defineProtocolData = <T extends ProtocolData>(data: T): T => data;
