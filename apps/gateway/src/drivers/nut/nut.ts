import { z } from "zod";

import { address, commonSettings, defineProtocol, requestTimeout } from "../protocol.ts";
import { nutProfile } from "./nut-profile.ts";

const userName = z.string().regex(/^[^\s"\\]+$/, "No spaces, quotation marks and backslashes");

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
      /** A user of upsd.users with the right to the commands of the profile. Without a user the driver sends no command. */
      user: userName.optional(),
      password: userName.optional(),
    }),
  },
  profile: nutProfile,
  capabilities: { writes: true, priorities: false, changeNotices: false, identity: true },
  open: new URL("./nut-driver.ts", import.meta.url).href,
});
