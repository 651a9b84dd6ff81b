import { z } from "zod";

import { address, commonSettings, defineProtocol, driversOf, requestTimeout } from "../protocol.ts";
import type { NutLine } from "./nut-line.ts";
import { nutProfile } from "./nut-profile.ts";

/** Network UPS Tools. The UPSs of one upsd share its connection. Source: RFC 9271. */
export const nut = defineProtocol({
  settings: {
    shared: z.strictObject(requestTimeout).prefault({}),
    device: z.strictObject({
      ...commonSettings,
      driver: z.literal("nut"),
      address,
      /** Name of the UPS in its upsd. */
      ups: z.string().regex(/^[A-Za-z0-9_.-]+$/, "A name such as ups1"),
    }),
  },
  profile: nutProfile,
  capabilities: { writes: false, priorities: false, changeNotices: false, identity: true },
  async open({ requestTimeoutMs }, devices) {
    const { NutLine } = await import("./nut-line.ts");
    const { createNutDriver } = await import("./nut-driver.ts");
    const counts = { malformed: 0, reconnects: 0 };
    const lines = new Map<string, NutLine>();
    return driversOf(
      devices,
      ({ settings: { address: at, ups }, profile }) => {
        const line = lines.get(at) ?? new NutLine({ address: at, requestTimeoutMs, counts });
        lines.set(at, line);
        return createNutDriver({ line, ups, profile });
      },
      () => ({ ...counts }),
      () => lines.values(),
    );
  },
});
