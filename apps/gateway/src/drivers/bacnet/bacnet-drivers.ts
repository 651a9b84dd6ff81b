import type { ProfiledDevice } from "../../device-settings.ts";
import type { ProtocolDrivers } from "../driver.ts";
import { type BacnetBusOptions, openBacnetBus } from "./bacnet-bus.ts";
import { createBacnetDriver } from "./bacnet-driver.ts";

/** Opens the socket and a driver for each device. @throws Error when the port is taken */
export async function openBacnetDrivers(
  options: BacnetBusOptions,
  devices: readonly ProfiledDevice<"bacnet">[],
): Promise<ProtocolDrivers> {
  const bus = await openBacnetBus(options);
  const drivers = new Map(
    devices.map(({ settings: { ssid, address, instance }, profile }, index) => [
      ssid,
      createBacnetDriver({ bus, address, instance, profile, processId: index + 1 }),
    ]),
  );
  return {
    drivers,
    counts: () => ({ ...bus.counts }),
    async [Symbol.asyncDispose]() {
      for (const driver of drivers.values()) await driver[Symbol.asyncDispose]();
      await bus[Symbol.asyncDispose]();
    },
  };
}
