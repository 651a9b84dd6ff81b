import { createSocket } from "node:dgram";

import { expect, test, vi } from "vitest";

import { profileOf } from "../../device-profile.ts";
import { openAhuBench } from "../../testing/ahu-bench.ts";
import { driverContract, REQUEST_TIMEOUT_MS } from "../../testing/driver-contract.ts";
import { DriverError } from "../driver.ts";
import { protocols } from "../protocols.ts";
import { openBacnetBus } from "./bacnet-bus.ts";
import { createBacnetDriver } from "./bacnet-driver.ts";
import { bindUdp } from "./guarded-transport.ts";

driverContract("BACnet", protocols.bacnet.capabilities, openAhuBench);

const soon = () => AbortSignal.timeout(10_000);

test("on is 10 and off is 0, although the object has active and inactive", async () => {
  await using bench = await openAhuBench();
  const read = async () => (await bench.driver.read(["ahu_on_off_sp"], soon()))[0]?.value;
  expect(await read()).toBe(10);
  await bench.driver.write("ahu_on_off_sp", 0, 8, soon());
  expect(await read()).toBe(0);
  await bench.driver.write("ahu_on_off_sp", 10, 8, soon());
  expect(await bench.driver.readBack("ahu_on_off_sp", 8, soon())).toMatchObject({
    presentValue: 10,
    held: 10,
  });
});

test("refuses a value between on and off, and the unit does not change", async () => {
  await using bench = await openAhuBench();
  for (const half of [5, 1, -10])
    await expect(bench.driver.write("ahu_on_off_sp", half, 8, soon())).rejects.toEqual(
      new DriverError("refused", { detail: `ahu_on_off_sp is on or off, not ${half}` }),
    );
  expect((await bench.driver.read(["ahu_on_off_sp"], soon()))[0]?.value).toBe(10);
});

test("retries after one lost packet, without a failure", async () => {
  await using bench = await openAhuBench();
  bench.unplug();
  setTimeout(() => bench.plug(), REQUEST_TIMEOUT_MS / 2);
  expect(await bench.driver.read([bench.measured], soon())).toHaveLength(1);
});

test("two hundred concurrent calls to a silent device all settle, and the bus serves other devices meanwhile", async () => {
  await using bench = await openAhuBench();
  await using live = await openAhuBench();
  bench.unplug();
  const other = createBacnetDriver({
    bus: bench.bus,
    address: live.device.address,
    profile: profileOf("bacnet", "bacnet-ahu"),
    processId: 2,
  });
  const silent = Array.from({ length: 200 }, () =>
    bench.driver.read([bench.measured], AbortSignal.timeout(4_000)),
  );
  const answered = other.read(["CO2"], soon());
  const settled = await Promise.allSettled(silent);
  expect(settled.every((one) => one.status === "rejected")).toBe(true);
  expect(await answered).toHaveLength(1);
  bench.plug();
  expect(await bench.driver.read([bench.measured], soon())).toHaveLength(1);
});

/** A ReadPropertyMultiple answer with the value 99 for analog-input 1. */
function forgedAnswer(invokeId: number): Buffer {
  const apdu = [
    0x30,
    invokeId,
    0x0e,
    0x0c,
    0,
    0,
    0,
    1,
    0x1e,
    0x29,
    85,
    0x4e,
    0x44,
    0x42,
    0xc6,
    0,
    0,
    0x4f,
    0x1f,
  ];
  return Buffer.from([0x81, 0x0a, 0, 6 + apdu.length, 1, 0, ...apdu]);
}

test("ignores an answer from another address", async () => {
  const asked = await bindUdp("127.0.0.1", 0);
  const otherDevice = await bindUdp("127.0.0.1", 0);
  await using bus = await openBacnetBus({ host: "127.0.0.1", port: 0, requestTimeoutMs: 1_000 });
  asked.on("message", (request, from) => {
    const invokeId = request[8] ?? 0;
    otherDevice.send(forgedAnswer(invokeId), from.port, from.address);
    setTimeout(() => {
      const intact = forgedAnswer(invokeId);
      intact.writeFloatBE(24.5, intact.length - 6);
      asked.send(intact, from.port, from.address);
    }, 50);
  });
  const driver = createBacnetDriver({
    bus,
    address: `127.0.0.1:${asked.address().port}`,
    profile: profileOf("bacnet", "bacnet-ahu"),
    processId: 1,
  });
  const [reading] = await driver.read(["Return Air Temperature"], soon());
  expect(reading?.value).toBe(24.5);
  expect(bus.counts.foreign).toBe(1);
  asked.close();
  otherDevice.close();
});

test("ignores notifications from another address", async () => {
  await using bench = await openAhuBench();
  await using otherDevice = await openAhuBench();
  const received: number[] = [];
  await bench.driver.subscribe?.((reading) => received.push(reading.value), soon());
  await vi.waitFor(() => expect(received.length).toBeGreaterThan(0));
  const other = createBacnetDriver({
    bus: bench.bus,
    address: otherDevice.device.address,
    profile: profileOf("bacnet", "bacnet-ahu"),
    processId: 1,
  });
  await other.subscribe?.(() => {}, soon());
  await other[Symbol.asyncDispose]();
  otherDevice.measure(31);
  bench.measure(27);
  await vi.waitFor(() => expect(received).toContain(27));
  expect(received).not.toContain(31);
});

test("counts ten thousand malformed packets and continues to read", async () => {
  const device = await openAhuBench();
  await using bench = device;
  const target = await new Promise<number>((done) => {
    const probe = createSocket("udp4");
    probe.bind(0, "127.0.0.1", () => {
      probe.once("message", (_packet, from) => {
        probe.close();
        done(from.port);
      });
      const driver = createBacnetDriver({
        bus: bench.bus,
        address: `127.0.0.1:${probe.address().port}`,
        profile: profileOf("bacnet", "bacnet-ahu"),
        processId: 9,
      });
      driver.read(["CO2"], AbortSignal.timeout(50)).catch(() => {});
    });
  });
  const sender = createSocket("udp4");
  let seed = 1;
  const next = () => (seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fffffff);
  for (let i = 0; i < 10_000; i++) {
    const packet = forgedAnswer(i & 0xff);
    for (let hit = 0; hit < 1 + (i % 5); hit++) packet[next() % packet.length] = next() & 0xff;
    const cut = packet.subarray(0, 1 + (next() % packet.length));
    await new Promise<void>((done) => sender.send(i % 2 ? packet : cut, target, "127.0.0.1", () => done()));
    // The receiver runs on the same thread: without a pause the kernel drops packets.
    if (i % 16 === 0) await new Promise((done) => setImmediate(done));
  }
  sender.close();
  await vi.waitFor(async () => expect(await bench.driver.read(["CO2"], soon())).toHaveLength(1), 5_000);
  const { malformed, foreign, segmented } = bench.bus.counts;
  expect(malformed + foreign + segmented).toBeGreaterThan(1_000);
});

test("the text of an error contains the device's error", async () => {
  await using bench = await openAhuBench();
  const error = await bench.driver
    .write("ahu_in_air_temperature_sp", 90, 8, soon())
    .catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(DriverError);
  expect(String(error)).toMatch(/refused: BacnetError - Class:2 - Code:37/);
});

test("rejects a device with another instance at the address, for reading and for writing", async () => {
  await using bench = await openAhuBench();
  const driverOf = (instance: number) =>
    createBacnetDriver({
      bus: bench.bus,
      address: bench.device.address,
      profile: profileOf("bacnet", "bacnet-ahu"),
      instance,
      processId: 3,
    });
  expect(await driverOf(bench.device.instance).read(["CO2"], soon())).toHaveLength(1);
  const otherDevice = driverOf(bench.device.instance + 1);
  await expect(otherDevice.read(["CO2"], soon())).rejects.toThrow("is not device 1002");
  await expect(otherDevice.write("ahu_on_off_sp", 0, 8, soon())).rejects.toThrow("is not device 1002");
  expect(bench.device.presentValues()["ahu_on_off_sp"]).toBe(10);
});
