import { upsTest } from "@verandah/equipment/types/ups.ts";
import { expect, test } from "vitest";

import { profileOf } from "./device-profile.ts";
import type { Driver, DriverError } from "./drivers/driver.ts";
import { createNutDriver, openLine } from "./drivers/nut/nut-driver.ts";
import { NutLine } from "./drivers/nut/nut-line.ts";
import { installed, outputOf } from "./testing/installed.ts";
import { METER_UNIT, openMeterBench } from "./testing/meter-bench.ts";
import { startNetworkUpsTools, UPS_NAME } from "./testing/network-ups-tools.ts";
import { community, keys, openUpsBench, type UpsBench } from "./testing/ups-bench.ts";
import { UPSD_USER } from "./testing/upsd-stand-in.ts";

// Independent programs that `npm test` installs if it may. Without them these tests are skipped, and the run reports it.
const isMissing = (...programs: string[]) => programs.some((program) => !installed(program));
const LIMIT_MS = 60_000;

async function valueOf(driver: Driver, id: string): Promise<number | undefined> {
  return (await driver.read([id], AbortSignal.timeout(5_000)))[0]?.value;
}

/** The value of a meter's register as mbpoll reads it; `-t 4` is a holding register, `-t 3` an input register. */
async function mbpoll(port: number, type: string, register: number, ...values: string[]): Promise<number> {
  const at = [
    "-q",
    "-m",
    "tcp",
    "-a",
    String(METER_UNIT),
    "-t",
    type,
    "-B",
    "-0",
    "-r",
    String(register),
    "-1",
  ];
  const text = await outputOf("mbpoll", [...at, "-p", String(port), "127.0.0.1", ...values]);
  return Number(/^\[\d+\]:\s+(\S+)/m.exec(text)?.[1]);
}

test.skipIf(isMissing("mbpoll"))("mbpoll and our driver read the same values of the meters", async () => {
  await using bench = await openMeterBench();
  const { port } = bench.server;
  const registers = profileOf("modbus", "modbus-energy-meter").points.filter(
    ({ type }) => type === "float32",
  );
  expect(registers.length).toBeGreaterThan(10);
  for (const { id, register } of registers)
    for (const type of ["4:float", "3:float"])
      expect([id, await mbpoll(port, type, register)]).toEqual([id, await valueOf(bench.driver, id)]);
  expect(await mbpoll(port, "4", 130)).toBe(
    Math.round(((await valueOf(bench.driver, "Frequency")) ?? 0) * 100),
  );
});

test.skipIf(isMissing("mbpoll"))(
  "our driver reads the values that mbpoll writes, and mbpoll reads the values that our driver writes",
  async () => {
    await using bench = await openMeterBench();
    const { port } = bench.server;
    await mbpoll(port, "4", 500, "20");
    expect(await valueOf(bench.driver, "demandInterval")).toBe(20);
    await mbpoll(port, "4:float", 502, "75.5");
    expect(await valueOf(bench.driver, "transformerRatio")).toBe(75.5);
    await bench.driver.write("demandInterval", 30, 8, AbortSignal.timeout(5_000));
    expect(await mbpoll(port, "4", 500)).toBe(30);
    await expect(mbpoll(port, "4", 500, "90")).rejects.toThrow("Illegal data value");
  },
);

/** The value of every object of the profile as snmpget reads it, in the points' units. */
async function snmpget(bench: UpsBench, credentials: readonly string[]): Promise<Map<string, number>> {
  const points = profileOf("snmp", "snmp-ups").points;
  const text = await outputOf("snmpget", [
    "-Oqvtn",
    "-m",
    "",
    ...credentials,
    bench.agent.address,
    ...points.map(({ oid }) => oid),
  ]);
  const lines = text.trim().split("\n");
  return new Map(
    points.map(({ id, scale, choices }, index) => {
      const line = lines[index] ?? "";
      const choice = choices?.find(([oid]) => line === `.${oid}`)?.[1];
      return [id, choice ?? Number((Number(line) * scale).toPrecision(7))];
    }),
  );
}

test.skipIf(isMissing("snmpget")).each([
  ["v2c", community, ["-v2c", "-c", "verandah"]],
  ["v3", keys, "-v3 -l authPriv -u ibms -a SHA-256 -A authpass123 -x AES -X privpass123".split(" ")],
] as const)(
  "snmpget %s and our driver read the same values of the UPSs",
  async (_version, access, credentials) => {
    await using bench = await openUpsBench(access);
    const readings = await bench.driver.read(
      bench.driver.points.map(({ id }) => id),
      AbortSignal.timeout(5_000),
    );
    expect(readings).toHaveLength(31);
    expect(await snmpget(bench, credentials)).toEqual(
      new Map(readings.map(({ pointId, value }) => [pointId, value])),
    );
  },
);

const soon = () => AbortSignal.timeout(10_000);

test.skipIf(isMissing("snmp-ups", "upsd", "upsc"))(
  "snmp-ups reads our UPS, and upsc and both our drivers report the same values",
  async () => {
    await using bench = await openUpsBench(community);
    await using tools = await startNetworkUpsTools("snmp-ups", [
      `port = ${bench.agent.address}`,
      "community = verandah",
      "snmp_version = v2c",
      "mibs = ietf",
      "pollfreq = 1",
    ]);
    const options = {
      address: tools.address,
      requestTimeoutMs: 5_000,
      counts: { malformed: 0, reconnects: 0 },
    };
    await using line = new NutLine(options);
    const driver = createNutDriver({
      line,
      ups: UPS_NAME,
      profile: profileOf("nut", "nut-ups"),
      logIn: (signal) => openLine(options, UPSD_USER, signal),
    });
    for (const [variable, id] of [
      ["battery.charge", "ups_BatteryCharge"],
      ["battery.voltage", "ups_BatteryVoltage"],
      ["output.frequency", "ups_OutputFrequency"],
      ["input.L2-N.voltage", "ups_InputVoltagePhaseB"],
      ["output.L3-N.voltage", "ups_OutputVoltagePhaseC"],
      ["output.L2.current", "ups_OutputCurrentPhaseB"],
      ["output.L1.power.percent", "ups_Load"],
    ] as const) {
      const said = Number(await tools.ask(variable));
      expect([id, said]).toEqual([id, await valueOf(bench.driver, id)]);
      expect([id, said]).toEqual([id, await valueOf(driver, id)]);
    }
    expect(Number(await tools.ask("battery.runtime"))).toBe(42 * 60);
    expect(await valueOf(driver, "ups_Runtime")).toBe(42);
    expect(await tools.ask("ups.status")).toContain("OL");
    expect(await valueOf(driver, "ups_Status")).toBe(3);

    // snmp-ups writes 0 instead of the name of the test (RFC 1628). The UPS refuses it, and no test starts.
    await driver.write("ups_test", upsTest.battery, 8, soon());
    const outcome = () => driver.readBack("ups_test", 8, soon()).catch((error: DriverError) => error.failure);
    await expect.poll(outcome, { timeout: 10_000 }).toBe("refused");
    expect(bench.agent.commands()).toMatchObject({ ups_test_start: 0 });

    // Mains failure.
    bench.measuredValues["ups_Status"] = 5;
    await expect.poll(() => tools.ask("ups.status"), { timeout: 20_000, interval: 300 }).toContain("OB");
    await expect.poll(() => valueOf(driver, "ups_Status"), { timeout: 5_000 }).toBe(5);
  },
  LIMIT_MS,
);

test.skipIf(isMissing("dummy-ups", "upsd", "upsc"))(
  "our driver and upsc read the same values from upsd",
  async () => {
    const variables = {
      "battery.charge": "88",
      "battery.runtime": "1800",
      "input.voltage": "229.5",
      "ups.load": "41.5",
      "ups.status": "OB LB",
    };
    const file = Object.entries(variables)
      .map(([name, value]) => `${name}: ${value}\n`)
      .join("");
    await using tools = await startNetworkUpsTools("dummy-ups", ["port = device.dev"], {
      "device.dev": file,
    });
    await using line = new NutLine({
      address: tools.address,
      requestTimeoutMs: 5_000,
      counts: { malformed: 0, reconnects: 0 },
    });
    const driver = createNutDriver({ line, ups: UPS_NAME, profile: profileOf("nut", "nut-ups") });
    // The driver sends its variables one by one.
    await expect.poll(() => tools.ask("battery.charge").catch(() => ""), { timeout: 10_000 }).toBe("88");
    await expect.poll(() => valueOf(driver, "ups_Load"), { timeout: 10_000 }).toBe(41.5);
    expect(await valueOf(driver, "ups_BatteryCharge")).toBe(Number(await tools.ask("battery.charge")));
    expect(await valueOf(driver, "ups_InputVoltagePhaseA")).toBe(Number(await tools.ask("input.voltage")));
    expect(await valueOf(driver, "ups_Load")).toBe(Number(await tools.ask("ups.load")));
    expect(await valueOf(driver, "ups_Runtime")).toBe(30);
    expect(await valueOf(driver, "ups_Status")).toBe(5);
    expect(await valueOf(driver, "ups_BatteryStatus")).toBe(3);
    expect(await line.getVariable(UPS_NAME, "ups.load", AbortSignal.timeout(5_000))).toBe("41.5");
  },
  LIMIT_MS,
);
