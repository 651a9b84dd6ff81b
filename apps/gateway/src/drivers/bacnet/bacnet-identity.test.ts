import { bacnetProfile } from "@verandah/field/protocols/bacnet.ts";
import { startTestUnit } from "@verandah/simulator/testing/test-unit.ts";
import { expect, test, vi } from "vitest";

import { profileOf } from "../../device-profile.ts";
import { openAhuBench } from "../../testing/ahu-bench.ts";
import { REQUEST_TIMEOUT_MS } from "../../testing/driver-contract.ts";
import { type BacnetBus, openBacnetBus } from "./bacnet-bus.ts";
import { createBacnetDriver } from "./bacnet-driver.ts";
import { bindUdp } from "./guarded-transport.ts";

const profile = profileOf("bacnet", "bacnet-ahu");
const soon = () => AbortSignal.timeout(10_000);
const openBus = () => openBacnetBus({ host: "127.0.0.1", port: 0, requestTimeoutMs: REQUEST_TIMEOUT_MS });

test("rejects a device that took the address since the last poll, for reading and for writing", async () => {
  await using bus = await openBus();
  const { device } = await startTestUnit({ instance: 1_001 });
  const driver = createBacnetDriver({ bus, address: device.address, profile, instance: 1_001, processId: 1 });
  expect(await driver.read(["CO2"], soon())).toHaveLength(1);
  await device[Symbol.asyncDispose]();
  const { device: other } = await startTestUnit({ instance: 1_002, preferredPort: device.port });
  expect(other.address).toBe(device.address);
  const rejected = { failure: "refused", detail: `${device.address} is not device 1001` };
  await expect(driver.read(["CO2"], soon())).rejects.toMatchObject(rejected);
  await expect(driver.write("ahu_on_off_sp", 0, 8, soon())).rejects.toMatchObject(rejected);
  await expect(driver.readSlots?.(soon())).rejects.toMatchObject(rejected);
  await expect(driver.subscribe?.(() => {}, soon())).rejects.toMatchObject(rejected);
  expect(other.presentValues()["ahu_on_off_sp"]).toBe(10);
  await other[Symbol.asyncDispose]();
});

test("identifies a device in the request that reads it", async () => {
  await using bus = await openBus();
  const { device } = await startTestUnit({ instance: 1_001 });
  let requests = 0;
  const counting: BacnetBus = {
    ...bus,
    request(send, signal) {
      requests += 1;
      return bus.request(send, signal);
    },
  };
  const driver = createBacnetDriver({
    bus: counting,
    address: device.address,
    profile,
    instance: 1_001,
    processId: 1,
  });
  for (let poll = 0; poll < 3; poll++) expect(await driver.read(["CO2"], soon())).toHaveLength(1);
  expect(requests).toBe(3);
  await device[Symbol.asyncDispose]();
});

test("accepts a device that answers to any instance only with its own instance", async () => {
  const device = await bindUdp("127.0.0.1", 0);
  device.on("message", (request, from) => {
    // A ReadPropertyMultiple answer with the object identifier "device 7". Source: ASHRAE 135 §15.7, §20.2.14.
    const id = [0x02, 0x00, 0x00, 0x07];
    const apdu = [0x30, request[8] ?? 0, 0x0e, 0x0c, ...id, 0x1e, 0x29, 75, 0x4e, 0xc4, ...id, 0x4f, 0x1f];
    device.send(Buffer.from([0x81, 0x0a, 0, 6 + apdu.length, 1, 0, ...apdu]), from.port, from.address);
  });
  await using bus = await openBus();
  const address = `127.0.0.1:${device.address().port}`;
  const readAs = (instance: number) =>
    createBacnetDriver({ bus, address, profile, instance, processId: 1 }).read(["CO2"], soon());
  await expect(readAs(8)).rejects.toThrow("is not device 8");
  expect(await readAs(7)).toEqual([]);
  device.close();
});

test("a device that does not return its identity is unreachable, and is read again", async () => {
  await using bench = await openAhuBench();
  const { address, instance } = bench.device;
  const driver = createBacnetDriver({ bus: bench.bus, address, profile, instance, processId: 3 });
  bench.unplug();
  await expect(driver.read(["CO2"], soon())).rejects.toMatchObject({ failure: "unreachable" });
  bench.plug();
  expect(await driver.read(["CO2"], soon())).toHaveLength(1);
});

test("reads more objects than fit one frame with several requests", async () => {
  const ids = Array.from({ length: 170 }, (_, index) => `point ${index}`);
  const large = bacnetProfile.parse({
    protocol: "bacnet",
    points: ids.map((id, index) => ({ id, object: ["analog-input", index], unit: "degC" })),
  });
  const objects = ids.map((paramId, instance) => ({
    type: 0,
    instance,
    paramId,
    units: 62,
    covIncrement: 1,
  }));
  const { device } = await startTestUnit({ objects });
  await using bus = await openBus();
  const driver = createBacnetDriver({ bus, address: device.address, profile: large, processId: 1 });
  expect((await driver.read(ids, soon())).map((reading) => reading.pointId)).toEqual(ids);
  await device[Symbol.asyncDispose]();
});

test("a value has the seven digits of a REAL and no further digits", async () => {
  await using bench = await openAhuBench();
  bench.measure(21.3);
  expect((await bench.driver.read([bench.measured], soon()))[0]?.value).toBe(21.3);
});

test("a COV subscription lasts five minutes and is renewed at half; after disposal no change arrives", async () => {
  await using bench = await openAhuBench();
  const received: number[] = [];
  expect(await bench.driver.subscribe?.((reading) => received.push(reading.value), soon())).toBe(150_000);
  expect(bench.device.subscriptions).toBe(profile.points.filter((point) => point.cov !== undefined).length);
  bench.measure(28);
  await vi.waitFor(() => expect(received).toContain(28));
  await bench.driver[Symbol.asyncDispose]();
  bench.measure(31);
  await bench.driver.read([bench.measured], soon());
  expect(received).not.toContain(31);
});
