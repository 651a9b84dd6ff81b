import { ahuObjects } from "@verandah/simulator/devices/bacnet/ahu-objects.ts";
import type { BacnetUnit } from "@verandah/simulator/devices/bacnet/bacnet-unit.ts";
import { startTestUnit } from "@verandah/simulator/testing/test-unit.ts";

import { profileOf } from "../device-profile.ts";
import { type BacnetBus, openBacnetBus } from "../drivers/bacnet/bacnet-bus.ts";
import { createBacnetDriver } from "../drivers/bacnet/bacnet-driver.ts";
import { type DriverBench, REQUEST_TIMEOUT_MS, type WritablePoint } from "./driver-contract.ts";

const HOST = "127.0.0.1";

export interface AhuBench extends DriverBench {
  device: BacnetUnit;
  bus: BacnetBus;
  writable: WritablePoint;
  measuredValues: Record<string, number>;
}

/** A simulated air handling unit and its driver over real UDP. */
export async function openAhuBench(): Promise<AhuBench> {
  let isSilent = false;
  let ignoresWrites = false;
  const { device, measured: measuredValues } = await startTestUnit({
    isSilent: () => isSilent,
    ignoresWrites: () => ignoresWrites,
  });
  const bus = await openBacnetBus({ host: HOST, port: 0, requestTimeoutMs: REQUEST_TIMEOUT_MS });
  const common = { bus, address: device.address, profile: profileOf("bacnet", "bacnet-ahu") };
  const driver = createBacnetDriver({ ...common, processId: 1 });
  return {
    driver,
    device,
    bus,
    measuredValues,
    unplug: () => (isSilent = true),
    plug: () => (isSilent = false),
    measure(value) {
      measuredValues["Return Air Temperature"] = value;
      device.notify();
    },
    writable: {
      pointId: "ahu_in_air_temperature_sp",
      value: 22.5,
      otherValue: 26,
      refusedValue: 90,
      ignoreWrites: () => (ignoresWrites = true),
    },
    measured: "Return Air Temperature",
    otherDevice: createBacnetDriver({ ...common, instance: device.instance + 1, processId: 2 }),
    async [Symbol.asyncDispose]() {
      await driver[Symbol.asyncDispose]();
      await bus[Symbol.asyncDispose]();
      await device[Symbol.asyncDispose]();
    },
  };
}

/** A controller that a search finds. */
export async function startUnit(instance: number, objects = ahuObjects): Promise<BacnetUnit> {
  const { device } = await startTestUnit({
    instance,
    name: `Unit ${instance}`,
    model: "controller",
    objects,
  });
  return device;
}
