import { z } from "zod";

import { address, commonSettings, defineProtocol, driversOf, requestTimeout } from "../protocol.ts";
import type { ModbusLine } from "./modbus-line.ts";
import { modbusProfile } from "./modbus-profile.ts";

/** Modbus TCP. Devices at one address share its connection. Source: Modbus application protocol V1.1b3. */
export const modbus = defineProtocol({
  settings: {
    shared: z.strictObject(requestTimeout).prefault({}),
    device: z.strictObject({
      ...commonSettings,
      driver: z.literal("modbus"),
      address,
      /** Unit behind the address; 255 or 0 for a device that is alone there. */
      unitId: z.int().min(0).max(255).default(1),
    }),
  },
  profile: modbusProfile,
  capabilities: { writes: true, priorities: false, changeNotices: false, identity: false },
  async open({ requestTimeoutMs }, devices) {
    const { ModbusLine } = await import("./modbus-line.ts");
    const { createModbusDriver } = await import("./modbus-driver.ts");
    const counts = { malformed: 0, unasked: 0, reconnects: 0 };
    const lines = new Map<string, ModbusLine>();
    return driversOf(
      devices,
      ({ settings: { address: at, unitId }, profile }) => {
        const line = lines.get(at) ?? new ModbusLine({ address: at, requestTimeoutMs, counts });
        lines.set(at, line);
        return createModbusDriver({ line, unitId, profile });
      },
      () => ({ ...counts }),
      () => lines.values(),
    );
  },
});
