import { nutProfile } from "@verandah/field/protocols/nut.ts";
import { expect, test } from "vitest";

import { profileOf } from "../../device-profile.ts";
import { driverContract, REQUEST_TIMEOUT_MS } from "../../testing/driver-contract.ts";
import { NUT_UPS, openNutBench } from "../../testing/nut-bench.ts";
import { DriverError } from "../driver.ts";
import { protocols } from "../protocols.ts";
import { createNutDriver, openLine } from "./nut-driver.ts";
import { NutLine } from "./nut-line.ts";

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

driverContract("NUT", protocols.nut.capabilities, async () => {
  const bench = await openNutBench();
  Object.assign(bench.variables, threePhases);
  return bench;
});

const soon = () => AbortSignal.timeout(10_000);

async function valueOf(bench: Awaited<ReturnType<typeof openNutBench>>, id: string) {
  return (await bench.driver.read([id], soon()))[0]?.value;
}

test("starts a test with its command, and only with the rights of a user", async () => {
  await using bench = await openNutBench();
  await bench.driver.write("ups_test", 4, 8, soon());
  expect(bench.commands).toEqual(["test.battery.start.quick"]);
  const options = { address: bench.upsd.address, requestTimeoutMs: REQUEST_TIMEOUT_MS, counts: bench.counts };
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
  await using line = new NutLine({
    address: bench.upsd.address,
    requestTimeoutMs: REQUEST_TIMEOUT_MS,
    counts,
  });
  const profile = nutProfile.parse({
    protocol: "nut",
    points: [{ id: "load", variable: "ups.load", unit: "percent" }],
  });
  const drivers = [NUT_UPS, "absent"].map((ups) => createNutDriver({ line, ups, profile }));
  const [mine, other] = await Promise.allSettled(drivers.map((driver) => driver.read(["load"], soon())));
  expect(mine?.status).toBe("fulfilled");
  expect(other?.status).toBe("rejected");
});
