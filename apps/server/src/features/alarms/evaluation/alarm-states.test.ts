import { alarmMessage } from "@verandah/equipment/alarm-texts.ts";
import { expect, test } from "vitest";

import { alerts } from "../../../testing/benches/alarm-bench.ts";
import { aDevice, aSite } from "../../../testing/sites.ts";
import { startTestApp } from "../../../testing/start-test-app.ts";
import { evaluateAlarms } from "./alarm-evaluation.service.ts";

/** A site with one device of a type, and a member's view after the device has sent values. */
async function start(type: "UPS" | "DALI", paramId: string, others: string[] = []) {
  const site = aSite();
  site.devices.push(aDevice(type, "T-D", [paramId, ...others], { location: "T/g", edge: "T-GW" }));
  const app = await startTestApp({ sites: [site] });
  return {
    async codesAfter(value: number, ms: number, also: Record<string, number> = {}): Promise<number[]> {
      app.advance(ms);
      await app.measure("T-GW", "T-D", { [paramId]: value, ...also });
      await evaluateAlarms(app.ctx);
      const { system, solution } = await alerts(app);
      return [...system, ...solution].map((entry) => entry.alarm_code);
    },
    [Symbol.asyncDispose]: () => app[Symbol.asyncDispose](),
  };
}

test("a UPS on bypass has mains, and a UPS on battery has none", async () => {
  await using field = await start("UPS", "ups_Status");
  expect(await field.codesAfter(4, 1_000)).toEqual([]);
  expect(await field.codesAfter(5, 1_000)).toEqual([]);
  expect(await field.codesAfter(5, 9_999)).toEqual([]);
  expect(await field.codesAfter(5, 1)).toEqual([120]);
});

test.each<[paramId: string, value: number, code: number]>([
  ["ups_Overload", 1, 126],
  ["ups_ReplaceBattery", 1, 254],
  ...[2, 3, 4, 5, 6, 7, 8, 9, 10, 11].map((fault): [string, number, number] => ["ups_Fault", fault, 255]),
])("a UPS whose %s is %i for 10 s raises %i", async (paramId, value, code) => {
  await using field = await start("UPS", paramId);
  expect(await field.codesAfter(0, 1_000)).toEqual([]);
  expect(await field.codesAfter(value, 1_000)).toEqual([]);
  expect(await field.codesAfter(value, 10_000)).toEqual([code]);
});

test("a UPS with an input out of tolerance shows it, and raises no alarm", async () => {
  await using field = await start("UPS", "ups_Fault");
  for (const ms of [0, 10_000, 10_000]) expect(await field.codesAfter(1, ms)).toEqual([]);
});

test("an overloaded UPS that also reports the overload is one alarm", async () => {
  await using field = await start("UPS", "ups_Overload", ["ups_Load"]);
  await field.codesAfter(1, 1_000, { ups_Load: 104 });
  expect(await field.codesAfter(1, 10_000, { ups_Load: 104 })).toEqual([122]);
});

test("a UPS whose output is switched off is one alarm, and another fault of it is a second", async () => {
  await using field = await start("UPS", "ups_Fault", ["ups_Status"]);
  await field.codesAfter(11, 1_000, { ups_Status: 2 });
  expect(await field.codesAfter(11, 10_000, { ups_Status: 2 })).toEqual([124]);
  await field.codesAfter(7, 1_000, { ups_Status: 2 });
  expect(await field.codesAfter(7, 10_000, { ups_Status: 2 })).toEqual([124, 255]);
});

test("a UPS that tests its battery raises no alarm while it has mains", async () => {
  const site = aSite();
  const points = ["ups_Status", "ups_TestResult", "ups_InputVoltagePhaseA"];
  site.devices.push(aDevice("UPS", "T-D", points, { location: "T/g", edge: "T-GW" }));
  await using app = await startTestApp({ sites: [site] });
  const alarmsWith = async (testResult: number, volts: number) => {
    for (const ms of [1_000, 10_000]) {
      app.advance(ms);
      const values = { ups_Status: 5, ups_TestResult: testResult, ups_InputVoltagePhaseA: volts };
      await app.measure("T-GW", "T-D", values);
      await evaluateAlarms(app.ctx);
    }
    const { system, solution } = await alerts(app);
    return [...system, ...solution].map((entry) => entry.alarm_code);
  };
  expect(await alarmsWith(5, 230)).toEqual([]);
  // The mains fail during the test.
  expect(await alarmsWith(5, 0)).toEqual([120]);
  expect(await alarmsWith(5, 230)).toEqual([]);
  // On battery without a test, whatever the input is.
  expect(await alarmsWith(1, 230)).toEqual([120]);
});

test("a lamp has failed when it reports a failure for 15 s, and not before", async () => {
  await using field = await start("DALI", "lamp_failure");
  expect(await field.codesAfter(1, 0)).toEqual([]);
  expect(await field.codesAfter(1, 14_999)).toEqual([]);
  expect(await field.codesAfter(1, 1)).toHaveLength(1);
});

test("a lighting controller with failed lamps in both channels names the channel of each alarm", async () => {
  const site = aSite();
  const points = ["lamp_failure_1", "lamp_failure_2"];
  site.devices.push(aDevice("WAC", "T-D", points, { location: "T/g", edge: "T-GW" }));
  await using app = await startTestApp({ sites: [site] });
  for (const ms of [0, 15_000]) {
    app.advance(ms);
    await app.measure("T-GW", "T-D", { lamp_failure_1: 1, lamp_failure_2: 1 });
    await evaluateAlarms(app.ctx);
  }
  const { solution } = await alerts(app);
  expect(solution.map(({ alarm_code }) => alarm_code)).toEqual([230, 230]);
  expect(solution.map(({ message }) => message).toSorted()).toEqual([
    "A lamp of channel 1 has failed",
    "A lamp of channel 2 has failed",
  ]);
  expect(solution.map(({ text }) => alarmMessage("hi", { text, message: "" })).toSorted()).toEqual([
    "चैनल 1 का एक लैंप ख़राब हो गया है",
    "चैनल 2 का एक लैंप ख़राब हो गया है",
  ]);
});
