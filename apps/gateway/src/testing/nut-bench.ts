import { upsTest } from "@verandah/equipment/types/ups.ts";

import { profileOf } from "../device-profile.ts";
import { createNutDriver, openLine } from "../drivers/nut/nut-driver.ts";
import { type NutCounts, NutLine } from "../drivers/nut/nut-line.ts";
import { type DriverBench, REQUEST_TIMEOUT_MS } from "./driver-contract.ts";
import { startUpsdStandIn, UPSD_USER, type UpsdOptions, type UpsdStandIn } from "./upsd-stand-in.ts";

export const NUT_UPS = "ups1";

export interface NutBench extends DriverBench {
  upsd: UpsdStandIn;
  counts: NutCounts;
  variables: Record<string, string>;
  /** Commands that the UPS executed. */
  commands: string[];
}

/** A simulated upsd with one UPS, and its driver over real TCP. */
export async function openNutBench(instead?: UpsdOptions["instead"]): Promise<NutBench> {
  let isSilent = false;
  let ignoresWrites = false;
  const commands: string[] = [];
  const variables: Record<string, string> = {
    "battery.charge": "97",
    "battery.runtime": "2520",
    "battery.voltage": "273.4",
    "input.frequency": "49.9",
    "input.voltage": "231.0",
    "output.current": "31.40",
    "output.frequency": "50.0",
    "output.voltage": "230.1",
    "ups.load": "36",
    "ups.model": 'Simulated "60" kVA',
    "ups.status": "OL CHRG",
    "ups.test.result": "Done and passed",
    "ups.temperature": "27",
  };
  const upsd = await startUpsdStandIn({
    ups: NUT_UPS,
    variables: () => variables,
    isSilent: () => isSilent,
    onCommand: (name) => {
      if (!name.startsWith("test.")) return false;
      commands.push(name);
      return true;
    },
    isStuck: () => ignoresWrites,
    ...(instead && { instead }),
  });
  const counts: NutCounts = { malformed: 0, reconnects: 0 };
  const options = { address: upsd.address, requestTimeoutMs: REQUEST_TIMEOUT_MS, counts };
  const line = new NutLine(options);
  const driverOf = (ups: string) =>
    createNutDriver({
      line,
      ups,
      profile: profileOf("nut", "nut-ups"),
      logIn: (signal) => openLine(options, UPSD_USER, signal),
    });
  return {
    driver: driverOf(NUT_UPS),
    upsd,
    counts,
    variables,
    commands,
    unplug: () => (isSilent = true),
    plug: () => (isSilent = false),
    measure: (value) => (variables["battery.voltage"] = String(value)),
    writable: {
      pointId: "ups_test",
      value: upsTest.battery,
      otherValue: upsTest.general,
      refusedValue: 5,
      ignoreWrites: () => (ignoresWrites = true),
    },
    measured: "ups_BatteryVoltage",
    otherDevice: driverOf("absent"),
    async [Symbol.asyncDispose]() {
      await line[Symbol.asyncDispose]();
      await upsd[Symbol.asyncDispose]();
    },
  };
}
