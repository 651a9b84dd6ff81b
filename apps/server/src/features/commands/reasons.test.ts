import type { getReasons } from "@verandah/contract/commands/why.ts";
import type { ReplyOf } from "@verandah/contract/route.ts";
import { expect, test } from "vitest";

import { bringUp } from "../../testing/benches/command-bench.ts";
import { addLights, aDevice, aSite } from "../../testing/sites.ts";
import { startTestApp } from "../../testing/start-test-app.ts";

const setpoint = "ahu_in_air_temperature_sp";

async function start() {
  const site = addLights(aSite());
  site.devices.push(
    aDevice("SOLARPUMP", "T-PUMP", ["MotorStatus", "motor_on_off_sp"], { location: "T/g", edge: "T-GW" }),
  );
  const app = await startTestApp({ sites: [site] });
  const gateway = await bringUp(app);
  const user = await app.as("operator");
  const reasonsOf = async (ssid: string) =>
    (await user.get(`/v1/devices/${ssid}/why`)).json<ReplyOf<typeof getReasons>>();
  return {
    app,
    user,
    reasonsOf,
    reasonOf: async (ssid: string, paramId: string) =>
      (await reasonsOf(ssid)).points.find((point) => point.param_id === paramId),
    async write(ssid: string, param_id: string, value: number) {
      await user.post("/v1/commands", { writes: [{ ssid, param_id, value }] });
      await gateway.verifyAll();
    },
    /** A second later the device sends values. */
    show(ssid: string, values: Record<string, number>) {
      app.advance(1_000);
      return app.measure("T-GW", ssid, values);
    },
    refresh: gateway.refresh,
    [Symbol.asyncDispose]: () => app[Symbol.asyncDispose](),
  };
}

test("without a value of ours in force, the reason is the default of the device", async () => {
  await using bench = await start();
  expect(await bench.reasonOf("T-AHU", setpoint)).toEqual({
    param_id: setpoint,
    unit: "degC",
    value: 24,
    source: "default",
    name: null,
    priority: null,
    since: null,
    until: null,
  });
});

test("names the person whose value the reading shows, with its time and end", async () => {
  await using bench = await start();
  const at = bench.app.now().getTime();
  await bench.write("T-AHU", setpoint, 22);
  await bench.show("T-AHU", { [setpoint]: 22 });
  expect(await bench.reasonOf("T-AHU", setpoint)).toMatchObject({
    value: 22,
    source: "person",
    name: "operator",
    since: new Date(at).toISOString(),
    until: new Date(at + 4 * 3_600_000).toISOString(),
  });
});

test("a confirmed command that the reading contradicts is not the reason", async () => {
  await using bench = await start();
  await bench.write("T-AHU", setpoint, 22);
  await bench.show("T-AHU", { [setpoint]: 26 });
  expect(await bench.reasonOf("T-AHU", setpoint)).toMatchObject({ value: 26, source: "unknown", name: null });
});

test("names the schedule, unless a person's value is above it", async () => {
  await using bench = await start();
  await bench.write("T-AHU", setpoint, 22);
  await bench.app.query(
    "update command_batches set origin = 'schedule', origin_name = 'Lobby-AM', user_id = null",
  );
  await bench.app.query("update commands set priority = 16, user_id = null");
  await bench.show("T-AHU", { [setpoint]: 22 });
  expect(await bench.reasonOf("T-AHU", setpoint)).toMatchObject({ source: "schedule", name: "Lobby-AM" });
  await bench.write("T-AHU", setpoint, 21);
  await bench.show("T-AHU", { [setpoint]: 21 });
  expect(await bench.reasonOf("T-AHU", setpoint)).toMatchObject({ source: "person", name: "operator" });
});

test("another client's value is above all of ours", async () => {
  await using bench = await start();
  await bench.write("T-AHU", setpoint, 22);
  await bench.app.query(
    `insert into foreign_overrides (point_id, priority, value, since)
      select id, 5, 24, now() from points where param_id = '${setpoint}'`,
  );
  expect(await bench.reasonOf("T-AHU", setpoint)).toMatchObject({ source: "other-system", priority: 5 });
});

test("lamps in Auto follow their own sensor, and are on when any channel has light", async () => {
  await using bench = await start();
  await bench.show("50ac01", { light_level_1: 0, light_mode_1: 0, light_level_2: 40, light_mode_2: 1 });
  await bench.refresh();
  const { isOn, points } = await bench.reasonsOf("50ac01");
  expect(isOn).toBe(true);
  expect(points.map((point) => [point.param_id, point.value, point.source])).toEqual([
    ["light_level_sp_1", 0, "default"],
    ["light_level_sp_2", 40, "automatic"],
  ]);
  await bench.show("50d001", { light_level: 0, light_mode: 0 });
  await bench.refresh();
  expect((await bench.reasonsOf("50d001")).isOn).toBe(false);
});

test.each([
  { motor_on_off_sp: 1, MotorStatus: 1, expected: true },
  { motor_on_off_sp: 0, MotorStatus: 0, expected: false },
  { motor_on_off_sp: 1, MotorStatus: 0, expected: null },
])(
  "a pump with $motor_on_off_sp and motor $MotorStatus is on: $expected",
  async ({ expected, ...values }) => {
    await using bench = await start();
    await bench.show("T-PUMP", values);
    await bench.refresh();
    expect((await bench.reasonsOf("T-PUMP")).isOn).toBe(expected);
  },
);

test("a person who set a lamp to Auto is named, with the time and the end", async () => {
  await using bench = await start();
  await bench.show("50d001", { light_level: 60, light_mode: 0 });
  await bench.refresh();
  const at = bench.app.now().getTime();
  await bench.write("50d001", "light_mode_sp", 1);
  await bench.show("50d001", { light_level: 30, light_mode: 1 });
  expect(await bench.reasonOf("50d001", "light_level_sp")).toMatchObject({
    source: "automatic",
    name: "operator",
    since: new Date(at).toISOString(),
    until: new Date(at + 4 * 3_600_000).toISOString(),
  });
});

test("an old reading is unknown, and so is a device that is offline", async () => {
  await using bench = await start();
  await bench.write("T-AHU", setpoint, 24);
  bench.app.advance(10 * 60_000);
  await bench.refresh();
  expect(await bench.reasonOf("T-AHU", setpoint)).toMatchObject({ value: null, source: "unknown" });
  expect((await bench.reasonsOf("50d001")).isOn).toBeNull();
  expect((await bench.user.get("/v1/devices/NO-SUCH/why")).statusCode).toBe(404);
});
