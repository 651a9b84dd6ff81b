import { Reliability, StatusFlags, StatusFlagsBitString } from "@bacnet-js/client";
import { bacnetProfile } from "@verandah/field/protocols/bacnet.ts";
import { startTestUnit } from "@verandah/simulator/testing/test-unit.ts";
import { expect, test, vi } from "vitest";

import { profileOf } from "../../device-profile.ts";
import { REQUEST_TIMEOUT_MS } from "../../testing/driver-contract.ts";
import { DriverError, type PointReading } from "../driver.ts";
import { type BacnetBus, openBacnetBus } from "./bacnet-bus.ts";
import { doubtOf } from "./bacnet-doubt.ts";
import { createBacnetDriver } from "./bacnet-driver.ts";

const RETURN_AIR = "Return Air Temperature";
const { FAULT, IN_ALARM, OUT_OF_SERVICE, OVERRIDDEN } = StatusFlags;
const soon = () => AbortSignal.timeout(10_000);
const openBus = () => openBacnetBus({ host: "127.0.0.1", port: 0, requestTimeoutMs: REQUEST_TIMEOUT_MS });

test.each<[StatusFlags[], number | undefined, string | undefined]>([
  [[], 0, undefined],
  [[IN_ALARM], 0, undefined],
  [[], undefined, undefined],
  [[FAULT], Reliability.NO_SENSOR, "no-sensor"],
  [[FAULT], Reliability.OVER_RANGE, "over-range"],
  [[FAULT], Reliability.UNDER_RANGE, "under-range"],
  [[FAULT], Reliability.OPEN_LOOP, "open-loop"],
  [[FAULT], Reliability.SHORTED_LOOP, "shorted-loop"],
  [[FAULT], Reliability.NO_OUTPUT, "no-output"],
  [[FAULT], Reliability.CONFIGURATION_ERROR, "wrong-configuration"],
  [[FAULT], Reliability.COMMUNICATION_FAILURE, "part-silent"],
  [[FAULT], Reliability.UNRELIABLE_OTHER, "fault"],
  [[FAULT], 300, "fault"],
  [[FAULT], undefined, "fault"],
  [[FAULT], 0, "fault"],
  [[], Reliability.NO_SENSOR, "no-sensor"],
  [[OVERRIDDEN], 0, "overridden"],
  [[FAULT, OVERRIDDEN], Reliability.NO_SENSOR, "no-sensor"],
  [[FAULT, OUT_OF_SERVICE], Reliability.NO_SENSOR, "out-of-service"],
])("flags %j with the reliability %s give the reason %s", (flags, reliability, doubt) => {
  expect(doubtOf(new StatusFlagsBitString(...flags), reliability)).toBe(doubt);
});

test("an object without flags, or with others than bits, is not doubted", () => {
  for (const flags of [undefined, null, 7, { value: "x" }, { value: [] }])
    expect(doubtOf(flags, undefined)).toBeUndefined();
});

/** A unit whose controller reports `status` about its return air temperature, and its driver. */
async function openDoubted() {
  const status = { flags: [FAULT], reliability: Reliability.NO_SENSOR };
  const statuses = { [RETURN_AIR]: status };
  const bus = await openBus();
  const { device, measured } = await startTestUnit({ statuses: () => statuses });
  const driver = createBacnetDriver({
    bus,
    address: device.address,
    profile: profileOf("bacnet", "bacnet-ahu"),
    processId: 1,
  });
  return {
    device,
    measured,
    driver,
    statuses,
    async [Symbol.asyncDispose]() {
      await driver[Symbol.asyncDispose]();
      await bus[Symbol.asyncDispose]();
      await device[Symbol.asyncDispose]();
    },
  };
}

test("reads why the controller does not vouch for a value, beside a value that it vouches for", async () => {
  await using bench = await openDoubted();
  const readings = await bench.driver.read([RETURN_AIR, "Supply Air Temperature"], soon());
  expect(readings).toEqual([
    { pointId: RETURN_AIR, value: 24.5, takenAt: expect.any(Number), doubt: "no-sensor" },
    { pointId: "Supply Air Temperature", value: 18, takenAt: expect.any(Number) },
  ]);
});

test("a notification has the reason of its flags, which is the last known one while the fault continues", async () => {
  await using bench = await openDoubted();
  const received: PointReading[] = [];
  const last = () => received.findLast(({ pointId }) => pointId === RETURN_AIR)?.doubt;
  await bench.driver.subscribe?.((reading) => received.push(reading), soon());
  await vi.waitFor(() => expect(last()).toBe("fault"));
  await bench.driver.read([RETURN_AIR], soon());
  bench.measured[RETURN_AIR] = 27;
  bench.device.notify();
  await vi.waitFor(() => expect(last()).toBe("no-sensor"));
  bench.statuses[RETURN_AIR] = { flags: [], reliability: Reliability.NO_FAULT_DETECTED };
  bench.device.notify();
  await vi.waitFor(() => expect(last()).toBeUndefined());
  bench.statuses[RETURN_AIR] = { flags: [OUT_OF_SERVICE], reliability: Reliability.NO_FAULT_DETECTED };
  bench.device.notify();
  await vi.waitFor(() => expect(last()).toBe("out-of-service"));
});

const shared = bacnetProfile.parse({
  protocol: "bacnet",
  points: [
    { id: "Setpoint", object: ["analog-value", 1], cov: 0.1, unit: "degC", write: [15, 35] },
    { id: "Fan", object: ["binary-input", 1], unit: "none" },
    { id: "Feedback", object: ["analog-value", 1], unit: "degC" },
  ],
});

const valuesOf = (readings: readonly PointReading[]) =>
  Object.fromEntries(readings.map(({ pointId, value }) => [pointId, value]));

test("two points on one object both get its value: in a read, in a notification and in a read-back", async () => {
  await using bus = await openBus();
  const { device } = await startTestUnit();
  const driver = createBacnetDriver({ bus, address: device.address, profile: shared, processId: 1 });
  expect(valuesOf(await driver.read(["Setpoint", "Fan", "Feedback"], soon()))).toEqual({
    Setpoint: 24,
    Fan: 1,
    Feedback: 24,
  });
  const received: PointReading[] = [];
  await driver.subscribe?.((reading) => received.push(reading), soon());
  await driver.write("Setpoint", 21, 8, soon());
  await vi.waitFor(() => expect(valuesOf(received)).toEqual({ Setpoint: 21, Feedback: 21 }));
  expect(await driver.readBack("Setpoint", 8, soon())).toMatchObject({ presentValue: 21, held: 21 });
  expect(await driver.readSlots?.(soon())).toMatchObject([{ pointId: "Setpoint", presentValue: 21 }]);
  await device[Symbol.asyncDispose]();
});

test("reads fewer objects at once from a device whose frames are short", async () => {
  await using bus = await openBus();
  const { device } = await startTestUnit();
  const sizes: number[] = [];
  const short: BacnetBus = {
    ...bus,
    request: (send, signal) =>
      bus.request((client, invokeId) => {
        const limited = Object.create(client, {
          readPropertyMultiple: {
            value: (...args: Parameters<typeof client.readPropertyMultiple>) => {
              sizes.push(args[1].length);
              if (args[1].length > 6) throw new Error("BacnetAbort - Reason:4");
              return client.readPropertyMultiple(...args);
            },
          },
        });
        return send(limited, invokeId);
      }, signal),
  };
  const profile = profileOf("bacnet", "bacnet-ahu");
  const driver = createBacnetDriver({ bus: short, address: device.address, profile, processId: 1 });
  const all = profile.points.map(({ id }) => id);
  expect(await driver.read(all, soon())).toHaveLength(19);
  expect(sizes).toEqual([19, 10, 5, 5, 5, 4]);
  expect(await driver.read(all, soon())).toHaveLength(19);
  expect(sizes.slice(6)).toEqual([5, 5, 5, 4]);
  await device[Symbol.asyncDispose]();
  await expect(driver.read(all, AbortSignal.timeout(50))).rejects.toBeInstanceOf(DriverError);
});
