import type { AcceptedBatch } from "@verandah/contract/commands/commands.ts";
import type { getDevice } from "@verandah/contract/devices/devices.ts";
import type { ReplyOf } from "@verandah/contract/route.ts";
import type { DeviceReadings } from "@verandah/contract/telemetry/telemetry.ts";
import { expect, test } from "vitest";

import { bringUp } from "./testing/benches/command-bench.ts";
import { startTestApp } from "./testing/start-test-app.ts";
import { aReading, startTestIngest } from "./testing/start-test-ingest.ts";

const SETPOINT = "ahu_in_air_temperature_sp";

async function startLinked() {
  const app = await startTestApp();
  await bringUp(app);
  const field = await startTestIngest(app);
  const gateway = await field.connect("T-GW");
  const user = await app.as("operator");
  let seq = 0;
  return {
    app,
    user,
    counts: field.ingest.writer.counts,
    /** The first status of a connection, with the unit of a point. */
    name: (unit: string, point = SETPOINT) =>
      gateway.publish("status", {
        state: "online",
        at: app.now().getTime(),
        units: [{ devices: ["T-AHU", "T-NONE"], points: { [point]: unit, "no such point": "degC" } }],
      }),
    measure(value: number) {
      app.advance(1_000);
      seq += 1;
      return gateway.publish("readings", aReading("T-AHU", SETPOINT, app.now().getTime(), value, seq));
    },
    async shown(paramId = SETPOINT) {
      const [latest] = (await user.get("/v1/telemetry/latest?devices=T-AHU")).json<DeviceReadings[]>();
      const device = (await user.get("/v1/gl_analytics/T-AHU/device")).json<ReplyOf<typeof getDevice>>();
      const reading = latest?.values.find(({ param_id: id }) => id === paramId);
      const point = device.points.find(({ param_id: id }) => id === paramId);
      return { value: reading?.param_value, quality: reading?.quality, sentUnit: point?.sentUnit };
    },
    async [Symbol.asyncDispose]() {
      await field[Symbol.asyncDispose]();
      await app[Symbol.asyncDispose]();
    },
  };
}

test("refuses a point whose gateway names another unit, also the readings that follow at once, until the units agree", async () => {
  await using site = await startLinked();
  await site.measure(21);
  expect(await site.shown()).toEqual({ value: 21, quality: "good", sentUnit: undefined });

  await Promise.all([site.name("degF"), site.measure(30.4)]);
  expect(await site.shown()).toEqual({ value: null, quality: "missing", sentUnit: "degF" });
  expect(site.counts).toMatchObject({ otherUnit: 1 });
  const { refused } = (
    await site.user.post("/v1/commands", {
      writes: [{ ssid: "T-AHU", param_id: SETPOINT, value: 22 }],
    })
  ).json<AcceptedBatch>();
  expect(refused).toMatchObject([{ code: "point-not-writable" }]);

  await site.name("degC");
  await site.measure(21.5);
  expect(await site.shown()).toEqual({ value: 21.5, quality: "good", sentUnit: undefined });
});

test.each([
  ["its own unit", SETPOINT, "degC", undefined],
  ["an unknown unit", SETPOINT, "no such unit", "no such unit"],
  ["another unit of the same symbol", "ahu_chilled_valve_sp", "percentRh", undefined],
])("a point that is sent in %s is compared by the symbol", async (_what, paramId, unit, sentUnit) => {
  await using site = await startLinked();
  await site.name(unit, paramId);
  expect((await site.shown(paramId)).sentUnit).toBe(sentUnit);
});
