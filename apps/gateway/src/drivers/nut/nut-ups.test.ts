import { expect, test } from "vitest";

import { profileOf } from "../../device-profile.ts";
import { openNutBench } from "../../testing/nut-bench.ts";
import { isOutside } from "../missing-values.ts";

const soon = () => AbortSignal.timeout(10_000);

async function valueOf(bench: Awaited<ReturnType<typeof openNutBench>>, id: string) {
  return (await bench.driver.read([id], soon()))[0]?.value;
}

const statusPoints = [
  "ups_Status",
  "ups_BatteryStatus",
  "ups_TotalAlarms",
  "ups_Overload",
  "ups_ReplaceBattery",
  "ups_Shutdown",
  "ups_Fault",
];

test.each([
  ["OL", [3, 2, 0, 0, 0, 0, 0]],
  ["OL CHRG", [3, 2, 0, 0, 0, 0, 0]],
  ["OL HE", [3, 2, 0, 0, 0, 0, 0]],
  ["HB OL", [3, 2, 0, 0, 0, 0, 0]],
  ["OL DISCHRG", [3, 2, 0, 0, 0, 0, 0]],
  ["OB DISCHRG", [5, 2, 0, 0, 0, 0, 0]],
  ["OB OL", [3, 2, 0, 0, 0, 0, 0]],
  ["OB BOOST", [5, 2, 0, 0, 0, 0, 0]],
  ["OB LB ALARM", [5, 3, 1, 0, 0, 0, 0]],
  ["BYPASS OL", [4, 2, 0, 0, 0, 0, 0]],
  ["OL BOOST", [6, 2, 0, 0, 0, 0, 0]],
  ["TRIM", [7, 2, 0, 0, 0, 0, 0]],
  ["OFF", [2, 2, 0, 0, 0, 0, 0]],
  ["OL TRIM OFF", [2, 2, 0, 0, 0, 0, 0]],
  ["OL OVER RB", [3, 2, 0, 1, 1, 0, 0]],
  ["FSD OL", [3, 2, 0, 0, 0, 2, 0]],
  ["ALARM OL RB", [3, 2, 1, 0, 1, 0, 0]],
  ["ALARM OL", [3, 2, 1, 0, 0, 0, 2]],
  ["ALARM", [1, 1, 1, 0, 0, 0, 2]],
  ["WAIT", [1, 1, 0, 0, 0, 0, 0]],
])("a status of %j becomes %j", async (status, numbers) => {
  await using bench = await openNutBench();
  bench.variables["ups.status"] = status;
  const readings = await bench.driver.read(statusPoints, soon());
  expect(readings.map(({ value }) => value)).toEqual(numbers);
});

test("an empty status is missing, and not normal", async () => {
  await using bench = await openNutBench();
  Object.assign(bench.variables, { "ups.status": " ", "ups.alarm": "" });
  expect(await bench.driver.read(statusPoints, soon())).toEqual([]);
});

test.each([
  ["Fan failure!", 7],
  ["Battery charger fail!", 6],
  ["Vendor text", 2],
])("the alarm text %j of a UPS becomes the fault %i", async (text, fault) => {
  await using bench = await openNutBench();
  Object.assign(bench.variables, { "ups.status": "ALARM OL", "ups.alarm": text });
  expect(await valueOf(bench, "ups_Fault")).toBe(fault);
});

test("numbers that a UPS sends in place of a value are missing, unless the point can measure them", async () => {
  await using bench = await openNutBench();
  const missing: [id: string, variable: string, text: string][] = [
    ["ups_Runtime", "battery.runtime", "65535"],
    ["ups_Runtime", "battery.runtime", "-60.0"],
    ["ups_BatteryCharge", "battery.charge", "-1"],
    ["ups_BatteryCharge", "battery.charge", "255"],
    ["ups_Load", "ups.load", "32767"],
  ];
  for (const [id, variable, text] of missing) {
    bench.variables[variable] = text;
    expect([text, await valueOf(bench, id)]).toEqual([text, undefined]);
  }
  bench.variables["input.voltage"] = "255";
  expect(await valueOf(bench, "ups_InputVoltagePhaseA")).toBe(255);
  bench.variables["ups.temperature"] = "-1";
  expect(await valueOf(bench, "ups_Temperature")).toBe(-1);
  // No code: the value is impossible, and the sensor or its scale is wrong.
  bench.variables["input.frequency"] = "5990.0";
  expect(await valueOf(bench, "ups_InputFrequency")).toBe(5_990);
});

test("the load is that of the phase with the highest load", async () => {
  await using bench = await openNutBench();
  Object.assign(bench.variables, {
    "output.L1.power.percent": "30",
    "output.L2.power.percent": "105",
    "output.L3.power.percent": "29",
  });
  expect(await valueOf(bench, "ups_Load")).toBe(105);
  expect(await valueOf(bench, "ups_LoadPhaseB")).toBe(105);
});

test("reads the active power of a UPS with one phase", async () => {
  await using bench = await openNutBench();
  bench.variables["output.realpower"] = "260.00";
  expect(await valueOf(bench, "ups_OutputPowerPhaseA")).toBe(260);
});

test("uses the next variable when the first has no number", async () => {
  await using bench = await openNutBench();
  Object.assign(bench.variables, { "ups.temperature": "XX.X", "battery.temperature": "31" });
  expect(await valueOf(bench, "ups_Temperature")).toBe(31);
});

test.each([
  ["Done and passed", 1],
  ["done and warning", 2],
  ["done and error", 3],
  ["Battery test failed", 3],
  ["Aborted", 4],
  ["In progress", 5],
  ["No test initiated", 6],
  ["no test performed", 6],
  ["Passed, Source: Schedule", 1],
  ["Ok", 1],
])("the result %j of a self-test becomes the number of RFC 1628", async (text, result) => {
  await using bench = await openNutBench();
  bench.variables["ups.test.result"] = text;
  expect(await valueOf(bench, "ups_TestResult")).toBe(result);
});

test.each(["Unknown", "0", "NO"])("the result %j of a self-test is missing", async (text) => {
  await using bench = await openNutBench();
  bench.variables["ups.test.result"] = text;
  expect(await valueOf(bench, "ups_TestResult")).toBeUndefined();
});

test("a calibration of the battery is a test in progress", async () => {
  await using bench = await openNutBench();
  bench.variables["ups.status"] = "OB CAL";
  expect(await valueOf(bench, "ups_TestResult")).toBe(5);
});

test("a load that no UPS carries for long is outside its range", () => {
  const load = profileOf("nut", "nut-ups", { own: {} }).points.find(({ id }) => id === "ups_Load");
  expect([120, 150].map((value) => isOutside(load ?? {}, value))).toEqual([false, true]);
});
