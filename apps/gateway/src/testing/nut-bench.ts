import { profileOf } from "../device-profile.ts";
import { createNutDriver } from "../drivers/nut/nut-driver.ts";
import { type NutCounts, NutLine } from "../drivers/nut/nut-line.ts";
import type { DriverBench } from "./driver-contract.ts";
import { startUpsdStandIn, type UpsdOptions, type UpsdStandIn } from "./upsd-stand-in.ts";

export const NUT_UPS = "ups1";
const REQUEST_TIMEOUT_MS = 200;

export interface NutBench extends DriverBench {
  upsd: UpsdStandIn;
  counts: NutCounts;
  variables: Record<string, string>;
}

/** A stand-in for upsd with one UPS, and the driver that speaks to it over real TCP. */
export async function openNutBench(instead?: UpsdOptions["instead"]): Promise<NutBench> {
  let isSilent = false;
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
    ...(instead && { instead }),
  });
  const counts: NutCounts = { malformed: 0, reconnects: 0 };
  const line = new NutLine({ address: upsd.address, requestTimeoutMs: REQUEST_TIMEOUT_MS, counts });
  const driverOf = (ups: string) => createNutDriver({ line, ups, profile: profileOf("nut", "nut-ups") });
  return {
    driver: driverOf(NUT_UPS),
    upsd,
    counts,
    variables,
    unplug: () => (isSilent = true),
    plug: () => (isSilent = false),
    measure: (value) => (variables["battery.voltage"] = String(value)),
    measured: "ups_BatteryVoltage",
    stranger: driverOf("absent"),
    async [Symbol.asyncDispose]() {
      await line[Symbol.asyncDispose]();
      await upsd[Symbol.asyncDispose]();
    },
  };
}
