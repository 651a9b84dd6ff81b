import { dirname, resolve } from "node:path";

import { fieldSections } from "@verandah/field/gateway-model.ts";
import { ssid } from "@verandah/field/identifiers.ts";
import { HEALTH_INTERVAL_MS, STATUS_INTERVAL_MS } from "@verandah/field/payloads.ts";
import { milliseconds, profileName } from "@verandah/field/protocols/fields.ts";
import { z } from "zod";

import { ownProfile } from "./device-profile.ts";
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
  ...fieldSections,
  /** The drivers of each protocol run in a separate process. */
  driverProcesses: z
    .strictObject({
      /** A process that sends nothing for this time counts as hung, and is restarted. */
      hangMs: milliseconds(500, 60_000, 5_000),
      restartMs: delays.default({ first: 250, longest: 30_000 }),
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
  /** Profiles of this site, by name, so that the gateway needs only one file. */
  profiles: z.record(profileName, ownProfile).default({}),
});
export type GatewaySettings = z.output<typeof gatewaySettings>;

/** Reads a settings file. A relative `dataDir` is relative to the file. @throws SettingsError with every wrong field */
export function readGatewaySettings(file: string): GatewaySettings {
  const settings = readYaml(file, gatewaySettings, "gateway settings");
  return { ...settings, dataDir: resolve(dirname(file), settings.dataDir) };
}
