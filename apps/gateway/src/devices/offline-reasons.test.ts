import { healthMessage } from "@verandah/field/payloads.ts";
import { startTestUnit } from "@verandah/simulator/testing/test-unit.ts";
import { expect, test, vi } from "vitest";

import { profileOf } from "../device-profile.ts";
import { openBacnetBus } from "../drivers/bacnet/bacnet-bus.ts";
import { createBacnetDriver } from "../drivers/bacnet/bacnet-driver.ts";
import { type Driver, DriverError } from "../drivers/driver.ts";
import { ModbusLine } from "../drivers/modbus/modbus-line.ts";
import { NutLine } from "../drivers/nut/nut-line.ts";
import { REQUEST_TIMEOUT_MS } from "../testing/driver-contract.ts";
import { deviceOf, GATEWAY, startFieldBench } from "../testing/field-bench.ts";
import { openMeterBench } from "../testing/meter-bench.ts";
import { openNutBench } from "../testing/nut-bench.ts";
import { community, keys, openUpsBench } from "../testing/ups-bench.ts";
import { HealthRecord } from "./device-health.ts";

const soon = () => AbortSignal.timeout(10_000);

async function reasonOf(work: Promise<unknown>): Promise<string | undefined> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  return error instanceof DriverError ? error.reason : undefined;
}

const askUps = (driver: Driver) => reasonOf(driver.read(["ups_BatteryCharge"], soon()));
const askMeter = (line: ModbusLine) =>
  reasonOf(line.request(9, (client) => client.readInputRegisters(0, 2), soon()));
const readAll = (driver: Driver) =>
  driver.read(
    driver.points.map(({ id }) => id),
    soon(),
  );

test("reports a BACnet device that is silent, a wrong device, and an address without a device", async () => {
  await using bus = await openBacnetBus({ host: "127.0.0.1", port: 0, requestTimeoutMs: REQUEST_TIMEOUT_MS });
  const { device } = await startTestUnit({ instance: 1_001 });
  const driverOf = (instance: number) =>
    createBacnetDriver({
      bus,
      address: device.address,
      profile: profileOf("bacnet", "bacnet-ahu"),
      instance,
      processId: 1,
    });
  expect(await reasonOf(driverOf(1_002).read(["CO2"], soon()))).toBe("wrong-device");
  await device[Symbol.asyncDispose]();
  expect(await reasonOf(driverOf(1_001).read(["CO2"], soon()))).toBe("no-answer");
});

test.each([
  ["BacnetError - Class:2 - Code:37", "error-reply"],
  ["BacnetReject - Reason:9", "rejected"],
  ["BacnetAbort - Reason:4", "aborted"],
])("a BACnet answer %s is %s", async (answer, reason) => {
  await using bus = await openBacnetBus({ host: "127.0.0.1", port: 0, requestTimeoutMs: 100 });
  expect(await reasonOf(bus.request(() => Promise.reject(new Error(answer)), soon()))).toBe(reason);
});

test("reports a UPS with another community, another user or another key", async () => {
  await using open = await openUpsBench(community);
  await using locked = await openUpsBench(keys);
  const own = { version: "3", user: "ibms", authKey: "authpass123", privKey: "privpass123" } as const;
  expect(await askUps(open.driverWith({ version: "2c", community: "public" }))).toBe(
    "no-answer-or-community",
  );
  expect(await askUps(locked.driverWith({ ...own, user: "someone" }))).toBe("wrong-credentials");
  expect(await askUps(locked.driverWith({ ...own, authKey: "authpass124" }))).toBe("wrong-credentials");
  const unplugged = locked.driverWith(own);
  locked.unplug();
  expect(await askUps(unplugged)).toBe("no-answer");
});

test("reports a meter whose server refuses the connection, and one behind a bridge that cannot reach it", async () => {
  await using bench = await openMeterBench();
  const { address } = bench.server;
  const counts = { malformed: 0, foreign: 0, reconnects: 0, unasked: 0 };
  await using line = new ModbusLine({ address, requestTimeoutMs: REQUEST_TIMEOUT_MS, counts });
  expect(await askMeter(line)).toBe("target-silent");
  await bench.server[Symbol.asyncDispose]();
  await using late = new ModbusLine({ address, requestTimeoutMs: REQUEST_TIMEOUT_MS, counts });
  expect(await askMeter(late)).toBe("connection-refused");
});

test("reports a UPS without data, an unknown UPS name, and a missing upsd", async () => {
  let answer = "ERR DATA-STALE\n";
  await using bench = await openNutBench(() => answer);
  expect(await reasonOf(readAll(bench.driver))).toBe("target-silent");
  answer = "ERR UNKNOWN-UPS\n";
  expect(await reasonOf(readAll(bench.driver))).toBe("wrong-device");
  answer = "ERR ACCESS-DENIED\n";
  expect(await reasonOf(readAll(bench.driver))).toBe("wrong-credentials");
  answer = "hello\n";
  expect(await reasonOf(readAll(bench.driver))).toBe("not-understood");
  await bench.upsd[Symbol.asyncDispose]();
  await using line = new NutLine({
    address: bench.upsd.address,
    requestTimeoutMs: REQUEST_TIMEOUT_MS,
    counts: { malformed: 0, reconnects: 0 },
  });
  expect(await reasonOf(line.getVariable("ups", "ups.load", soon()))).toBe("connection-refused");
});

test("keeps the last reason of an offline device, and none of an online one", () => {
  const health = new HealthRecord("UPS-1");
  for (const reason of ["no-answer", "no-answer", "connection-refused"] as const) health.missed(1, reason);
  expect(health.report()).toMatchObject({ state: "offline", since: 1, reason: "connection-refused" });
  health.missed(2, "wrong-device");
  expect(health.report()).toMatchObject({ since: 1, reason: "wrong-device" });
  health.seen(3, 1);
  expect(health.report()).not.toHaveProperty("reason");
});

test("sends the reason with the health of a device", async () => {
  await using field = await startFieldBench();
  const reasonIn = () => {
    const last = field.broker.published.findLast(({ edge, kind }) => edge === GATEWAY && kind === "health");
    const { devices = [] } = last ? healthMessage.parse(JSON.parse(last.payload)) : {};
    return devices.find(({ device }) => device === deviceOf.nut)?.reason;
  };
  await field.devices.nut.upsd[Symbol.asyncDispose]();
  await vi.waitFor(() => expect(reasonIn()).toBe("connection-refused"), { timeout: 15_000, interval: 50 });
});

test("accepts an unknown reason of a newer gateway", () => {
  const device = {
    device: "UPS-1",
    state: "offline",
    since: 1,
    missedPolls: 3,
    reason: "struck-by-lightning",
  };
  expect(healthMessage.parse({ at: 1, devices: [device] }).devices[0]).toMatchObject({ state: "offline" });
});
