import { ahuObjects } from "@verandah/simulator/devices/bacnet/ahu-objects.ts";
import { type BacnetUnit, startBacnetUnit } from "@verandah/simulator/devices/bacnet/bacnet-unit.ts";

import { profileOf } from "../device-profile.ts";
import { type BacnetBus, openBacnetBus } from "../drivers/bacnet/bacnet-bus.ts";
import { createBacnetDriver } from "../drivers/bacnet/bacnet-driver.ts";
import type { DriverBench } from "../drivers/driver-contract.ts";

const HOST = "127.0.0.1";
export const REQUEST_TIMEOUT_MS = 150;

export interface AhuBench extends DriverBench {
  device: BacnetUnit;
  bus: BacnetBus;
  measuredValues: Record<string, number>;
}

/** A simulated air handling unit and the driver that speaks to it over real UDP. */
export async function openAhuBench(): Promise<AhuBench> {
  let isSilent = false;
  let ignoresWrites = false;
  const measuredValues: Record<string, number> = {
    "Return Air Temperature": 24.5,
    "Supply Air Temperature": 18,
    "Supply Fan Status": 1,
    ahu_in_air_temperature_sp: 24,
    ahu_suply_air_temperature_sp: 18,
    ahu_chilled_valve_sp: 40,
    ahu_on_off_sp: 10,
  };
  const device = await startBacnetUnit({
    instance: 1_001,
    name: "AHU F0.1",
    model: "AHU controller",
    objects: ahuObjects,
    host: HOST,
    preferredPort: 0,
    measure: () => measuredValues,
    isSilent: () => isSilent,
    ignoresWrites: () => ignoresWrites,
  });
  const bus = await openBacnetBus({ host: HOST, port: 0, requestTimeoutMs: REQUEST_TIMEOUT_MS });
  const driver = createBacnetDriver({
    bus,
    address: device.address,
    profile: profileOf("bacnet", "bacnet-ahu"),
    processId: 1,
  });
  return {
    driver,
    device,
    bus,
    measuredValues,
    unplug: () => (isSilent = true),
    plug: () => (isSilent = false),
    ignoreWrites: () => (ignoresWrites = true),
    measure(value) {
      measuredValues["Return Air Temperature"] = value;
      device.notify();
    },
    writable: { pointId: "ahu_in_air_temperature_sp", value: 22.5, otherValue: 26, refusedValue: 90 },
    measured: "Return Air Temperature",
    async [Symbol.asyncDispose]() {
      await driver[Symbol.asyncDispose]();
      await bus[Symbol.asyncDispose]();
      await device[Symbol.asyncDispose]();
    },
  };
}
