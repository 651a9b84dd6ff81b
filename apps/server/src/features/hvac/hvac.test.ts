import type { Command } from "@verandah/contract/commands/commands.ts";
import type { DeviceEntry } from "@verandah/contract/devices/devices.ts";
import type { FedVav } from "@verandah/contract/hvac/hvac.ts";
import type { GraphData } from "@verandah/contract/telemetry/graph-data.ts";
import { expect, test } from "vitest";

import { recordCommandResult } from "#features/commands/commands.service.ts";
import { recordEdgeStatus, refreshDeviceStates } from "#features/devices/devices.service.ts";

import { edge } from "../../testing/benches/alarm-bench.ts";
import { bringUp } from "../../testing/benches/command-bench.ts";
import { aDevice, aSite } from "../../testing/sites.ts";
import { startTestApp } from "../../testing/start-test-app.ts";

const url = "/v1/gl_analytics/T-AHU/setpoints";
const rat = (value: unknown) => ({ param_id: "ahu_in_air_temperature_sp", param_value: value, user_id: 999 });

test("returns current readings and setpoints of a unit separately", async () => {
  await using app = await startTestApp({ now: "2026-01-05T08:00:00Z" });
  await bringUp(app);
  const user = await app.as("viewer");
  const ahu = (await user.get("/v1/gl_analytics/T-AHU/ahu")).json();
  expect(ahu.current[0]).toEqual({
    param_id: "Return Air Temperature",
    param_value: 24.2,
    measured_time: "2026-01-05T08:00:00.000Z",
    unit: "degC",
    quality: "good",
  });
  expect(ahu.current_sp.map((point: { param_id: string }) => point.param_id)).toEqual([
    "ahu_in_air_temperature_sp",
    "ahu_chilled_valve_sp",
    "ahu_on_off_sp",
  ]);
  expect((await user.get("/v1/gl_analytics/T-S1/ahu")).statusCode).toBe(404);
});

test("the last hour of a unit is keyed by point, with lists of instants and values", async () => {
  await using app = await startTestApp({ now: "2026-01-05T08:00:10Z" });
  await bringUp(app);
  await app.measure("T-GW", "T-AHU", { "Return Air Temperature": 23 }, 30 * 60_000);
  await app.measure("T-GW", "T-AHU", { "Return Air Temperature": 20 }, 61 * 60_000);
  const hour = (await (await app.as("viewer")).get("/v1/gl_analytics/T-AHU/ahu/lastHour")).json<GraphData>();
  expect(hour.graphData).toHaveLength(1);
  expect(hour.graphData[0]?.["Return Air Temperature"]).toEqual({
    measured_time: ["2026-01-05T07:30:00.000Z", "2026-01-05T08:00:00.000Z"],
    param_value: [23, 24.2],
  });
  expect(hour.graphData[0]?.["ahu_in_air_temperature_sp"]?.param_value).toEqual([24]);
  expect(hour.graphData[0]).not.toHaveProperty("health_latency");
});

test("a unit's boxes are those that it feeds by the site file", async () => {
  const site = aSite();
  const at = { location: "T/g", edge: "T-GW" };
  const vav = (ssid: string) => aDevice("VAV", ssid, ["CFM", "Design CFM"], at);
  site.devices.push({ ...vav("T-V10"), fedBy: "T-AHU" }, { ...vav("T-V2"), fedBy: "T-AHU" }, vav("T-V3"));
  await using app = await startTestApp({ sites: [site] });
  await bringUp(app);
  const user = await app.as("viewer");
  const vavs = (await user.get("/v1/gl_analytics/T-AHU/ahu/vavs")).json<FedVav[]>();
  expect(vavs.map(({ ssid }) => ssid)).toEqual(["T-V2", "T-V10"]);
  const floor = (await user.get(`/v1/gl_analytics/${app.places[0]?.buildingId}/devicemap?type=vav`)).json<
    DeviceEntry[]
  >();
  expect(floor.map(({ ssid, fedBy }) => [ssid, fedBy])).toEqual([
    ["T-V10", "T-AHU"],
    ["T-V2", "T-AHU"],
    ["T-V3", null],
  ]);
});

test("refuses a site file whose box names an unknown unit", async () => {
  const site = aSite();
  site.devices.push({
    ...aDevice("VAV", "T-V1", ["CFM"], { location: "T/g", edge: "T-GW" }),
    fedBy: "T-NONE",
  });
  await expect(startTestApp({ sites: [site] })).rejects.toThrow("No device T-NONE that feeds others");
});

test("a setpoint is accepted, sent, acknowledged and verified at a person's priority, with an audit", async () => {
  await using app = await startTestApp({ now: "2026-01-05T08:00:00Z" });
  const { gateway, sent, dispatch } = await bringUp(app);
  const user = await app.as("operator");
  const answer = await user.post(url, rat(22));
  expect(answer.json()).toEqual({ message: "ACCEPTED", commandId: expect.any(String) });
  const id = answer.json<{ commandId: string }>().commandId;
  const state = async () => (await user.get(`/v1/commands/${id}`)).json<Command>();
  expect(await state()).toMatchObject({ state: "accepted", value: 22, priority: 8 });

  await dispatch();
  expect(sent).toEqual([
    {
      id,
      device: "T-AHU",
      point: "ahu_in_air_temperature_sp",
      value: 22,
      priority: 8,
      expiresAt: Date.parse("2026-01-05T08:00:40Z"),
      until: Date.parse("2026-01-05T12:00:00Z"),
    },
  ]);
  expect((await state()).state).toBe("sent");
  await recordCommandResult(app.ctx, gateway, { id, state: "acknowledged", at: 0 });
  expect((await state()).state).toBe("acknowledged");
  await recordCommandResult(app.ctx, gateway, { id, state: "verified", at: 0, value: 22 });
  expect(await state()).toMatchObject({
    state: "verified",
    readBack: 22,
    endedAt: "2026-01-05T08:00:00.000Z",
  });

  const entry = await app.db
    .selectFrom("audit")
    .selectAll()
    .where("action", "=", "command")
    .executeTakeFirstOrThrow();
  expect(entry).toMatchObject({
    userId: user.session.user.id,
    target: "point:T-AHU/ahu_in_air_temperature_sp",
    before: { value: 24 },
    after: { value: 22, priority: 8, commandId: id, batchId: expect.any(String), origin: "api" },
  });
});

test.each([
  [14.9, 422],
  [15, 200],
  [35, 200],
  [35.1, 422],
])("a return air setpoint of %f returns %i", async (value, status) => {
  await using app = await startTestApp();
  await bringUp(app);
  expect((await (await app.as("operator")).post(url, rat(value))).statusCode).toBe(status);
});

test.each([
  [-0.1, 422],
  [0, 200],
  [100, 200],
  [100.1, 422],
])("a valve's setpoint of %f, with the range of its point, returns %i", async (value, status) => {
  await using app = await startTestApp();
  await bringUp(app);
  const command = { param_id: "ahu_chilled_valve_sp", param_value: value };
  expect((await (await app.as("operator")).post(url, command)).statusCode).toBe(status);
});

test.each([
  [0, 200, undefined],
  [10, 200, undefined],
  [5, 422, "Allowed values are 10 (on) and 0 (off)."],
  [1, 422, "Allowed values are 10 (on) and 0 (off)."],
  [11, 422, "Allowed values are 10 (on) and 0 (off)."],
])("an on/off command of %f returns %i and the allowed values", async (value, status, title) => {
  await using app = await startTestApp();
  await bringUp(app);
  const command = { param_id: "ahu_on_off_sp", param_value: value };
  const answer = await (await app.as("operator")).post(url, command);
  expect([answer.statusCode, answer.json().title]).toEqual([status, title]);
});

test.each([
  ["22", "A number"],
  [null, "A number"],
  [undefined, "field cannot be empty"],
])("a setpoint of %j is refused: %s", async (value, error) => {
  await using app = await startTestApp();
  await bringUp(app);
  const answer = await (await app.as("operator")).post(url, rat(value));
  expect([answer.statusCode, answer.json().fields]).toEqual([400, { param_value: error }]);
  expect(await app.db.selectFrom("commands").selectAll().execute()).toEqual([]);
});

test.each(["gateway", "unit"])(
  "while its %s is offline a command is refused with the specification's text, and not queued",
  async (offlinePart) => {
    await using app = await startTestApp();
    const { gateway } = await bringUp(app);
    if (offlinePart === "gateway") await recordEdgeStatus(app.ctx, gateway, { state: "offline", at: 0 });
    else app.advance(30_001);
    await refreshDeviceStates(app.ctx);
    const answer = await (await app.as("operator")).post(url, rat(22));
    expect([answer.statusCode, answer.json().message]).toEqual([502, "please connect to network"]);
    expect(await app.db.selectFrom("commands").selectAll().execute()).toEqual([]);
  },
);

test("a reading cannot be written, and viewers write nothing", async () => {
  await using app = await startTestApp();
  await bringUp(app);
  const reading = { param_id: "Return Air Temperature", param_value: 20 };
  expect((await (await app.as("operator")).post(url, reading)).json().code).toBe("point-not-writable");
  expect((await (await app.as("viewer")).post(url, rat(22))).statusCode).toBe(403);
});

test("the newest command supersedes the one before it", async () => {
  await using app = await startTestApp();
  const { sent, dispatch } = await bringUp(app);
  const user = await app.as("operator");
  const first = (await user.post(url, rat(21))).json<{ commandId: string }>().commandId;
  await user.post(url, rat(23));
  await dispatch();
  expect(sent.map((message) => message.value)).toEqual([23]);
  expect((await user.get(`/v1/commands/${first}`)).json<Command>().state).toBe("superseded");
});

test("of commands at the same moment one stays open", async () => {
  await using app = await startTestApp();
  const { sent, dispatch } = await bringUp(app);
  const user = await app.as("operator");
  await Promise.all(Array.from({ length: 40 }, (_, at) => user.post(url, rat(20 + (at % 10)))));
  await dispatch();
  expect(sent).toHaveLength(1);
});

test("ignores an edge's result of another edge's command", async () => {
  await using app = await startTestApp();
  const { dispatch } = await bringUp(app);
  const user = await app.as("operator");
  const id = (await user.post(url, rat(21))).json<{ commandId: string }>().commandId;
  await dispatch();
  const other = await edge(app, "T-S1");
  await recordCommandResult(app.ctx, other, { id, state: "verified", at: 0, value: 21 });
  expect((await user.get(`/v1/commands/${id}`)).json<Command>().state).toBe("sent");
});

test("sends a command event to its own campus only", async () => {
  await using app = await startTestApp({ sites: [aSite("T"), aSite("O", "Other Campus")] });
  await bringUp(app);
  const user = await app.as("operator");
  const { commandId } = (await user.post(url, rat(22))).json<{ commandId: string }>();
  expect((await user.get(`/v1/commands/${commandId}`)).statusCode).toBe(200);
  const stranger = await app.as("other-operator");
  expect((await stranger.get(`/v1/commands/${commandId}`)).statusCode).toBe(404);
});
