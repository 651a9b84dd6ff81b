import type { Command, CommandBatch } from "@verandah/contract/commands/commands.ts";
import type { LightingDevice } from "@verandah/contract/legacy/lights.ts";
import type { Lights } from "@verandah/contract/lighting/lights.ts";
import { expect, test } from "vitest";

import { recordCommandResult } from "#features/commands/commands.service.ts";

import { bringUp } from "../../testing/benches/command-bench.ts";
import { startLights } from "../../testing/benches/lights-bench.ts";
import { addLights, aSite } from "../../testing/sites.ts";
import { startTestApp } from "../../testing/start-test-app.ts";

test("lists the lights of a floor, a zone and an area", async () => {
  await using site = await startLights();
  await site.app.measure("T-S1", "T-S1", { TEMPERATURE: 24 });
  for (const id of [site.floorId, site.zoneId, site.areaId]) {
    const reply = (await site.user.get(`/v1/gl_analytics/${id}/lights`)).json<Lights>();
    expect(reply.lights.map(({ name, state }) => [name, state])).toEqual([
      ["DALI 1", "online"],
      ["DALI 2", "unknown"],
      ["WAC 1", "online"],
    ]);
    expect(reply.lights[0]).toMatchObject({
      floorId: site.floorId,
      zoneId: site.zoneId,
      areaId: site.areaId,
    });
    expect(reply.zones.find((zone) => zone.id === site.zoneId)?.areas).toContainEqual({
      id: site.areaId,
      name: "Area 1",
    });
  }
  const other = await site.app.as("viewer");
  expect((await other.get("/v1/gl_analytics/999999/lights")).statusCode).toBe(404);
});

test("lists the failed lamps since the first value of their failure; an unknown lamp is not good", async () => {
  await using site = await startLights();
  const list = async (id = site.floorId) => site.user.get(`/v1/gl_analytics/${id}/failedlamps`);
  await site.app.measure("T-GW", "50d001", { lamp_failure: 0 });
  await site.app.measure("T-GW", "50ac01", { lamp_failure_1: 0, lamp_failure_2: 1 });
  expect((await list()).json()).toMatchObject({
    failed: [{ ssid: "50ac01", name: "WAC 1", channel: "2", zone: "Zone 1", area: "Area 1" }],
    // The second group never reported.
    unknown: 1,
    total: 4,
  });
  site.app.advance(10_000);
  const since = site.app.now().toISOString();
  await site.app.measure("T-GW", "50d001", { lamp_failure: 1 });
  site.app.advance(10_000);
  await site.app.measure("T-GW", "50d001", { lamp_failure: 1 });
  expect((await list()).json().failed[0]).toMatchObject({ ssid: "50d001", channel: null, since });
  site.app.advance(60_000);
  expect((await list()).json()).toMatchObject({ failed: [], unknown: 4 });
  expect((await list(999_999)).statusCode).toBe(404);
});

test("has the lights in the specification's format, with the source of the last command", async () => {
  await using site = await startLights();
  await site.user.post("/v1/lights/control", { type: "DALI", DALI: { mode: "auto", dali: ["50d001"] } });
  const reply = (await site.user.get(`/v1/lights/${site.zoneId}`)).json<{ lights: LightingDevice[] }>();
  expect(reply.lights).toMatchObject([
    {
      deviceType: "DALI_CONTROLLER",
      slaves: [{ mac: "50d001", status: "On", light_level: 60, cmd_data: "api", areaName: "Area 1" }],
    },
    {
      deviceType: "DALI_CONTROLLER",
      slaves: [{ mac: "50d002", status: "", light_level: null, cmd_data: null }],
    },
    {
      deviceType: "ANALOG_CONTROLLER",
      master: { mac: "50ac01", cmd: null, zoneId: site.zoneId },
      channels: [
        { name: "Channel 1", status: "Off", light_level: 0 },
        { name: "Channel 2", status: "Auto", light_level: 30 },
      ],
    },
  ]);
});

test.each([
  [1, ["light_level_sp_1"]],
  [3, ["light_level_sp_1"]],
  [4, ["light_level_sp_2"]],
  [5, ["light_level_sp_1", "light_level_sp_2"]],
])("channel %d of an analog controller commands %j, and the batch is confirmed", async (channel, points) => {
  await using site = await startLights();
  const change = { type: "WAC", WAC: { mode: "manual", intensity: 40, wac: [{ macId: "50ac01", channel }] } };
  const reply = (await site.user.post("/v1/lights/control", change)).json();
  expect(reply).toMatchObject({ message: "success", batchLength: points.length });
  const status = async () =>
    (
      await site.user.get(`/v1/lights/event_status?batchId=${reply.batchId}&batchLength=${points.length}`)
    ).json();
  expect(await status()).toEqual({ message: "pending" });
  await site.gateway.verifyAll();
  expect(await status()).toEqual({ message: "success" });
  const batch = (await site.user.get(`/v1/commands/batches/${reply.batchId}`)).json<CommandBatch>();
  expect(batch.commands.map((one) => [one.param_id, one.value])).toEqual(points.map((id) => [id, 40]));
});

test("a light that is offline is refused with the specification's text, and a failed light ends the batch", async () => {
  await using site = await startLights();
  const control = async (dali: string[]) =>
    (
      await site.user.post("/v1/lights/control", {
        type: "DALI",
        DALI: { mode: "manual", intensity: 0, dali },
      })
    ).json();
  expect(await control(["50d002"])).toMatchObject({ message: "Please connect to a network", batchLength: 0 });
  expect(await control(["none"])).toMatchObject({ message: "failure", batchLength: 0 });
  const { batchId, batchLength } = await control(["50d001", "50d002"]);
  expect(batchLength).toBe(1);
  await site.gateway.dispatch();
  const [sent] = site.gateway.sent;
  await site.gateway.answer(sent?.id ?? "", "failed", { failure: "not-verified", value: 60 });
  expect((await site.user.get(`/v1/lights/event_status?batchId=${batchId}`)).json()).toEqual({
    message: "failure",
  });
});

test.each([
  [{ type: "LED" }, "type"],
  [{ type: "DALI" }, "DALI"],
  [{ type: "DALI", DALI: { mode: "manual", dali: ["50d001"] } }, "intensity"],
  [{ type: "DALI", DALI: { mode: "manual", intensity: 101, dali: ["50d001"] } }, "DALI.intensity"],
  [{ type: "DALI", DALI: { mode: "manual", intensity: 50, dali: [] } }, "DALI.dali"],
  [{ type: "WAC", WAC: { mode: "auto", wac: [{ macId: "50ac01" }] } }, "WAC.wac.0.channel"],
  [{ type: "WAC", WAC: { mode: "auto", wac: [{ macId: "50ac01", channel: 6 }] } }, "WAC.wac.0.channel"],
])("refuses %j at %s", async (body, field) => {
  await using site = await startLights();
  const reply = await site.user.post("/v1/lights/control", body);
  expect([reply.statusCode, Object.keys(reply.json().fields ?? {})]).toEqual([400, [field]]);
});

test.each([
  [500, 200],
  [501, 400],
])("a change of %d groups is answered with %d", async (count, status) => {
  await using site = await startLights();
  const dali = Array.from({ length: count }, (_one, index) => `50d${index}`);
  const body = { type: "DALI", DALI: { mode: "auto", dali } };
  expect((await site.user.post("/v1/lights/control", body)).statusCode).toBe(status);
});

test("a batch with a light that was refused ends in a failure, one that names a light twice does not", async () => {
  await using site = await startLights();
  const endOf = async (dali: readonly string[], batchLength: number) => {
    const body = { type: "DALI", DALI: { mode: "manual", intensity: 50, dali } };
    const reply = (await site.user.post("/v1/lights/control", body)).json();
    expect(reply.batchLength).toBe(batchLength);
    await site.gateway.verifyAll();
    const query = `batchId=${reply.batchId}&batchLength=${batchLength}`;
    return (await site.user.get(`/v1/lights/event_status?${query}`)).json();
  };
  expect(await endOf(["50d001", "50d001"], 1)).toEqual({ message: "success" });
  expect(await endOf(["50d001", "none"], 1)).toEqual({ message: "failure" });
  expect(await endOf(["none"], 0)).toEqual({ message: "failure" });
});

test("viewers control no lights", async () => {
  await using site = await startLights();
  const viewer = await site.app.as("viewer");
  const body = { type: "DALI", DALI: { mode: "auto", dali: ["50d001"] } };
  expect((await viewer.post("/v1/lights/control", body)).statusCode).toBe(403);
});

test("the source of a light is its newest command, not the test of its emergency light", async () => {
  const site = addLights(aSite());
  site.devices
    .find(({ ssid }) => ssid === "50d001")
    ?.points.push({ paramId: "emergency_test", unit: "none", kind: "command", intervalMs: 10_000 });
  await using app = await startTestApp({ sites: [site] });
  await app.measure("T-GW", "50d001", { light_level: 60, light_mode: 0 });
  await bringUp(app);
  const user = await app.as("operator");
  const { rows } = await app.query("select id from locations where key = 'T/g'");
  const newest = async () =>
    (await user.get(`/v1/gl_analytics/${String(rows[0]?.["id"])}/lights`))
      .json<Lights>()
      .lights.find(({ ssid }) => ssid === "50d001")?.newestCommand;
  async function write(param_id: string) {
    await user.post("/v1/commands", { writes: [{ ssid: "50d001", param_id, value: 1 }] });
    // The answer of this moment is shared.
    app.advance(5_000);
  }
  await write("emergency_test");
  expect(await newest()).toBeNull();
  await write("light_level_sp");
  const at = (await newest())?.at;
  await write("emergency_test");
  expect((await newest())?.at).toBe(at);
  expect(at).toBeDefined();
});

test("a lamp that takes its command and stays off is not confirmed, and its value is an override that can be released", async () => {
  await using site = await startLights();
  const { app, user } = site;
  const gateway = await bringUp(app);
  await app.measure("T-GW", "50d001", { light_level: 0, light_mode: 0 });
  const writes = [{ ssid: "50d001", param_id: "light_level_sp", value: 100 }];
  const { commands } = (await user.post("/v1/commands", { writes })).json<{
    commands: { commandId: string }[];
  }>();
  const id = commands[0]?.commandId ?? "";
  const command = async () => (await user.get(`/v1/commands/${id}`)).json<Command>();
  await gateway.dispatch();
  // The gateway reads the command back from the lamp's controller.
  await recordCommandResult(app.ctx, gateway.gateway, { id, state: "verified", at: 0, value: 100 });
  await gateway.dispatch();
  expect((await command()).state).toBe("acknowledged");
  app.advance(1_000);
  await app.measure("T-GW", "50d001", { light_level: 0 });
  app.advance(39_000);
  await gateway.dispatch();
  expect(await command()).toMatchObject({ state: "failed", failure: "not-followed", readBack: 0 });
  const held = await user.get(`/v1/overrides?building=${app.places[0]?.buildingId}`);
  expect(held.json()).toMatchObject([{ ssid: "50d001", value: 100 }]);
});

test("a lamp is confirmed as soon as it follows, within its steps of dimming", async () => {
  await using site = await startLights();
  const { app, user } = site;
  const { gateway, dispatch } = await bringUp(app);
  await app.measure("T-GW", "50d001", { light_level: 0, light_mode: 0 });
  const writes = [{ ssid: "50d001", param_id: "light_level_sp", value: 40 }];
  const { commands } = (await user.post("/v1/commands", { writes })).json<{
    commands: { commandId: string }[];
  }>();
  const id = commands[0]?.commandId ?? "";
  const state = async () => (await user.get(`/v1/commands/${id}`)).json<Command>().state;
  await dispatch();
  await recordCommandResult(app.ctx, gateway, { id, state: "verified", at: 0, value: 40 });
  const states = [];
  for (const level of [10, 37.9, 38.2]) {
    app.advance(1_000);
    await app.measure("T-GW", "50d001", { light_level: level });
    await dispatch();
    states.push(await state());
  }
  expect(states).toEqual(["acknowledged", "acknowledged", "verified"]);
});

test("the results of many lights at once do not wait for each other", async () => {
  await using site = await startLights();
  const { app, user } = site;
  const { gateway, dispatch } = await bringUp(app);
  const writes = ["_1", "_2"].map((channel) => ({
    ssid: "50ac01",
    param_id: `light_level_sp${channel}`,
    value: 70,
  }));
  writes.push({ ssid: "50d001", param_id: "light_level_sp", value: 70 });
  const { commands } = (await user.post("/v1/commands", { writes })).json<{
    commands: { commandId: string }[];
  }>();
  await dispatch();
  const ids = commands.map(({ commandId }) => commandId);
  const results = ids.map((id) => ({ id, state: "verified" as const, at: 0, value: 70 }));
  for (let round = 0; round < 20; round += 1)
    await Promise.all(
      [...results, ...results.toReversed()].map((result) => recordCommandResult(app.ctx, gateway, result)),
    );
  const states = await Promise.all(
    ids.map(async (id) => (await user.get(`/v1/commands/${id}`)).json<Command>().state),
  );
  expect(states).toEqual(["acknowledged", "acknowledged", "acknowledged"]);
});
