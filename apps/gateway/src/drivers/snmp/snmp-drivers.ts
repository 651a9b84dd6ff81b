import type { ProfiledDevice } from "../../device-settings.ts";
import type { ProtocolDrivers } from "../driver.ts";
import type { SnmpCounts } from "./guarded-datagram.ts";
import { createSnmpDriver } from "./snmp-driver.ts";
import { SnmpSession } from "./snmp-session.ts";

/** A driver for each device. */
export async function openSnmpDrivers(
  { requestTimeoutMs }: { requestTimeoutMs: number },
  devices: readonly ProfiledDevice<"snmp">[],
): Promise<ProtocolDrivers> {
  const counts: SnmpCounts = { malformed: 0, foreign: 0, unasked: 0, downgraded: 0 };
  const drivers = new Map(
    devices.map(({ settings, profile }) => [
      settings.ssid,
      createSnmpDriver({ session: new SnmpSession({ settings, requestTimeoutMs, counts }), profile }),
    ]),
  );
  return {
    drivers,
    counts: () => ({ ...counts }),
    async [Symbol.asyncDispose]() {
      for (const driver of drivers.values()) await driver[Symbol.asyncDispose]();
    },
  };
}
