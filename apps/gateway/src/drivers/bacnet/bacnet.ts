import { z } from "zod";

import { address, commonSettings, defineProtocol, requestTimeout } from "../protocol.ts";
import { bacnetProfile, INSTANCE_MAX } from "./bacnet-profile.ts";

/** BACnet/IP. Source: ASHRAE 135 Annex J. */
export const bacnet = defineProtocol({
  settings: {
    shared: z
      .strictObject({
        interface: z.ipv4().default("0.0.0.0"),
        port: z.int().min(0).max(65_535).default(47_808),
        ...requestTimeout,
        /** Further addresses, `host:port`, to which `discover` sends Who-Is besides the broadcast of `interface`'s network. */
        discoverAt: z.array(address).default([]),
      })
      .prefault({}),
    device: z.strictObject({
      ...commonSettings,
      driver: z.literal("bacnet"),
      address,
      /** BACnet device instance; the driver rejects a device that has another one. */
      instance: z.int().min(0).max(INSTANCE_MAX),
    }),
  },
  profile: bacnetProfile,
  capabilities: { writes: true, priorities: true, changeNotices: true, identity: true },
  open: new URL("./bacnet-driver.ts", import.meta.url).href,
});
