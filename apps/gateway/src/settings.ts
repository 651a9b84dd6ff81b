import { dirname, resolve } from "node:path";

import { equipmentType } from "@verandah/equipment/schema.ts";
import { ssid } from "@verandah/field/identifiers.ts";
import { z } from "zod";

import { milliseconds, profileName } from "./drivers/protocol.ts";
import { deviceProfile, deviceSettings, sharedSections } from "./drivers/protocols.ts";
import { OUTBOX_MIN_BYTES } from "./outbox/outbox-store.ts";
import { readYaml } from "./yaml-file.ts";

const waits = z.strictObject({ first: z.int().min(10).max(60_000), longest: z.int().min(10).max(600_000) });

/** A gateway's settings. */
export const gatewaySettings = z.strictObject({
  ssid,
  /** Folder of the outbox and of the overrides in force. */
  dataDir: z.string().min(1),
  uplink: z.strictObject({
    url: z.url({ protocol: /^mqtts?$/, error: "An address such as mqtt://server:1883" }),
    password: z.string().min(1),
    /** First and longest wait before connecting again. */
    backoffMs: waits.default({ first: 500, longest: 15_000 }),
  }),
  ...sharedSections(),
  /** Each protocol's drivers have a process of their own. */
  driverProcesses: z
    .strictObject({
      /** One that says nothing for so long hangs, and is ended and started again. */
      hangMs: milliseconds(500, 60_000, 5_000),
      restartMs: waits.default({ first: 250, longest: 30_000 }),
    })
    .prefault({}),
  polling: z
    .strictObject({
      intervalMs: milliseconds(50, 3_600_000, 10_000),
      /** Values that come together within this time share a message. */
      gatherMs: milliseconds(0, 10_000, 200),
    })
    .prefault({}),
  outbox: z
    .strictObject({
      /** Most that lies on disk, SQLite's log included; beyond it the oldest messages go. */
      maxBytes: z
        .int()
        .min(OUTBOX_MIN_BYTES)
        .default(256 * 1_024 * 1_024),
      /** A message not acknowledged by then is written to disk, even while connected. */
      graceMs: milliseconds(0, 60_000, 2_000),
    })
    .prefault({}),
  commands: z
    .strictObject({
      /** How long a written value may take to read back. */
      verifyMs: milliseconds(100, 60_000, 10_000),
      verifyEveryMs: milliseconds(20, 10_000, 700),
      /** How often the priority arrays of a device are compared with the written values. */
      compareSlotsMs: milliseconds(100, 3_600_000, 60_000),
    })
    .prefault({}),
  /** Profiles of this site only, by name, so that one file is all that a gateway needs. */
  profiles: z.record(profileName, deviceProfile).default({}),
  /** Types of equipment of this site only, as in its site file. */
  types: z.array(equipmentType).default([]),
  devices: z
    .array(deviceSettings)
    .refine(
      (devices) => new Set(devices.map((device) => device.ssid)).size === devices.length,
      "A device is listed twice",
    ),
});
export type GatewaySettings = z.output<typeof gatewaySettings>;

/** Reads a settings file; a `dataDir` that is not absolute lies beside it. @throws SettingsError naming every wrong field */
export function readGatewaySettings(file: string): GatewaySettings {
  const settings = readYaml(file, gatewaySettings, "gateway settings");
  return { ...settings, dataDir: resolve(dirname(file), settings.dataDir) };
}
