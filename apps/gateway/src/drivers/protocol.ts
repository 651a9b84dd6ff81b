import { ssid } from "@verandah/field/identifiers.ts";
import { z } from "zod";

import type { DriverPoint } from "./driver.ts";

export const milliseconds = (min: number, max: number, defaultMs: number) =>
  z.int().min(min).max(max).default(defaultMs);

export const profileName = z
  .string()
  .regex(/^[a-z0-9-]+$/, "A profile name has lower-case letters, digits and hyphens");

/** Settings that a device of every protocol has. */
export const commonSettings = {
  ssid,
  /** A profile from the settings' `profiles`, or a file in the gateway's `profiles/`, without its extension. */
  profile: profileName,
  /** Poll interval, if it differs from `polling.intervalMs`. */
  intervalMs: z.int().min(50).max(3_600_000).optional(),
};

export const address = z
  .string()
  .regex(/^\d{1,3}(\.\d{1,3}){3}:\d{1,5}$/, "An address such as 192.168.1.20:47808");

export const requestTimeout = { requestTimeoutMs: milliseconds(50, 10_000, 2_000) };

/** Capabilities of a protocol's drivers. The driver contract tests each that is true, and the absence of most others. */
export interface Capabilities {
  writes: boolean;
  /** Writes and releases at a priority, and reads priority arrays (`readSlots`). */
  priorities: boolean;
  /** The device sends changes without a poll (`subscribe`). */
  changeNotices: boolean;
  /** Detects another device at the configured address. */
  identity: boolean;
}

/** The parts of a protocol module. `protocols.ts` lists the protocols. */
interface ProtocolDefinition {
  settings: {
    /** The section of the gateway's settings that has the name of the protocol. */
    shared: z.ZodType<{ requestTimeoutMs: number }>;
    /** One device; `driver` is the name of the protocol. */
    device: z.ZodType<{ driver: string; ssid: string; profile: string }>;
  };
  /** The points of one type of device; `protocol` is the name of the protocol. */
  profile: z.ZodType<{ protocol: string; points: readonly DriverPoint[] }>;
  capabilities: Capabilities;
  /** URL of the module whose `open` opens the drivers. Only the process of the protocol loads this module and its library. */
  open: string;
}

/** Checks the type of a definition and returns the definition with its exact type. */
export function defineProtocol<T extends ProtocolDefinition>(definition: T): T {
  return definition;
}
