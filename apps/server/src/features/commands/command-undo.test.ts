import type { AcceptedBatch } from "@verandah/contract/commands/commands.ts";
import type { Override } from "@verandah/contract/commands/overrides.ts";
import { expect, test } from "vitest";

import { bringUp } from "../../testing/benches/command-bench.ts";
import { addLights, aSite } from "../../testing/sites.ts";
import { startTestApp } from "../../testing/start-test-app.ts";

const point = { ssid: "T-AHU", param_id: "ahu_in_air_temperature_sp" };
const until = "2026-01-05T10:00:00.000Z";

async function begin() {
  const app = await startTestApp({
    now: "2026-01-05T08:00:00Z",
    sites: [aSite("T"), aSite("O", "Other Campus")],
  });
  const gateway = await bringUp(app);
  const user = await app.as("operator");
  /** Sends a value, verifies it, and lets a second pass. @returns the id of its batch */
  async function write(value: number | null, more: object = {}, by = user): Promise<string> {
    const sent = await by.post("/v1/commands", { writes: [{ ...point, value }], ...more });
    await gateway.verifyAll();
    app.advance(1_000);
    return sent.json<AcceptedBatch>().batchId;
  }
  return {
    app,
    gateway,
    user,
    write,
    undo: (id: string, by = user) => by.post(`/v1/commands/batches/${id}/undo`, {}),
    overrides: async () =>
      (await user.get(`/v1/overrides?building=${app.places[0]?.buildingId}`)).json<Override[]>(),
    [Symbol.asyncDispose]: () => app[Symbol.asyncDispose](),
  };
}

test("an undo writes the replaced value of a person again, until its own end and with its reason", async () => {
  await using field = await begin();
  await field.write(22, { until, reason: "Too warm" });
  const batch = await field.write(20);
  const answer = await field.undo(batch);
  expect(answer.json()).toEqual({ message: "ACCEPTED", points: 1, refused: [] });
  await field.gateway.verifyAll();
  expect(await field.overrides()).toMatchObject([{ value: 22, until, reason: "Too warm" }]);
  const audit = await field.app.query("select target, after from audit where action = 'undo-commands'");
  expect(audit.rows).toEqual([{ target: `command-batch:${batch}`, after: { points: 1 } }]);
});

test("an undo releases a point that no person held, or whose value has ended", async () => {
  await using field = await begin();
  await field.undo(await field.write(22));
  await field.gateway.verifyAll();
  expect(field.gateway.sent.at(-1)).toMatchObject({ value: null, priority: 8 });
  expect(await field.overrides()).toEqual([]);
  field.app.advance(1_000);
  await field.write(23, { until: new Date(field.app.now().getTime() + 10_000).toISOString() });
  const batch = await field.write(20);
  field.app.advance(10_000);
  await field.undo(batch);
  await field.gateway.verifyAll();
  expect(field.gateway.sent.at(-1)).toMatchObject({ value: null });
});

test("the undo of a release gives the override back", async () => {
  await using field = await begin();
  await field.write(22, { until });
  const released = await field.user.post("/v1/overrides/release", point);
  await field.gateway.verifyAll();
  expect(await field.overrides()).toEqual([]);
  field.app.advance(1_000);
  await field.undo(released.json<{ batchId: string }>().batchId);
  await field.gateway.verifyAll();
  expect(await field.overrides()).toMatchObject([{ value: 22, until }]);
});

test("an undo while its command is under way supersedes it", async () => {
  await using field = await begin();
  await field.write(22, { until });
  const sent = await field.user.post("/v1/commands", { writes: [{ ...point, value: 20 }] });
  await field.gateway.dispatch();
  field.app.advance(1_000);
  await field.undo(sent.json<AcceptedBatch>().batchId);
  await field.gateway.verifyAll();
  expect(await field.overrides()).toMatchObject([{ value: 22, until }]);
});

test("a newer command, a second undo, another user's and an old batch are refused, and nothing is sent", async () => {
  await using field = await begin();
  const { app, gateway, undo, write } = field;
  const late = { status: 409, message: "It is too late to undo this." };
  const first = await write(22);
  const other = await write(23, {}, await app.as("administrator"));
  for (const id of [first, other]) expect((await undo(id)).json()).toMatchObject(late);
  const own = await write(21);
  expect((await undo(own)).statusCode).toBe(200);
  await gateway.verifyAll();
  app.advance(1_000);
  expect((await undo(own)).json()).toMatchObject(late);
  const old = await write(20);
  app.advance(60_000);
  const count = gateway.sent.length;
  expect((await undo(old)).json()).toMatchObject(late);
  expect((await undo(old, await app.as("viewer"))).statusCode).toBe(403);
  expect((await undo(old, await app.as("other-operator"))).statusCode).toBe(404);
  await gateway.dispatch();
  expect(gateway.sent).toHaveLength(count);
});

test("an undo that no device can take is refused and leaves no record", async () => {
  await using field = await begin();
  const batch = await field.write(22);
  await field.app.query("update devices set state = 'offline' where ssid = 'T-AHU'");
  expect((await field.undo(batch)).json()).toMatchObject({ code: "device-unreachable" });
  const audit = await field.app.query("select from audit where action = 'undo-commands'");
  expect(audit.rows).toEqual([]);
});

test("level and mode of a light are one value: an undo gives back the one that was in force", async () => {
  await using app = await startTestApp({ now: "2026-01-05T08:00:00Z", sites: [addLights(aSite("T"))] });
  const gateway = await bringUp(app);
  await app.measure("T-GW", "50d001", { light_level: 0, light_mode: 1 });
  await app.measure("T-GW", "50ac01", { light_level_1: 0, light_level_2: 0 });
  await gateway.refresh();
  const user = await app.as("operator");
  async function write(param_id: string, value: number, ssid = "50d001"): Promise<string> {
    const sent = await user.post("/v1/commands", { writes: [{ ssid, param_id, value }] });
    await gateway.verifyAll();
    app.advance(1_000);
    return sent.json<AcceptedBatch>().batchId;
  }
  async function undone(id: string) {
    const { statusCode } = await user.post(`/v1/commands/batches/${id}/undo`, {});
    await gateway.verifyAll();
    app.advance(1_000);
    return statusCode === 200 ? gateway.sent.at(-1) : statusCode;
  }
  expect(await undone(await write("light_level_sp", 40))).toMatchObject({
    point: "light_level_sp",
    value: null,
  });
  const level = await write("light_level_sp", 60);
  const auto = await write("light_mode_sp", 1);
  expect(await undone(level)).toBe(409);
  expect(await undone(auto)).toMatchObject({ point: "light_level_sp", value: 60, priority: 8 });
  await write("light_mode_sp", 1);
  expect(await undone(await write("light_level_sp", 20))).toMatchObject({ point: "light_mode_sp", value: 1 });
  // Auto, its release, and a new level: the level of before the release is over.
  await write("light_mode_sp", 1);
  await user.post("/v1/overrides/release", { ssid: "50d001", param_id: "light_mode_sp" });
  await gateway.verifyAll();
  app.advance(1_000);
  expect(await undone(await write("light_level_sp", 30))).toMatchObject({
    point: "light_level_sp",
    value: null,
  });
  // Both are released in one batch, and one value comes back.
  await write("light_level_sp", 60);
  await write("light_mode_sp", 1);
  const writes = ["light_level_sp", "light_mode_sp"].map((param_id) => ({
    ssid: "50d001",
    param_id,
    value: null,
  }));
  const both = (await user.post("/v1/commands", { writes })).json<AcceptedBatch>();
  await gateway.verifyAll();
  app.advance(1_000);
  const given = await user.post(`/v1/commands/batches/${both.batchId}/undo`, {});
  expect(given.json()).toEqual({ message: "ACCEPTED", points: 1, refused: [] });
  await gateway.verifyAll();
  expect(gateway.sent.at(-1)).toMatchObject({ point: "light_mode_sp", value: 1 });
  // The other channel of a controller is another light.
  await write("light_level_sp_1", 50, "50ac01");
  expect(await undone(await write("light_mode_sp_2", 1, "50ac01"))).toMatchObject({
    point: "light_mode_sp_2",
    value: null,
  });
});
