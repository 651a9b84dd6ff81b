import { type DeviceProfile, deviceProfile } from "@verandah/field/protocols/protocols.ts";
import { startTestUnit } from "@verandah/simulator/testing/test-unit.ts";
import { expect, test } from "vitest";

import { profileOf } from "../device-profile.ts";
import { openBacnetBus } from "./bacnet/bacnet-bus.ts";
import { createBacnetDriver } from "./bacnet/bacnet-driver.ts";
import { convertUnits } from "./convert-units.ts";
import type { PointReading } from "./driver.ts";

const SETPOINT = "ahu_in_air_temperature_sp";
const SENSOR = "Return Air Temperature";
const soon = () => AbortSignal.timeout(10_000);

const fahrenheit: DeviceProfile = deviceProfile.parse({
  protocol: "bacnet",
  type: "AHU",
  points: [
    { id: SENSOR, object: ["analog-input", 1], unit: "degF", cov: 0.2 },
    { id: "CO2", object: ["analog-input", 3] },
    { id: SETPOINT, object: ["analog-value", 1], unit: "degF" },
  ],
});

/** An air handling unit whose controller uses °F, and a driver over real UDP. */
async function openBench() {
  const { device, measured } = await startTestUnit({});
  const bus = await openBacnetBus({ host: "127.0.0.1", port: 0, requestTimeoutMs: 500 });
  const profile = profileOf("bacnet", "fahrenheit", { own: { fahrenheit } });
  const inField = createBacnetDriver({ bus, address: device.address, profile, processId: 1 });
  return {
    inField,
    driver: convertUnits(inField),
    device,
    measured,
    async [Symbol.asyncDispose]() {
      await inField[Symbol.asyncDispose]();
      await bus[Symbol.asyncDispose]();
      await device[Symbol.asyncDispose]();
    },
  };
}

test("reads °F of the field as °C of the catalogue, and other points as they are", async () => {
  await using bench = await openBench();
  bench.measured[SENSOR] = 73.4;
  bench.measured["CO2"] = 640;
  const readings = await bench.driver.read([SENSOR, "CO2"], soon());
  expect(readings.map(({ value }) => value)).toEqual([23, 640]);
});

test("writes °C of the catalogue as °F of the field, and reads back °C", async () => {
  await using bench = await openBench();
  await bench.driver.write(SETPOINT, -5, 8, soon());
  expect(await bench.inField.readBack(SETPOINT, 8, soon())).toMatchObject({ presentValue: 23, held: 23 });
  expect(await bench.driver.readBack(SETPOINT, 8, soon())).toMatchObject({ presentValue: -5, held: -5 });
  const [slots] = (await bench.driver.readSlots?.(soon())) ?? [];
  expect(slots?.slots[7]).toBe(-5);
  await bench.driver.write(SETPOINT, null, 8, soon());
  expect(await bench.driver.readBack(SETPOINT, 8, soon())).toMatchObject({ held: null });
});

test("reports a change of the field in the catalogue's unit", async () => {
  await using bench = await openBench();
  const changed = Promise.withResolvers<PointReading>();
  await bench.driver.subscribe?.((reading) => {
    if (reading.value === 25) changed.resolve(reading);
  }, soon());
  bench.measured[SENSOR] = 77;
  bench.device.notify();
  expect((await changed.promise).pointId).toBe(SENSOR);
});
