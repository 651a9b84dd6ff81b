import { ssid } from "@verandah/field/identifiers.ts";
import { z } from "zod";

import type { Driver, DriverCounts, DriverPoint, ProtocolDrivers } from "./driver.ts";

export const milliseconds = (min: number, max: number, otherwise: number) =>
  z.int().min(min).max(max).default(otherwise);

export const profileName = z
  .string()
  .regex(/^[a-z0-9-]+$/, "A profile is named in small letters, digits and hyphens");

/** Settings that a device of every protocol has. */
export const commonSettings = {
  ssid,
  /** One of the settings' own `profiles`, or a file of the gateway's `profiles/` without its ending. */
  profile: profileName,
  /** Poll interval, if it differs from `polling.intervalMs`. */
  intervalMs: z.int().min(50).max(3_600_000).optional(),
};

export const address = z
  .string()
  .regex(/^\d{1,3}(\.\d{1,3}){3}:\d{1,5}$/, "An address such as 192.168.1.20:47808");

/** Timeout of one request, ms. */
export const requestTimeout = { requestTimeoutMs: milliseconds(50, 10_000, 2_000) };

/** What the drivers of a protocol can do. The driver contract has no tests for what is false here. */
export interface Capabilities {
  /** Writes points. */
  writes: boolean;
  /** Writes and releases at a priority, and reads priority arrays (`readSlots`). */
  priorities: boolean;
  /** The device reports changes by itself (`subscribe`). */
  changeNotices: boolean;
  /** Detects another device at the configured address. */
  identity: boolean;
}

interface ProtocolDefinition<
  Shared extends z.ZodType<{ requestTimeoutMs: number }>,
  Device extends z.ZodType<{ driver: string; ssid: string; profile: string }>,
  Profile extends z.ZodType<{ protocol: string; points: readonly DriverPoint[] }>,
> {
  settings: {
    /** The section of the gateway's settings that has the name of the protocol. */
    shared: Shared;
    /** One device; `driver` is the name of the protocol. */
    device: Device;
  };
  /** The points of one type of device; `protocol` is the name of the protocol. */
  profile: Profile;
  capabilities: Capabilities;
  /** Opens the drivers of all devices. It runs in the protocol's own process, and loads its library only there. */
  open(
    shared: z.output<Shared>,
    devices: readonly { settings: z.output<Device>; profile: z.output<Profile> }[],
  ): Promise<ProtocolDrivers>;
}

/** Checks a protocol and infers its types. `protocols.ts` lists the protocols. */
export function defineProtocol<
  Shared extends z.ZodType<{ requestTimeoutMs: number }>,
  Device extends z.ZodType<{ driver: string; ssid: string; profile: string }>,
  Profile extends z.ZodType<{ protocol: string; points: readonly DriverPoint[] }>,
>(definition: ProtocolDefinition<Shared, Device, Profile>): ProtocolDefinition<Shared, Device, Profile> {
  return definition;
}

/** One driver per device, and the connections that the devices share. */
export function driversOf<D extends { settings: { ssid: string } }>(
  devices: readonly D[],
  create: (device: D, index: number) => Driver,
  counts: () => DriverCounts,
  connections: () => Iterable<AsyncDisposable> = () => [],
): ProtocolDrivers {
  const drivers = new Map(
    devices.map((device, index) => [device.settings.ssid, create(device, index)] as const),
  );
  return {
    drivers,
    counts,
    async [Symbol.asyncDispose]() {
      for (const one of [...drivers.values(), ...connections()]) await one[Symbol.asyncDispose]();
    },
  };
}
