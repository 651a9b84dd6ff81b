import type { ProfiledDevice } from "../../device-settings.ts";
import type { ProtocolDrivers } from "../driver.ts";
import { createNutDriver } from "./nut-driver.ts";
import { type NutCounts, NutLine } from "./nut-line.ts";

/** A driver for each UPS; those of one upsd share its connection. */
export async function openNutDrivers(
  { requestTimeoutMs }: { requestTimeoutMs: number },
  devices: readonly ProfiledDevice<"nut">[],
): Promise<ProtocolDrivers> {
  const counts: NutCounts = { malformed: 0, reconnects: 0 };
  const lines = new Map<string, NutLine>();
  const lineTo = (address: string) => {
    const line = lines.get(address) ?? new NutLine({ address, requestTimeoutMs, counts });
    lines.set(address, line);
    return line;
  };
  const drivers = new Map(
    devices.map(({ settings: { ssid, address, ups }, profile }) => [
      ssid,
      createNutDriver({ line: lineTo(address), ups, profile }),
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
