import type { ProfiledDevice } from "../../device-settings.ts";
import type { ProtocolDrivers } from "../driver.ts";
import type { ModbusCounts } from "./guarded-socket.ts";
import { createModbusDriver } from "./modbus-driver.ts";
import { ModbusLine } from "./modbus-line.ts";

/** A driver for each device; those at one address share its connection. */
export async function openModbusDrivers(
  { requestTimeoutMs }: { requestTimeoutMs: number },
  devices: readonly ProfiledDevice<"modbus">[],
): Promise<ProtocolDrivers> {
  const counts: ModbusCounts = { malformed: 0, unasked: 0, reconnects: 0 };
  const lines = new Map<string, ModbusLine>();
  const lineTo = (address: string) => {
    const line = lines.get(address) ?? new ModbusLine({ address, requestTimeoutMs, counts });
    lines.set(address, line);
    return line;
  };
  const drivers = new Map(
    devices.map(({ settings: { ssid, address, unitId }, profile }) => [
      ssid,
      createModbusDriver({ line: lineTo(address), unitId, profile }),
    ]),
  );
  return {
    drivers,
    counts: () => ({ ...counts }),
    async [Symbol.asyncDispose]() {
      for (const line of lines.values()) await line[Symbol.asyncDispose]();
    },
  };
}
