import { z } from "zod";

import { address, commonSettings, defineProtocol, requestTimeout } from "../protocol.ts";
import { snmpProfile } from "./snmp-profile.ts";

/** Shortest passphrase of SNMPv3. Source: RFC 3414 §11.2. */
const passphrase = z.string().min(8, "A passphrase has at least 8 characters");
const snmpDevice = z
  .strictObject({
    ...commonSettings,
    driver: z.literal("snmp"),
    address,
    /** `1` and `2c` use the community only; `3` authenticates and encrypts. */
    version: z.enum(["1", "2c", "3"]),
    community: z.string().min(1).optional(),
    /** Without it the gateway writes nothing with `1` and `2c`; with `3` the device decides what the user may write. */
    writeCommunity: z.string().min(1).optional(),
    user: z.string().min(1).max(32).optional(),
    authProtocol: z.enum(["md5", "sha", "sha224", "sha256", "sha384", "sha512"]).default("sha256"),
    authKey: passphrase.optional(),
    privProtocol: z.enum(["des", "aes", "aes256b", "aes256r"]).default("aes"),
    privKey: passphrase.optional(),
  })
  .superRefine((device, context) => {
    const needed =
      device.version === "3" ? (["user", "authKey", "privKey"] as const) : (["community"] as const);
    for (const field of needed)
      if (device[field] === undefined)
        context.addIssue({
          code: "custom",
          path: [field],
          message: `Required for SNMP version ${device.version}`,
        });
  });
export type SnmpDeviceSettings = z.output<typeof snmpDevice>;

/** SNMP 1, 2c and 3. Source: RFC 3416, RFC 3414. */
export const snmp = defineProtocol({
  settings: { shared: z.strictObject(requestTimeout).prefault({}), device: snmpDevice },
  profile: snmpProfile,
  capabilities: { writes: true, priorities: false, changeNotices: false, identity: false },
  open: new URL("./snmp-driver.ts", import.meta.url).href,
});
