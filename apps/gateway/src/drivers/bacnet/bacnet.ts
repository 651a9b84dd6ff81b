import { z } from "zod";

import { address, commonSettings, defineProtocol, driversOf, requestTimeout } from "../protocol.ts";
import { bacnetProfile, INSTANCE_MAX } from "./bacnet-profile.ts";

/** BACnet/IP. Source: ASHRAE 135 Annex J. */
export const bacnet = defineProtocol({
  settings: {
    shared: z
      .strictObject({
        interface: z.ipv4().default("0.0.0.0"),
        port: z.int().min(0).max(65_535).default(47_808),
        ...requestTimeout,
        /** Further addresses, `host:port`, that `discover` asks besides the broadcast of `interface`'s network. */
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
  async open({ interface: host, port, requestTimeoutMs }, devices) {
    const { openBacnetBus } = await import("./bacnet-bus.ts");
    const { createBacnetDriver } = await import("./bacnet-driver.ts");
    const bus = await openBacnetBus({ host, port, requestTimeoutMs });
    return driversOf(
      devices,
      ({ settings: { address: at, instance }, profile }, index) =>
        createBacnetDriver({ bus, address: at, instance, profile, processId: index + 1 }),
      () => ({ ...bus.counts }),
      () => [bus],
    );
  },
});
