import { expect, test } from "vitest";

import { profileOf } from "../../device-profile.ts";
import { driverContract } from "../../testing/driver-contract.ts";
import { NUT_UPS, openNutBench } from "../../testing/nut-bench.ts";
import { DriverError } from "../driver.ts";
import { createNutDriver, openLine } from "./nut-driver.ts";
import { NutLine } from "./nut-line.ts";
import { nutProfile } from "./nut-profile.ts";
import { nut } from "./nut.ts";

const threePhases = {
  "input.L1-N.voltage": "231.1",
  "input.L2-N.voltage": "232.2",
  "input.L3-N.voltage": "233.3",
  "output.L1-N.voltage": "229.1",
  "output.L2-N.voltage": "229.2",
  "output.L3-N.voltage": "229.3",
  "output.L1.current": "41",
  "output.L1.realpower": "9100",
  "output.L2.realpower": "8700",
  "output.L3.realpower": "8900",
  "output.L2.current": "42",
  "output.L3.current": "43",
  "input.L1.frequency": "50.1",
  "output.L1.power.percent": "61",
  "output.L2.power.percent": "60",
  "output.L3.power.percent": "59",
};

driverContract("NUT", nut.capabilities, async () => {
  const bench = await openNutBench();
  Object.assign(bench.variables, threePhases);
  return bench;
});

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

test("numbers that stand for no value are missing, unless the point can measure them", async () => {
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

test("starts a test with its command, and only with the rights of a user", async () => {
  await using bench = await openNutBench();
  await bench.driver.write("ups_test", 4, 8, soon());
  expect(bench.commands).toEqual(["test.battery.start.quick"]);
  const options = { address: bench.upsd.address, requestTimeoutMs: 300, counts: bench.counts };
  await using line = new NutLine(options);
  const other = { user: "verandah", password: "wrong" };
  for (const logIn of [undefined, (signal: AbortSignal) => openLine(options, other, signal)]) {
    const driver = createNutDriver({ line, ups: NUT_UPS, profile: profileOf("nut", "nut-ups"), logIn });
    await expect(driver.write("ups_test", 4, 8, soon())).rejects.toMatchObject({ failure: "refused" });
  }
  expect(bench.commands).toHaveLength(1);
});

test("accepts the OK of an upsd that does not track commands", async () => {
  await using bench = await openNutBench((command) => {
    if (command.startsWith("SET ")) return "ERR INVALID-ARGUMENT\n";
    return command.startsWith("INSTCMD ") ? "OK\n" : undefined;
  });
  expect(await valueOf(bench, "ups_test")).toBe(1);
  await bench.driver.write("ups_test", 3, 8, soon());
  expect(await valueOf(bench, "ups_test")).toBe(3);
});

test("converts seconds to minutes, and leaves out missing variables and texts", async () => {
  await using bench = await openNutBench();
  expect(await valueOf(bench, "ups_Runtime")).toBe(42);
  delete bench.variables["input.frequency"];
  bench.variables["input.voltage"] = "n/a";
  bench.variables["output.voltage"] = "";
  bench.variables["ups.test.result"] = "2026-01-05";
  expect(
    await bench.driver.read(
      ["ups_InputFrequency", "ups_InputVoltagePhaseA", "ups_OutputVoltagePhaseA", "ups_TestResult"],
      soon(),
    ),
  ).toEqual([]);
});

const phases = ["A", "B", "C"].flatMap((phase) => [
  `ups_InputVoltagePhase${phase}`,
  `ups_OutputVoltagePhase${phase}`,
  `ups_OutputCurrentPhase${phase}`,
]);

async function readPhases(bench: Awaited<ReturnType<typeof openNutBench>>) {
  const readings = await bench.driver.read([...phases, "ups_InputFrequency", "ups_Load"], soon());
  return readings.map(({ value }) => value);
}

test("reads the single phase of a small UPS and the three phases of a large UPS with the same profile", async () => {
  await using bench = await openNutBench();
  expect(await readPhases(bench)).toEqual([231, 230.1, 31.4, 49.9, 36]);
  for (const name of ["input.voltage", "output.voltage", "output.current", "input.frequency", "ups.load"])
    delete bench.variables[name];
  Object.assign(bench.variables, threePhases);
  expect(await readPhases(bench)).toEqual([231.1, 229.1, 41, 232.2, 229.2, 42, 233.3, 229.3, 43, 50.1, 61]);
  expect(await bench.driver.readBack("ups_Load", 8, soon())).toMatchObject({ presentValue: 61 });
  // The mean of the phases differs from the first phase.
  bench.variables["input.voltage"] = "232.2";
  expect(await valueOf(bench, "ups_InputVoltagePhaseA")).toBe(231.1);
  for (const line of ["L1", "L2", "L3"]) delete bench.variables[`output.${line}.power.percent`];
  await expect(bench.driver.readBack("ups_Load", 8, soon())).rejects.toMatchObject({ failure: "refused" });
});

test("reads back a variable in the point's unit; a text is garbled", async () => {
  await using bench = await openNutBench();
  expect(await bench.driver.readBack("ups_Runtime", 8, soon())).toEqual({
    presentValue: 42,
    held: undefined,
  });
  bench.variables["battery.runtime"] = "n/a";
  await expect(bench.driver.readBack("ups_Runtime", 8, soon())).rejects.toMatchObject({ failure: "garbled" });
});

test("a UPS that upsd does not have is refused, and one that upsd cannot reach is unreachable", async () => {
  let answer = "ERR DATA-STALE\n";
  await using bench = await openNutBench(() => answer);
  await expect(bench.driver.read(["ups_Load"], soon())).rejects.toMatchObject({ failure: "unreachable" });
  answer = "ERR UNKNOWN-UPS\n";
  await expect(bench.driver.read(["ups_Load"], soon())).rejects.toMatchObject({ failure: "refused" });
});

test("reopens a connection that upsd has closed, without a missed poll", async () => {
  await using bench = await openNutBench();
  expect(await valueOf(bench, "ups_Load")).toBe(36);
  bench.upsd.closeConnections();
  await new Promise((done) => setTimeout(done, 30));
  expect(await valueOf(bench, "ups_Load")).toBe(36);
  expect(bench.counts.reconnects).toBe(1);
});

test.each([
  ["another UPS's list", "BEGIN LIST VAR other\n"],
  ["a line that is none", `BEGIN LIST VAR ${NUT_UPS}\nhello\nEND LIST VAR ${NUT_UPS}\n`],
  ["another UPS's variable", `BEGIN LIST VAR ${NUT_UPS}\nVAR other ups.load "1"\nEND LIST VAR ${NUT_UPS}\n`],
  ["a list without an end", `BEGIN LIST VAR ${NUT_UPS}\n${`VAR ${NUT_UPS} x "1"\n`.repeat(6_000)}`],
  ["a line without an end", "x".repeat(100_000)],
])("%s is garbled and counted, and the next answer is accepted", async (_what, odd) => {
  let isOdd = true;
  await using bench = await openNutBench(() => (isOdd ? odd : undefined));
  const error = await bench.driver.read(["ups_Load"], soon()).catch((reason: unknown) => reason);
  expect(error instanceof DriverError && error.failure).toBe("garbled");
  expect(bench.counts.malformed).toBe(1);
  isOdd = false;
  expect(await valueOf(bench, "ups_Load")).toBe(36);
});

test("drops an incomplete answer, and does not use the rest of it as the next answer", async () => {
  let isBroken = true;
  await using bench = await openNutBench((_command, socket) => {
    if (!isBroken) return undefined;
    socket.write(`BEGIN LIST VAR ${NUT_UPS}\nVAR ${NUT_UPS} ups.load "99"\n`);
    return "";
  });
  await expect(bench.driver.read(["ups_Load"], soon())).rejects.toThrow("unreachable");
  isBroken = false;
  expect(await valueOf(bench, "ups_Load")).toBe(36);
});

test("two UPSs of one upsd share a connection", async () => {
  await using bench = await openNutBench();
  const counts = { malformed: 0, reconnects: 0 };
  await using line = new NutLine({ address: bench.upsd.address, requestTimeoutMs: 300, counts });
  const profile = nutProfile.parse({
    protocol: "nut",
    points: [{ id: "load", variable: "ups.load", unit: "percent" }],
  });
  const drivers = [NUT_UPS, "absent"].map((ups) => createNutDriver({ line, ups, profile }));
  const [mine, other] = await Promise.allSettled(drivers.map((driver) => driver.read(["load"], soon())));
  expect(mine?.status).toBe("fulfilled");
  expect(other?.status).toBe("rejected");
});
