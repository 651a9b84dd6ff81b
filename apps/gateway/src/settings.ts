import { readFileSync } from "node:fs";
import { join } from "node:path";

import { ssid } from "@verandah/field/identifiers.ts";
import { parse } from "yaml";
import { z } from "zod";

import { type BacnetProfile, bacnetProfile } from "./drivers/bacnet/bacnet-profile.ts";

/** A setting that cannot be; its text is for the person who set it. */
export class SettingsError extends Error {
  constructor(text: string, options?: ErrorOptions) {
    super(text, options);
    this.name = "SettingsError";
  }
}

const milliseconds = (min: number, max: number, otherwise: number) =>
  z.int().min(min).max(max).default(otherwise);

const bacnetDevice = z.strictObject({
  ssid,
  driver: z.literal("bacnet"),
  /** A file of `profiles/`, without its ending. */
  profile: z.string().regex(/^[a-z0-9-]+$/, "A profile is named in small letters, digits and hyphens"),
  address: z.string().regex(/^\d{1,3}(\.\d{1,3}){3}:\d{1,5}$/, "An address such as 192.168.1.20:47808"),
  /** BACnet device instance. */
  instance: z.int().min(0).max(4_194_302),
});

/** A gateway's settings. */
const gatewaySettings = z.strictObject({
  ssid,
  /** Folder of the outbox. */
  dataDir: z.string().min(1),
  uplink: z.strictObject({
    url: z.url({ protocol: /^mqtts?$/, error: "An address such as mqtt://server:1883" }),
    password: z.string().min(1),
    /** First and longest wait before connecting again. */
    backoffMs: z
      .strictObject({ first: z.int().min(10).max(60_000), longest: z.int().min(10).max(600_000) })
      .default({ first: 500, longest: 15_000 }),
  }),
  bacnet: z
    .strictObject({
      interface: z.ipv4().default("0.0.0.0"),
      port: z.int().min(0).max(65_535).default(47_808),
      requestTimeoutMs: milliseconds(50, 10_000, 2_000),
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
      /** The oldest messages go when there are more bytes than this. */
      maxBytes: z
        .int()
        .min(10_000)
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
    })
    .prefault({}),
  devices: z
    .array(bacnetDevice)
    .refine(
      (devices) => new Set(devices.map((device) => device.ssid)).size === devices.length,
      "A device is listed twice",
    ),
});
export type GatewaySettings = z.output<typeof gatewaySettings>;
export type DeviceSettings = GatewaySettings["devices"][number];

function readYaml<T extends z.ZodType>(file: string, schema: T, what: string): z.output<T> {
  let raw: unknown;
  try {
    raw = parse(readFileSync(file, "utf8"));
  } catch (error) {
    throw new SettingsError(
      `Cannot read ${what} ${file}: ${error instanceof Error ? error.message : String(error)}`,
      { cause: error },
    );
  }
  const parsed = schema.safeParse(raw);
  if (!parsed.success) throw new SettingsError(`Wrong ${what} ${file}:\n${z.prettifyError(parsed.error)}`);
  return parsed.data;
}

/** @throws SettingsError naming every wrong field */
export function readGatewaySettings(file: string): GatewaySettings {
  return readYaml(file, gatewaySettings, "gateway settings");
}

const PROFILES = join(import.meta.dirname, "../profiles");

/** @throws SettingsError */
export function readBacnetProfile(name: string, folder = PROFILES): BacnetProfile {
  return readYaml(join(folder, `${name}.yaml`), bacnetProfile, "device profile");
}
