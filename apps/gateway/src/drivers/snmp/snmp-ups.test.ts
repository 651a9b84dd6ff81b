import { snmpProfile } from "@verandah/field/protocols/snmp.ts";
import { expect, test } from "vitest";

import { REQUEST_TIMEOUT_MS } from "../../testing/driver-contract.ts";
import { community, keys, openUpsBench, upsSettings } from "../../testing/ups-bench.ts";
import { createSnmpDriver } from "./snmp-driver.ts";
import { SnmpSession } from "./snmp-session.ts";

const soon = () => AbortSignal.timeout(10_000);

async function valuesOf(bench: Awaited<ReturnType<typeof openUpsBench>>, ids: readonly string[]) {
  const readings = await bench.driver.read(ids, soon());
  return Object.fromEntries(readings.map(({ pointId, value }) => [pointId, value]));
}

test("reads the load of each line, and the highest as the load of the UPS", async () => {
  await using bench = await openUpsBench(community);
  Object.assign(bench.measuredValues, { ups_LoadPhaseA: 30, ups_LoadPhaseB: 105, ups_LoadPhaseC: 29 });
  expect(await valuesOf(bench, ["ups_Load", "ups_LoadPhaseA", "ups_LoadPhaseB", "ups_LoadPhaseC"])).toEqual({
    ups_Load: 105,
    ups_LoadPhaseA: 30,
    ups_LoadPhaseB: 105,
    ups_LoadPhaseC: 29,
  });
});

const alarmPoints = ["ups_Overload", "ups_ReplaceBattery", "ups_Shutdown", "ups_Fault"];

test.each<[present: Record<string, number>, numbers: number[]]>([
  [{}, [0, 0, 0, 0]],
  [{ ups_Overload: 1, ups_ReplaceBattery: 1, ups_Shutdown: 1 }, [1, 1, 1, 0]],
  [{ ups_Shutdown: 2, ups_Fault: 7, ups_Status: 5 }, [0, 0, 2, 7]],
  ...[1, 3, 4, 5, 6, 8, 9, 10, 11].map((fault): [Record<string, number>, number[]] => [
    { ups_Fault: fault },
    [0, 0, 0, fault],
  ]),
  [{ ups_Status: 5, ups_BatteryStatus: 4 }, [0, 0, 0, 0]],
])("reads the alarm table of a UPS with %j", async (present, numbers) => {
  for (const access of [community, keys]) {
    await using bench = await openUpsBench(access);
    Object.assign(bench.measuredValues, present, { ups_TotalAlarms: Object.keys(present).length });
    expect(Object.values(await valuesOf(bench, alarmPoints))).toEqual(numbers);
  }
});

test("an alarm that the table of the UPS does not show is another alarm", async () => {
  await using bench = await openUpsBench(community);
  bench.measuredValues["ups_TotalAlarms"] = 1;
  expect(Object.values(await valuesOf(bench, alarmPoints))).toEqual([0, 0, 0, 2]);
});

test("-1 for a charge, a runtime, a temperature and a voltage is missing", async () => {
  await using bench = await openUpsBench(community);
  Object.assign(bench.measuredValues, {
    ups_BatteryCharge: -1,
    ups_Runtime: -1,
    ups_Temperature: -1,
    ups_BatteryVoltage: -0.1,
    ups_InputFrequency: 49.9,
  });
  const ids = ["ups_BatteryCharge", "ups_Runtime", "ups_Temperature", "ups_BatteryVoltage"];
  expect(await valuesOf(bench, [...ids, "ups_InputFrequency"])).toEqual({ ups_InputFrequency: 49.9 });
});

test("leaves out the lines that the device does not have", async () => {
  await using bench = await openUpsBench(community);
  const lines = "1.3.6.1.2.1.33.1.3.2.0";
  const volt = { oid: "1.3.6.1.2.1.33.1.3.3.1.3.1", unit: "volt" };
  const driver = createSnmpDriver({
    session: new SnmpSession({
      settings: upsSettings(bench.agent.address, community),
      requestTimeoutMs: REQUEST_TIMEOUT_MS,
      counts: bench.counts,
    }),
    profile: snmpProfile.parse({
      protocol: "snmp",
      points: [
        { id: "third", ...volt, line: [lines, 3] },
        { id: "fourth", ...volt, line: [lines, 4] },
        { id: "uncounted", ...volt, line: ["1.3.6.1.2.1.33.1.99.1.0", 4] },
      ],
    }),
  });
  const readings = await driver.read(["third", "fourth", "uncounted"], soon());
  expect(readings.map(({ pointId }) => pointId)).toEqual(["third", "uncounted"]);
  await driver[Symbol.asyncDispose]();
});
