import { ssid } from "@verandah/field/identifiers.ts";
import { z } from "zod";

import type { Protocol, ProfileOf } from "./device-profile.ts";
import { INSTANCE_MAX } from "./drivers/bacnet/bacnet-profile.ts";

export const profileName = z
  .string()
  .regex(/^[a-z0-9-]+$/, "A profile is named in small letters, digits and hyphens");

const common = {
  ssid,
  /** One of the settings' own `profiles`, or a file of the gateway's `profiles/` without its ending. */
  profile: profileName,
  address: z.string().regex(/^\d{1,3}(\.\d{1,3}){3}:\d{1,5}$/, "An address such as 192.168.1.20:47808"),
  /** How often it is polled, when not as all others. */
  intervalMs: z.int().min(50).max(3_600_000).optional(),
};

const bacnetDevice = z.strictObject({
  ...common,
  driver: z.literal("bacnet"),
  /** BACnet device instance; a device that has another is not believed. */
  instance: z.int().min(0).max(INSTANCE_MAX),
});

const modbusDevice = z.strictObject({
  ...common,
  driver: z.literal("modbus"),
  /** Unit behind the address; 255 or 0 for a device that is alone there. */
  unitId: z.int().min(0).max(255).default(1),
});

/** Shortest passphrase of SNMPv3. Source: RFC 3414 §11.2. */
const passphrase = z.string().min(8, "A passphrase has at least 8 characters");
const snmpDevice = z.strictObject({
  ...common,
  driver: z.literal("snmp"),
  /** `1` and `2c` know the community only; `3` authenticates and encrypts. */
  version: z.enum(["1", "2c", "3"]),
  community: z.string().min(1).optional(),
  user: z.string().min(1).max(32).optional(),
  authProtocol: z.enum(["md5", "sha", "sha224", "sha256", "sha384", "sha512"]).default("sha256"),
  authKey: passphrase.optional(),
  privProtocol: z.enum(["des", "aes", "aes256b", "aes256r"]).default("aes"),
  privKey: passphrase.optional(),
});
export type SnmpDeviceSettings = z.output<typeof snmpDevice>;

const nutDevice = z.strictObject({
  ...common,
  driver: z.literal("nut"),
  /** Name of the UPS in its upsd. */
  ups: z.string().regex(/^[A-Za-z0-9_.-]+$/, "A name such as ups1"),
});

/** A field device as the settings name it. */
export const deviceSettings = z
  .discriminatedUnion("driver", [bacnetDevice, modbusDevice, snmpDevice, nutDevice])
  .superRefine((device, context) => {
    if (device.driver !== "snmp") return;
    const needed =
      device.version === "3" ? (["user", "authKey", "privKey"] as const) : (["community"] as const);
    for (const field of needed)
      if (device[field] === undefined)
        context.addIssue({
          code: "custom",
          path: [field],
          message: `SNMP version ${device.version} needs it`,
        });
  });
export type DeviceSettings = z.output<typeof deviceSettings>;

type DeviceSettingsOf<P> = Extract<DeviceSettings, { driver: P }>;

/** A device together with its profile, as its driver needs it. */
export interface ProfiledDevice<P extends Protocol = Protocol> {
  settings: DeviceSettingsOf<P>;
  profile: ProfileOf<P>;
}
