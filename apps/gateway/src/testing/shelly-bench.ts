import type { Driver, ProtocolDrivers } from "../drivers/driver.ts";

/** The state of a Shelly Plus PM, as it answers and sends it. Source: Shelly Gen2 API, Switch.GetStatus. */
export const shellyStatus = (): Record<string, unknown> => ({
  id: 0,
  source: "init",
  output: true,
  apower: 61.4,
  voltage: 231.5,
  current: 0.272,
  aenergy: { total: 14_093.5, by_minute: [981.1, 1_020.3, 1_019.9], minute_ts: 1_767_600_000 },
  temperature: { tC: 41.2, tF: 106.2 },
});

/** The drivers that a bench has opened; they end with it. */
export function keepDrivers() {
  const opened: ProtocolDrivers[] = [];
  return {
    /** Those of the first and of the last opening. */
    first: () => opened[0]?.counts() ?? {},
    last: () => opened.at(-1)?.counts() ?? {},
    add(drivers: ProtocolDrivers, ssid: string): Driver {
      opened.push(drivers);
      const driver = drivers.drivers.get(ssid);
      if (!driver) throw new Error(`There is no driver of ${ssid}`);
      return driver;
    },
    async [Symbol.asyncDispose]() {
      for (const drivers of opened) await drivers[Symbol.asyncDispose]();
    },
  };
}
