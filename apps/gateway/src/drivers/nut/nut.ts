import { z } from "zod";

import { address, commonSettings, defineProtocol, requestTimeout } from "../protocol.ts";
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
  open: new URL("./nut-driver.ts", import.meta.url).href,
});
