import { foundDevice } from "@verandah/field/found-devices.ts";
import { ahuObjects } from "@verandah/simulator/devices/bacnet/ahu-objects.ts";
import { startTestBroker } from "@verandah/simulator/testing/start-test-broker.ts";
import { connectAsync } from "mqtt";
import { expect, test } from "vitest";

import type { ScanStep } from "../drivers/driver.ts";
import { DriverProcesses } from "../drivers/process/driver-processes.ts";
import { gatewaySettings } from "../settings.ts";
import { startUnit } from "../testing/ahu-bench.ts";
import { REQUEST_TIMEOUT_MS } from "../testing/driver-contract.ts";
import { firmwares } from "../testing/firmwares.ts";
import { openHttpBench } from "../testing/http-bench.ts";
import { METER_UNIT, openMeterBench } from "../testing/meter-bench.ts";
import { NUT_UPS, openNutBench } from "../testing/nut-bench.ts";
import { community, openUpsBench } from "../testing/ups-bench.ts";
import { scan } from "./scan.ts";

const settings = gatewaySettings.parse({
  ssid: "GW-1",
  dataDir: "/nowhere",
  uplink: { url: "mqtt://server:1883", password: "secret" },
  bacnet: { interface: "127.0.0.1", port: 0, requestTimeoutMs: 500 },
  snmp: { requestTimeoutMs: REQUEST_TIMEOUT_MS },
  devices: [],
});
const addressOf = (text: string) => {
  const [hosts = "", port = ""] = text.replace(/^\w+:\/\//, "").split(":");
  return { hosts, port: Number(port) };
};
const task = (of: object) => ({ settings: of, known: [], ratePerSecond: 1_000 });

/** All steps of a scan that ends by itself. */
async function stepsOf(
  protocol: Parameters<typeof scan>[0],
  of: Parameters<typeof scan>[1],
  signal = AbortSignal.timeout(60_000),
) {
  const processes = new DriverProcesses(() => undefined);
  const steps: ScanStep[] = [];
  for await (const step of scan(protocol, of, { settings, processes }, signal)) steps.push(step);
  await processes[Symbol.asyncDispose]();
  return steps;
}
const devicesOf = (steps: readonly ScanStep[]) => steps.flatMap(({ device = [] }) => device);

test("finds BACnet devices with name, units, values and what can be written, and the profile that fits", async () => {
  await using known = await startUnit(3_001);
  const names = ["Fan coil temperature", "Fan coil setpoint"];
  const other = ahuObjects.slice(0, 2).map((object, at) => ({ ...object, paramId: names[at] ?? "" }));
  await using foreign = await startUnit(3_002, other);
  const found = devicesOf(
    await stepsOf("bacnet", task({ addresses: [known.address, foreign.address], waitMs: 500 })),
  );
  expect(found).toMatchObject([
    {
      key: "3001",
      name: "Unit 3001",
      profile: "bacnet-ahu",
      address: { address: known.address, instance: 3_001 },
    },
    { key: "3002", model: "controller" },
  ]);
  expect(found[0]?.points.every(({ id, name }) => id === name)).toBe(true);
  expect(found[1]?.profile).toBeUndefined();
  expect(found[1]?.points[0]).toMatchObject({
    name: "Fan coil temperature",
    address: { object: ["analog-input", 1] },
    unit: "degC",
  });
  expect(new Set(found[0]?.points.map(({ isWritable }) => isWritable))).toEqual(new Set([true, false]));
});

test("a profile does not fit a device with the same names at other objects", async () => {
  const moved = ahuObjects.map((object) => ({ ...object, instance: object.instance + 100 }));
  await using renumbered = await startUnit(3_005, moved);
  const [found] = devicesOf(await stepsOf("bacnet", task({ addresses: [renumbered.address], waitMs: 500 })));
  expect(found?.points).toHaveLength(moved.length);
  expect(found?.profile).toBeUndefined();
});

test("a known BACnet device is not read again, and two with one instance are found with a remark", async () => {
  await using one = await startUnit(3_003);
  await using twin = await startUnit(3_003);
  await using known = await startUnit(3_004);
  const addresses = [one, twin, known].map(({ address }) => address);
  const steps = await stepsOf("bacnet", { ...task({ addresses, waitMs: 500 }), known: ["3004"] });
  const found = devicesOf(steps);
  expect(found.map(({ remarks }) => remarks.length)).toEqual([1, 1]);
  expect(new Set(found.map(({ key }) => key)).size).toBe(2);
  expect(steps.at(-1)).toMatchObject({ asked: 3, total: 3 });
});

test("finds a meter behind a unit id by the profile that fits", async () => {
  await using meter = await openMeterBench();
  const at = addressOf(meter.server.address);
  const steps = await stepsOf("modbus", task({ ...at, unitIds: [METER_UNIT] }));
  const [found] = devicesOf(steps);
  expect(found).toMatchObject({
    key: `${meter.server.address}/${METER_UNIT}`,
    profile: "modbus-energy-meter",
    address: { address: meter.server.address, unitId: METER_UNIT },
  });
  expect(found?.points.find(({ id }) => id === "Frequency")).toMatchObject({
    unit: "hertz",
    isWritable: false,
  });
});

test("finds a UPS by SNMP", async () => {
  await using bench = await openUpsBench(community);
  const at = addressOf(bench.agent.address);
  const [found] = devicesOf(await stepsOf("snmp", task({ ...at, access: community })));
  expect(found).toMatchObject({
    profile: "snmp-ups",
    address: { address: bench.agent.address, version: "2c" },
  });
});

test("finds each UPS of an upsd by name", async () => {
  await using bench = await openNutBench();
  const [found] = devicesOf(await stepsOf("nut", task(addressOf(bench.upsd.address))));
  expect(found).toMatchObject({ profile: "nut-ups", address: { address: bench.upsd.address, ups: NUT_UPS } });
});

test("finds a switch by the fields of its answer", async () => {
  await using bench = await openHttpBench();
  const [found] = devicesOf(await stepsOf("http", task(addressOf(bench.url))));
  expect(found).toMatchObject({ profile: "http-shelly-plus-pm", address: { url: bench.url } });
  expect(found?.points.find(({ id }) => id === "activePowerTotal")?.value).toBeTypeOf("number");
});

test("addresses without a device cost no more than their deadline, and a scan stops in the middle", async () => {
  const silent = await stepsOf("modbus", task({ hosts: "127.0.0.40-60", port: 9 }));
  expect(devicesOf(silent)).toEqual([]);
  expect(silent.at(-1)).toEqual({ asked: 21, total: 21 });
  const ending = new AbortController();
  const stopped = stepsOf(
    "http",
    { ...task({ hosts: "127.0.0.1-200", port: 9 }), ratePerSecond: 1 },
    ending.signal,
  );
  ending.abort();
  await expect(stopped).rejects.toThrow("aborted");
});

test("settings that the protocol does not accept are refused in words", async () => {
  await expect(stepsOf("modbus", task({ hosts: "192.168.1.0/8" }))).rejects.toThrow("at most 4096");
});

test("a BACnet device that stops answering costs one deadline, and the others are found", async () => {
  await using one = await startUnit(3_005);
  const other = await startUnit(3_006);
  const addresses = [one, other].map(({ address }) => address);
  const processes = new DriverProcesses(() => undefined);
  const steps: ScanStep[] = [];
  const work = scan(
    "bacnet",
    task({ addresses, waitMs: 500 }),
    { settings, processes },
    AbortSignal.timeout(60_000),
  );
  for await (const step of work) {
    // Both have answered the first question.
    if (step.asked === 0) await other[Symbol.asyncDispose]();
    steps.push(step);
  }
  await processes[Symbol.asyncDispose]();
  expect(devicesOf(steps).map(({ key }) => key)).toEqual(["3005"]);
  expect(steps.flatMap(({ silent = [] }) => silent)).toMatchObject([{ key: `3006 at ${other.address}` }]);
});

test("finds the devices that announce themselves at the site's broker, and reads known ones no more", async () => {
  await using broker = await startTestBroker();
  const sender = await connectAsync(broker.url);
  for (const [topic, payload] of [...firmwares.ESPHome, ...firmwares.Tasmota])
    await sender.publishAsync(topic, typeof payload === "string" ? payload : JSON.stringify(payload), {
      retain: true,
    });
  const site = { ...settings, mqtt: { ...settings.mqtt, url: broker.url } };
  const keysOf = async (known: string[]) => {
    const found: string[] = [];
    const of = { ...task({ waitMs: 1_000 }), known };
    const processes = new DriverProcesses(() => undefined);
    for await (const { device } of scan(
      "mqtt",
      of,
      { settings: site, processes },
      AbortSignal.timeout(60_000),
    ))
      if (device) found.push(foundDevice.parse(device).key);
    return found;
  };
  const keys = ["a4cf12fe0001", "A8032AB00001", "A8032AB00002", "A8032AB00003"];
  await expect.poll(() => keysOf([]), { timeout: 20_000 }).toEqual(keys);
  expect(await keysOf(keys.slice(0, 3))).toEqual(keys.slice(3));
  await sender.endAsync(true);
});

test("a scan without the site's broker fails with the reason", async () => {
  const site = { ...settings, mqtt: { ...settings.mqtt, url: "mqtt://127.0.0.1:9" } };
  const processes = new DriverProcesses(() => undefined);
  const steps = scan(
    "mqtt",
    task({ waitMs: 500 }),
    { settings: site, processes },
    AbortSignal.timeout(60_000),
  );
  await expect(steps.next()).rejects.toThrow("The broker mqtt://127.0.0.1:9 cannot be reached");
});
