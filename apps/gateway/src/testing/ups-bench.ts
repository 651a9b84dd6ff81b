import { upsTest } from "@verandah/equipment/types/ups.ts";
import { snmp, type SnmpDeviceSettings } from "@verandah/field/protocols/snmp.ts";
import { startUpsAgent, type UpsAccess, type UpsAgent } from "@verandah/simulator/devices/snmp/ups-agent.ts";

import { profileOf } from "../device-profile.ts";
import type { Driver } from "../drivers/driver.ts";
import type { SnmpCounts } from "../drivers/snmp/guarded-datagram.ts";
import { createSnmpDriver } from "../drivers/snmp/snmp-driver.ts";
import { SnmpSession } from "../drivers/snmp/snmp-session.ts";
import { type DriverBench, REQUEST_TIMEOUT_MS } from "./driver-contract.ts";

const HOST = "127.0.0.1";

export const community = { version: "2c", community: "verandah" } as const satisfies UpsAccess;
export const keys: UpsAccess = { version: "3", user: "ibms", authKey: "authpass123", privKey: "privpass123" };

export interface UpsBench extends DriverBench {
  agent: UpsAgent;
  counts: SnmpCounts;
  measuredValues: Record<string, number>;
  /** Another driver of the same UPS, with other credentials. */
  driverWith(access: UpsAccess | { version: "1" | "2c"; community: string; writeCommunity?: string }): Driver;
}

/** A simulated UPS and its driver over real UDP. */
export async function openUpsBench(access: UpsAccess): Promise<UpsBench> {
  let isSilent = false;
  let ignoresWrites = false;
  const measuredValues: Record<string, number> = {
    ups_InputVoltagePhaseA: 231,
    ups_OutputVoltagePhaseA: 230,
    ups_OutputCurrentPhaseB: 31.4,
    ups_InputFrequency: 49.9,
    ups_OutputFrequency: 50,
    ups_BatteryVoltage: 273.4,
    ups_BatteryCharge: 97,
    ups_Runtime: 42,
    ups_Load: 36,
    ups_Status: 3,
    ups_BatteryStatus: 2,
    ups_TestResult: 3,
  };
  const agent = await startUpsAgent({
    name: "UPS-1",
    host: HOST,
    preferredPort: 0,
    access,
    measure: () => measuredValues,
    isSilent: () => isSilent,
    ignoresWrites: () => ignoresWrites,
  });
  const counts: SnmpCounts = { malformed: 0, foreign: 0, unasked: 0, downgraded: 0 };
  const opened: Driver[] = [];
  function driverWith(credentials: Parameters<UpsBench["driverWith"]>[0]): Driver {
    const settings = upsSettings(agent.address, credentials);
    const session = new SnmpSession({ settings, requestTimeoutMs: REQUEST_TIMEOUT_MS, counts });
    const driver = createSnmpDriver({ session, profile: profileOf("snmp", "snmp-ups") });
    opened.push(driver);
    return driver;
  }
  return {
    driver: driverWith({ ...access, ...(access.version === "2c" && { writeCommunity: access.community }) }),
    agent,
    counts,
    measuredValues,
    driverWith,
    unplug: () => (isSilent = true),
    plug: () => (isSilent = false),
    measure: (value) => (measuredValues.ups_BatteryVoltage = value),
    writable: {
      pointId: "ups_test",
      value: upsTest.battery,
      otherValue: upsTest.general,
      refusedValue: 5,
      ignoreWrites: () => (ignoresWrites = true),
    },
    measured: "ups_BatteryVoltage",
    sample: 271.3,
    async [Symbol.asyncDispose]() {
      for (const driver of opened) await driver[Symbol.asyncDispose]();
      await agent[Symbol.asyncDispose]();
    },
  };
}

/** The settings of a UPS in the format of the gateway's settings. */
export function upsSettings(address: string, access: object): SnmpDeviceSettings {
  return snmp.device.parse({
    ssid: "UPS-1",
    driver: "snmp",
    profile: "snmp-ups",
    address,
    ...access,
  });
}
