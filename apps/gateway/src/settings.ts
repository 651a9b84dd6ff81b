import { dirname, resolve } from "node:path";

import { equipmentType } from "@verandah/equipment/schema.ts";
import { ssid } from "@verandah/field/identifiers.ts";
import { HEALTH_INTERVAL_MS, STATUS_INTERVAL_MS } from "@verandah/field/payloads.ts";
import { z } from "zod";

import { ownProfile } from "./device-profile.ts";
import { milliseconds, profileName } from "./drivers/protocol.ts";
import { deviceSettings, sharedSections } from "./drivers/protocols.ts";
import { OUTBOX_MIN_BYTES } from "./outbox/outbox-store.ts";
import { readYaml } from "./yaml-file.ts";

const delays = z.strictObject({ first: z.int().min(10).max(60_000), longest: z.int().min(10).max(600_000) });

export const gatewaySettings = z.strictObject({
  ssid,
  /** Folder of the outbox and of the overrides in force. */
  dataDir: z.string().min(1),
  uplink: z.strictObject({
    url: z.url({ protocol: /^mqtts?$/, error: "An address such as mqtt://server:1883" }),
    password: z.string().min(1),
    /** First and longest delay before a reconnect. */
    backoffMs: delays.default({ first: 500, longest: 15_000 }),
  }),
  ...sharedSections(),
  /** The drivers of each protocol run in a separate process. */
  driverProcesses: z
    .strictObject({
      /** A process that sends nothing for this time counts as hung, and is restarted. */
      hangMs: milliseconds(500, 60_000, 5_000),
      restartMs: delays.default({ first: 250, longest: 30_000 }),
    })
    .prefault({}),
  polling: z
    .strictObject({
      intervalMs: milliseconds(50, 3_600_000, 10_000),
      /** Values that arrive within this time share a message. */
      gatherMs: milliseconds(0, 10_000, 200),
    })
    .prefault({}),
  reports: z
    .strictObject({
      /** Maximum interval of reports of the devices' state without a change. */
      healthMs: milliseconds(500, 600_000, HEALTH_INTERVAL_MS),
      /** Interval of the gateway's status with its clock. */
      statusMs: milliseconds(500, 600_000, STATUS_INTERVAL_MS),
    })
    .prefault({}),
  outbox: z
    .strictObject({
      /** Maximum size on disk, including SQLite's log. When it is full, the oldest messages are dropped. */
      maxBytes: z
        .int()
        .min(OUTBOX_MIN_BYTES)
        .default(256 * 1_024 * 1_024),
      /** A message that is not acknowledged within this time is written to disk, even while connected. */
      graceMs: milliseconds(0, 60_000, 2_000),
    })
    .prefault({}),
  commands: z
    .strictObject({
      /** Maximum time until a written value reads back. */
      verifyMs: milliseconds(100, 60_000, 10_000),
      verifyEveryMs: milliseconds(20, 10_000, 700),
      /** Interval at which the priority arrays of a device are compared with the written values. */
      compareSlotsMs: milliseconds(100, 3_600_000, 60_000),
    })
    .prefault({}),
  /** Profiles of this site, by name, so that the gateway needs only one file. */
  profiles: z.record(profileName, ownProfile).default({}),
  /** Types of equipment of this site, as in its site file. */
  types: z.array(equipmentType).default([]),
  devices: z
    .array(deviceSettings)
    .refine(
      (devices) => new Set(devices.map((device) => device.ssid)).size === devices.length,
      "A device is listed twice",
    ),
});
export type GatewaySettings = z.output<typeof gatewaySettings>;

/** Reads a settings file. A relative `dataDir` is relative to the file. @throws SettingsError with every wrong field */
export function readGatewaySettings(file: string): GatewaySettings {
  const settings = readYaml(file, gatewaySettings, "gateway settings");
  return { ...settings, dataDir: resolve(dirname(file), settings.dataDir) };
}
