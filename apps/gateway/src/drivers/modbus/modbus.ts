import { z } from "zod";

import { address, commonSettings, defineProtocol, requestTimeout } from "../protocol.ts";
import { modbusProfile } from "./modbus-profile.ts";

/** Modbus TCP. Devices at one address share its connection. Source: Modbus application protocol V1.1b3. */
export const modbus = defineProtocol({
  settings: {
    shared: z.strictObject(requestTimeout).prefault({}),
    device: z.strictObject({
      ...commonSettings,
      driver: z.literal("modbus"),
      address,
      /** Unit id at the address; 255 or 0 for a device without a Modbus gateway. */
      unitId: z.int().min(0).max(255).default(1),
    }),
  },
  profile: modbusProfile,
  capabilities: { writes: true, priorities: false, changeNotices: false, identity: false },
  open: new URL("./modbus-driver.ts", import.meta.url).href,
});
