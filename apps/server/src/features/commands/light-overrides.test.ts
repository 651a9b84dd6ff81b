import type { AcceptedBatch, Command, CommandBatch } from "@verandah/contract/commands/commands.ts";
import type { Override } from "@verandah/contract/commands/overrides.ts";
import type { HomeCounts } from "@verandah/contract/home.ts";
import { expect, test } from "vitest";

import { campusCtx, inTransaction } from "#core/ctx.ts";

import { bringUp } from "../../testing/benches/command-bench.ts";
import { addLights, aSite } from "../../testing/sites.ts";
import { startTestApp } from "../../testing/start-test-app.ts";
import { sendCommands } from "./commands.service.ts";

async function setUpLights() {
  const app = await startTestApp({ now: "2026-01-05T08:00:00Z", sites: [addLights(aSite())] });
  const gateway = await bringUp(app);
  const user = await app.as("operator");
  await app.measure("T-GW", "50d001", { light_level: 0, light_mode: 1 });
  await app.measure("T-GW", "50ac01", { light_level_1: 0, light_level_2: 0 });
  await gateway.refresh();
  const send = async (writes: object[]) =>
    (await user.post("/v1/commands", { writes })).json<AcceptedBatch>().batchId;
  const write = async (writes: object[]) => {
    const id = await send(writes);
    await gateway.verifyAll();
    app.advance(1_000);
    return id;
  };
  const list = async () =>
    (await user.get(`/v1/overrides?building=${app.places[0]?.buildingId}`)).json<Override[]>();
  const counts = async () => {
    app.endSharedAnswers();
    const home = await user.get(`/v1/gl_zone/${app.places[0]?.buildingId}/counts`);
    return Object.values(home.json<HomeCounts>()).slice(0, 2);
  };
  const extend = (more: object = {}) =>
    user.post("/v1/overrides/extend", {
      ssid: "50d001",
      param_id: "light_level_sp",
      until: "2026-01-05T20:00:00Z",
      ...more,
    });
  return {
    app,
    gateway,
    user,
    list,
    send,
    write,
    counts,
    extend,
    [Symbol.asyncDispose]: () => app[Symbol.asyncDispose](),
  };
}

const level = (value: number | null, ssid = "50d001", suffix = "") => ({
  ssid,
  param_id: `light_level_sp${suffix}`,
  value,
});
const auto = { ssid: "50d001", param_id: "light_mode_sp", value: 1 };

test("level and mode of a light are one override, the newer one, and one action on several devices counts once", async () => {
  await using field = await setUpLights();
  const all = [level(0), level(0, "50ac01", "_1"), level(0, "50ac01", "_2")];
  const batchId = await field.write(all);
  expect((await field.list()).map((one) => [one.batchId, one.energyKilowattHour])).toEqual(
    all.map(() => [batchId, 0]),
  );
  expect(await field.counts()).toEqual([1, 2]);
  await field.write([auto]);
  const held = async () =>
    (await field.list()).filter(({ ssid }) => ssid === "50d001").map((one) => [one.param_id, one.value]);
  expect(await held()).toEqual([["light_mode_sp", 1]]);
  expect(await field.counts()).toEqual([2, 2]);
  const why = await field.user.get("/v1/devices/50d001/why");
  expect(why.json()).toMatchObject({ points: [{ param_id: "light_level_sp", source: "automatic" }] });
  await field.write([level(40)]);
  expect(await held()).toEqual([["light_level_sp", 40]]);
  expect((await field.list()).find(({ ssid }) => ssid === "50d001")).toMatchObject({
    energyKilowattHour: null,
    energyUnknown: "no-meter",
  });
  await field.user.post("/v1/overrides/release", { ssid: "50d001", param_id: "light_level_sp" });
  await field.gateway.verifyAll();
  expect(await held()).toEqual([]);
});

test("a new mode of a light supersedes a level that is under way, and a failed mode leaves the level in force", async () => {
  await using field = await setUpLights();
  const { gateway } = field;
  await field.send([level(40)]);
  await gateway.dispatch();
  const early = gateway.sent.at(-1)?.id ?? "";
  await gateway.answer(early, "acknowledged");
  field.app.advance(1_000);
  await field.send([auto]);
  await gateway.dispatch();
  const { state } = (await field.user.get(`/v1/commands/${early}`)).json<Command>();
  expect(state).toBe("superseded");
  await gateway.answer(gateway.sent.at(-1)?.id ?? "", "failed", { failure: "refused" });
  expect(await field.list()).toMatchObject([{ param_id: "light_level_sp", value: 40 }]);
});

test("extends all values of an action at once, with a reason, and leaves those that changed since", async () => {
  await using field = await setUpLights();
  await field.write([level(0), level(0, "50ac01", "_1"), level(0, "50ac01", "_2")]);
  await field.write([level(70, "50ac01", "_2")]);
  const { extend } = field;
  expect((await extend({ isWhole: true })).json()).toMatchObject({ fields: { reason: "Enter a reason" } });
  const extended = await extend({ isWhole: true, reason: "Night shift" });
  const { batchId } = extended.json<{ batchId: string }>();
  expect(extended.json()).toMatchObject({ message: "ACCEPTED", refused: [] });
  const { commands } = (await field.user.get(`/v1/commands/batches/${batchId}`)).json<CommandBatch>();
  expect(commands).toHaveLength(2);
  await field.gateway.verifyAll();
  const ends = (await field.list()).map((one) => [
    one.param_id,
    one.value,
    one.reason,
    one.until?.slice(11, 16),
  ]);
  expect(ends).toEqual([
    ["light_level_sp_2", 70, null, "12:00"],
    ["light_level_sp", 0, "Night shift", "20:00"],
    ["light_level_sp_1", 0, "Night shift", "20:00"],
  ]);
  expect(await field.counts()).toEqual([2, 2]);
});

const changed = {
  ssid: "50ac01",
  param_id: "light_level_sp_1",
  code: "override-changed",
  message: "Someone else has changed this override.",
};

test("extends an action without the values that other users are changing", async () => {
  await using field = await setUpLights();
  await field.write([level(0), level(0, "50ac01", "_1")]);
  await field.send([level(30, "50ac01", "_1")]);
  const extended = await field.extend({ isWhole: true, reason: "Night shift" });
  expect(extended.json()).toMatchObject({ message: "ACCEPTED", refused: [changed] });
  await field.gateway.verifyAll();
  const held = (await field.list()).map((one) => [one.param_id, one.value, one.until?.slice(11, 16)]);
  expect(held).toEqual([
    ["light_level_sp_1", 30, "12:00"],
    ["light_level_sp", 0, "20:00"],
  ]);
  await field.send([auto]);
  const refused = await field.extend({ until: "2026-01-05T21:00:00Z" });
  expect(refused.json()).toMatchObject({ status: 409, code: "override-changed" });
});

test("extends an action after another user's write to its points is stored, and leaves that value", async () => {
  await using field = await setUpLights();
  const { app } = field;
  await field.write([level(0), level(0, "50ac01", "_1")]);
  let extended: ReturnType<typeof field.extend> | undefined;
  await inTransaction(campusCtx(app.ctx, app.places[0]?.campusId ?? 0, "Other"), async (inner) => {
    await sendCommands(inner, {
      writes: [{ ssid: "50ac01", paramId: "light_level_sp_1", value: 30 }],
      origin: { kind: "person" },
    });
    extended = field.extend({ isWhole: true, reason: "Night shift" });
    await expect
      .poll(async () => {
        const waiting = await app.query(
          "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
        );
        return waiting.rows.length;
      })
      .toBe(1);
  });
  expect((await extended)?.json()).toMatchObject({ message: "ACCEPTED", refused: [changed] });
});

test("the manual mode of a light leaves its level in force and under way, and Auto ends both", async () => {
  await using field = await setUpLights();
  const manual = { ...auto, value: 0 };
  const held = async () => (await field.list()).map((one) => [one.param_id, one.value]);
  await field.send([level(40)]);
  field.app.advance(1_000);
  await field.write([manual]);
  const both = [
    ["light_level_sp", 40],
    ["light_mode_sp", 0],
  ];
  expect(await held()).toEqual(both);
  field.app.advance(1_000);
  await field.write([manual]);
  expect(await held()).toEqual(both);
  await field.write([auto]);
  expect(await held()).toEqual([["light_mode_sp", 1]]);
});
