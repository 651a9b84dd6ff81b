import { createSocket } from "node:dgram";

import {
  ApplicationTag,
  ASN1_ARRAY_ALL,
  type BACNetObjectID,
  type BACNetPropertyID,
  ErrorCode,
  ObjectType,
  PropertyIdentifier,
} from "@bacnet-js/client";
import { expect, test, vi } from "vitest";

import { chance } from "../../physics/surroundings/noise.ts";
import { fanCommand, ratSetpoint, returnAir, startBacnetBench } from "../../testing/bacnet-bench.ts";
import { ahuObjects } from "./ahu-objects.ts";

const P = PropertyIdentifier;

test("only the device whose instance is in the range answers Who-Is with I-Am", async () => {
  await using bus = await startBacnetBench();
  const answered: number[] = [];
  bus.client.on("iAm", ({ payload }) => answered.push(payload.deviceId));
  bus.client.whoIs(bus.to, { lowLimit: 2_000, highLimit: 3_000 });
  bus.client.whoIs(bus.to, { lowLimit: 1_000, highLimit: 1_100 });
  bus.client.whoIs(bus.to);
  await vi.waitFor(() => expect(answered).toEqual([1_001, 1_001]));
});

test("returns the object list element by element, and an error for an index beyond it", async () => {
  await using bus = await startBacnetBench();
  const self = { type: ObjectType.DEVICE, instance: 1_001 };
  const at = async (arrayIndex: number) =>
    (await bus.client.readProperty(bus.to, self, P.OBJECT_LIST, { arrayIndex })).values[0]?.value;
  expect(await at(0)).toBe(ahuObjects.length + 1);
  expect(await at(1)).toEqual(self);
  expect(await at(2)).toEqual({ type: ahuObjects[0]?.type, instance: ahuObjects[0]?.instance });
  await expect(at(ahuObjects.length + 2)).rejects.toThrow(`Code:${ErrorCode.INVALID_ARRAY_INDEX}`);
});

test("the wildcard device instance reads the addressed device", async () => {
  await using bus = await startBacnetBench();
  const reply = await bus.client.readProperty(
    bus.to,
    { type: ObjectType.DEVICE, instance: 4_194_303 },
    P.OBJECT_NAME,
  );
  expect(reply.values[0]?.value).toBe("AHU F0.1");
});

test("ReadPropertyMultiple answers all points at once, and an unknown property as an error beside them", async () => {
  await using bus = await startBacnetBench();
  const asked: { objectId: BACNetObjectID; properties: BACNetPropertyID[] }[] = [
    { objectId: returnAir, properties: [{ id: P.PRESENT_VALUE, index: ASN1_ARRAY_ALL }] },
    { objectId: returnAir, properties: [{ id: P.PRIORITY_ARRAY, index: ASN1_ARRAY_ALL }] },
    {
      objectId: { type: ObjectType.ANALOG_INPUT, instance: 77 },
      properties: [{ id: P.PRESENT_VALUE, index: ASN1_ARRAY_ALL }],
    },
  ];
  const reply = await bus.client.readPropertyMultiple(bus.to, asked);
  const [rat, noArray, noObject] = reply.values.map((answer) => answer.values[0]?.value[0]);
  expect(rat?.value).toBeCloseTo(24.5, 4);
  expect(noArray?.value).toMatchObject({ errorCode: ErrorCode.UNKNOWN_PROPERTY });
  expect(noObject?.value).toMatchObject({ errorCode: ErrorCode.UNKNOWN_OBJECT });
});

test("refuses an answer longer than a frame without a crash", async () => {
  await using bus = await startBacnetBench();
  const asked = Array.from({ length: 60 }, () => ({
    objectId: ratSetpoint,
    properties: [{ id: P.PRIORITY_ARRAY, index: ASN1_ARRAY_ALL }],
  }));
  await expect(bus.client.readPropertyMultiple(bus.to, asked)).rejects.toThrow("BacnetError");
  expect(await bus.present(ratSetpoint)).toBe(24);
});

test("the highest priority is in force; each release puts the next one in force, at last the default", async () => {
  await using bus = await startBacnetBench();
  await bus.write(ratSetpoint, 26, 16);
  expect(await bus.present(ratSetpoint)).toBe(26);
  await bus.write(ratSetpoint, 22, 8);
  expect(await bus.present(ratSetpoint)).toBe(22);
  await bus.write(ratSetpoint, 25, 16);
  expect(await bus.present(ratSetpoint)).toBe(22);
  await bus.write(ratSetpoint, null, 8);
  expect(await bus.present(ratSetpoint)).toBe(25);
  await bus.write(ratSetpoint, null, 16);
  expect(await bus.present(ratSetpoint)).toBe(24);
});

test("returns the priority array as a whole and by index", async () => {
  await using bus = await startBacnetBench();
  await bus.write(ratSetpoint, 22, 8);
  await bus.write(ratSetpoint, 23, 1);
  const slots = await bus.slots(ratSetpoint);
  expect(slots).toHaveLength(16);
  expect([slots[0], slots[7], slots[15]]).toEqual([23, 22, null]);
  const one = await bus.client.readProperty(bus.to, ratSetpoint, P.PRIORITY_ARRAY, { arrayIndex: 8 });
  expect(one.values[0]?.value).toBe(22);
});

test("refuses priority 6, and nothing changes", async () => {
  await using bus = await startBacnetBench();
  await expect(bus.write(ratSetpoint, 22, 6)).rejects.toThrow(`Code:${ErrorCode.WRITE_ACCESS_DENIED}`);
  expect(await bus.present(ratSetpoint)).toBe(24);
});

test.each([14.9, 35.1, Number.NaN])("a setpoint of %d is out of range", async (value) => {
  await using bus = await startBacnetBench();
  await expect(bus.write(ratSetpoint, value, 8)).rejects.toThrow(`Code:${ErrorCode.VALUE_OUT_OF_RANGE}`);
  expect(await bus.present(ratSetpoint)).toBe(24);
});

test.each([15, 35])("accepts a setpoint of %d", async (value) => {
  await using bus = await startBacnetBench();
  await bus.write(ratSetpoint, value, 8);
  expect(await bus.present(ratSetpoint)).toBe(value);
});

test("an input, another property and an unknown object cannot be written", async () => {
  await using bus = await startBacnetBench();
  await expect(bus.write(returnAir, 20, 8)).rejects.toThrow(`Code:${ErrorCode.WRITE_ACCESS_DENIED}`);
  await expect(
    bus.client.writeProperty(
      bus.to,
      ratSetpoint,
      P.RELINQUISH_DEFAULT,
      [{ type: ApplicationTag.REAL, value: 20 }],
      { priority: 8 },
    ),
  ).rejects.toThrow(`Code:${ErrorCode.WRITE_ACCESS_DENIED}`);
  await expect(bus.write({ type: ObjectType.ANALOG_VALUE, instance: 99 }, 20, 8)).rejects.toThrow(
    `Code:${ErrorCode.UNKNOWN_OBJECT}`,
  );
  await expect(
    bus.client.writeProperty(
      bus.to,
      ratSetpoint,
      P.PRESENT_VALUE,
      [{ type: ApplicationTag.CHARACTER_STRING, value: "warm" }],
      { priority: 8 },
    ),
  ).rejects.toThrow(`Code:${ErrorCode.INVALID_DATA_TYPE}`);
});

test("the commands of the physics follow the priority arrays", async () => {
  await using bus = await startBacnetBench();
  await bus.write(fanCommand, 0, 8, ApplicationTag.ENUMERATED);
  await bus.write(ratSetpoint, 22.5, 8);
  expect(bus.device.commands()).toEqual({ ahu_on_off_sp: 0, ahu_in_air_temperature_sp: 22.5 });
  expect(bus.device.presentValues()).toMatchObject({ ahu_on_off_sp: 0, ahu_in_air_temperature_sp: 22.5 });
});

test("a device with the silent fault sends no answer, and keeps its values", async () => {
  let isSilent = false;
  await using bus = await startBacnetBench({ isSilent: () => isSilent });
  await bus.write(ratSetpoint, 22, 8);
  isSilent = true;
  await expect(bus.present(ratSetpoint)).rejects.toThrow("ERR_TIMEOUT");
  isSilent = false;
  expect(await bus.present(ratSetpoint)).toBe(22);
});

test("loses its priority arrays and subscriptions when it restarts", async () => {
  await using bus = await startBacnetBench();
  await bus.write(ratSetpoint, 22, 8);
  await bus.client.subscribeCov(bus.to, ratSetpoint, 1, false, false, 60, {});
  expect(bus.device.subscriptions).toBe(1);
  bus.device.restart();
  expect(await bus.present(ratSetpoint)).toBe(24);
  expect((await bus.slots(ratSetpoint)).every((slot) => slot === null)).toBe(true);
  expect(bus.device.subscriptions).toBe(0);
});

test("a device that ignores writes still acknowledges them", async () => {
  await using bus = await startBacnetBench({ ignoresWrites: () => true });
  await bus.write(ratSetpoint, 22, 8);
  expect(await bus.present(ratSetpoint)).toBe(24);
});

test("uses another port if the preferred one is in use", async () => {
  await using bus = await startBacnetBench();
  const port = Number(bus.device.address.split(":")[1]);
  await using other = await startBacnetBench({ preferredPort: port });
  expect(other.device.address).not.toBe(bus.device.address);
  expect(await other.present(ratSetpoint)).toBe(24);
});

test("still answers after ten thousand malformed packets", async () => {
  await using bus = await startBacnetBench();
  const socket = createSocket("udp4");
  const port = Number(bus.device.address.split(":")[1]);
  const whole = Buffer.from([0x81, 0x0a, 0, 17, 1, 4, 0, 5, 1, 12, 12, 0, 0, 0, 1, 25, 85]);
  for (let i = 0; i < 10_000; i++) {
    const packet = i % 2 === 0 ? Buffer.from(whole.subarray(0, 1 + (i % whole.length))) : Buffer.from(whole);
    for (let hit = 0; hit < 1 + (i % 4); hit++)
      packet[Math.floor(chance(i, hit) * packet.length)] = Math.floor(chance(hit, i) * 256);
    await new Promise<void>((done) => socket.send(packet, port, "127.0.0.1", () => done()));
    // The device runs on the same thread: without a pause the kernel drops packets.
    if (i % 16 === 0) await new Promise((done) => setImmediate(done));
  }
  socket.close();
  await vi.waitFor(async () => expect(await bus.present(ratSetpoint)).toBe(24), 5_000);
  expect(bus.device.malformed).toBeGreaterThan(0);
});
