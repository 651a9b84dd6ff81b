import type { ForeignOverride, Override } from "@verandah/contract/commands/overrides.ts";
import { expect, test } from "vitest";

import { evaluateAlarms } from "#features/alarms/evaluation/alarm-evaluation.service.ts";

import { bringUp } from "../../testing/benches/command-bench.ts";
import { aDevice, aSite } from "../../testing/sites.ts";
import { startTestApp } from "../../testing/start-test-app.ts";
import { recordForeignOverrides, suspectOverrides } from "./foreign-overrides.service.ts";

const RAT = "ahu_in_air_temperature_sp";
const point = { ssid: "T-AHU", param_id: RAT };

async function setUp(sites?: Parameters<typeof startTestApp>[0]) {
  const app = await startTestApp({ now: "2026-01-05T08:00:00Z", ...sites });
  const gateway = await bringUp(app);
  const user = await app.as("operator");
  const building = app.places[0]?.buildingId;
  const alarmsOf = async () => {
    await evaluateAlarms(app.ctx, [suspectOverrides]);
    const reply = await user.get(`/v1/alerts/${user.session.building.id}/alerts`);
    return reply.json<{ solution: { alarm_code: number; message: string; text: object }[] }>().solution;
  };
  return {
    app,
    gateway,
    user,
    foreignUrl: `/v1/overrides/foreign?building=${building}`,
    alarms: alarmsOf,
    list: async () => (await user.get(`/v1/overrides?building=${building}`)).json<Override[]>(),
    foreign: async () =>
      (await user.get(`/v1/overrides/foreign?building=${building}`)).json<ForeignOverride[]>(),
    command: (value: number, more: object = {}) =>
      user.post("/v1/commands", { writes: [{ ...point, value }], ...more }),
    /** Sends a report of the gateway about `T-AHU`. */
    report: (foreignOverrides: { point: string; priority: number; value: number }[] | undefined) =>
      recordForeignOverrides(app.ctx, gateway.gateway, {
        devices: [{ device: "T-AHU", state: "online", since: 0, missedPolls: 0, foreignOverrides }],
      }),
    [Symbol.asyncDispose]: () => app[Symbol.asyncDispose](),
  };
}

test("stores a command that another system overrides as failed, and lists it as overridden by that system", async () => {
  await using field = await setUp();
  const { gateway } = field;
  await field.command(22);
  await gateway.dispatch();
  const id = gateway.sent[0]?.id ?? "";
  await gateway.answer(id, "acknowledged");
  await gateway.answer(id, "failed", { failure: "overridden", value: 30, winningPriority: 5 });
  expect((await field.user.get(`/v1/commands/${id}`)).json()).toMatchObject({
    state: "failed",
    failure: "overridden",
    priority: 8,
    readBack: 30,
    winningPriority: 5,
    lostTo: null,
  });
  expect(await field.list()).toMatchObject([{ value: 22, overriddenBy: null }]);
  await field.report([{ point: RAT, priority: 5, value: 30 }]);
  expect(await field.list()).toMatchObject([{ value: 22, overriddenBy: { priority: 5, value: 30 } }]);
  await field.report([]);
  expect(await field.list()).toMatchObject([{ value: 22, overriddenBy: null }]);
});

test("a command that ends as overridden replaces the earlier override", async () => {
  await using field = await setUp();
  const { gateway } = field;
  await field.command(22);
  await gateway.verifyAll();
  await field.command(20);
  await gateway.dispatch();
  await gateway.answer(gateway.sent.at(-1)?.id ?? "", "failed", {
    failure: "overridden",
    value: 30,
    winningPriority: 5,
  });
  expect(await field.list()).toMatchObject([{ value: 20 }]);
});

test("raises a low alarm for a foreign override, keeps its start while the value changes, and restores it", async () => {
  await using field = await setUp();
  await field.report([{ point: RAT, priority: 5, value: 30 }]);
  expect(await field.foreign()).toEqual([
    {
      ...point,
      deviceName: "Unit T-AHU",
      deviceType: "AHU",
      floorId: expect.any(Number),
      floorName: "Ground",
      unit: "degC",
      priority: 5,
      value: 30,
      since: "2026-01-05T08:00:00.000Z",
    },
  ]);
  expect(await field.alarms()).toMatchObject([
    {
      alarm_code: 260,
      message: "Another system overrides a point at priority 5: 30",
      text: { name: "foreign-override", numbers: [5, 30] },
    },
  ]);
  expect(await suspectOverrides(field.app.ctx, () => true)).toHaveLength(1);
  // None of the campuses of another process.
  expect(await suspectOverrides(field.app.ctx, () => true, [], [])).toEqual([]);
  field.app.advance(60_000);
  await field.report([{ point: RAT, priority: 5, value: 28 }]);
  expect(await field.foreign()).toMatchObject([{ value: 28, since: "2026-01-05T08:00:00.000Z" }]);
  await field.report([{ point: RAT, priority: 8, value: 28 }]);
  expect(await field.foreign()).toMatchObject([{ priority: 8, since: "2026-01-05T08:01:00.000Z" }]);
  // A gateway that has not compared yet reports nothing.
  await field.report(undefined);
  expect(await field.foreign()).toHaveLength(1);
  await field.report([]);
  expect(await field.foreign()).toEqual([]);
  expect(await field.alarms()).toEqual([]);
});

test("a foreign override of a removed pump leaves the list, and its alarm returns to normal", async () => {
  const site = aSite();
  site.devices.push(aDevice("SOLARPUMP", "P-1", ["motor_on_off_sp"], { location: "T/g", edge: "T-GW" }));
  await using field = await setUp({ sites: [site] });
  const foreignOverrides = [{ point: "motor_on_off_sp", priority: 5, value: 0 }];
  await recordForeignOverrides(field.app.ctx, field.gateway.gateway, {
    devices: [{ device: "P-1", state: "online", since: 0, missedPolls: 0, foreignOverrides }],
  });
  expect(await field.foreign()).toMatchObject([{ ssid: "P-1" }]);
  expect(await field.alarms()).toMatchObject([{ alarm_code: 260 }]);
  const { rows } = await field.app.query("select id from devices where ssid = 'P-1'");
  const admin = await field.app.as("administrator");
  await admin.post("/v1/pump_devices/delete", { id: rows[0]?.["id"] });
  expect(await field.foreign()).toEqual([]);
  expect(await field.alarms()).toEqual([]);
});

test("ends an override that another system replaced, with an alarm until the next command", async () => {
  await using field = await setUp();
  const { gateway } = field;
  await field.command(22, { until: "2026-01-05T12:00:00Z" });
  await gateway.verifyAll();
  const id = gateway.sent[0]?.id ?? "";
  await gateway.answer(id, "lost", { value: 30 });
  expect(await field.list()).toEqual([]);
  expect((await field.user.get(`/v1/commands/${id}`)).json()).toMatchObject({
    state: "verified",
    lostTo: { value: 30 },
    releasedAt: "2026-01-05T08:00:00.000Z",
  });
  expect(await field.alarms()).toMatchObject([
    { alarm_code: 261, message: "Another system ended an override before its time" },
  ]);
  field.app.advance(1_000);
  await field.command(21);
  await gateway.verifyAll();
  expect(await field.alarms()).toEqual([]);
});

test("a command that the device never accepted is no lost override", async () => {
  await using field = await setUp();
  await field.command(22, { until: "2026-01-05T12:00:00Z" });
  await field.gateway.dispatch();
  const id = field.gateway.sent[0]?.id ?? "";
  await field.gateway.answer(id, "acknowledged");
  await field.gateway.answer(id, "lost", { value: null });
  await field.gateway.answer(id, "failed", { failure: "not-verified", value: 24 });
  expect(await field.alarms()).toEqual([]);
});

test("a lost override is active until its end, and the foreign override at its point explains it", async () => {
  await using field = await setUp();
  await field.command(22, { until: "2026-01-05T09:00:00Z" });
  await field.gateway.verifyAll();
  await field.gateway.answer(field.gateway.sent[0]?.id ?? "", "lost", { value: null });
  await field.report([{ point: RAT, priority: 8, value: 30 }]);
  await field.alarms();
  expect((await field.alarms()).map((one) => one.alarm_code)).toEqual([260]);
  await field.report([]);
  await field.alarms();
  expect((await field.alarms()).map((one) => one.alarm_code)).toEqual([261]);
  field.app.advance(3_600_000);
  expect(await field.alarms()).toEqual([]);
});

test("ignores a report about another gateway's device, and hides the list from other campuses and members", async () => {
  const site = aSite("T");
  site.devices.push(aDevice("AHU", "T-AHU2", [RAT], { location: "T/g", edge: "T-S1" }));
  await using field = await setUp({ sites: [site, aSite("O", "Other Campus")] });
  await recordForeignOverrides(field.app.ctx, field.gateway.gateway, {
    devices: ["T-AHU2", "O-AHU"].map((device) => ({
      device,
      state: "online",
      since: 0,
      missedPolls: 0,
      foreignOverrides: [{ point: RAT, priority: 5, value: 30 }],
    })),
  });
  expect(await field.foreign()).toEqual([]);
  expect((await (await field.app.as("viewer")).get(field.foreignUrl)).statusCode).toBe(200);
  expect((await (await field.app.as("member")).get(field.foreignUrl)).statusCode).toBe(403);
  expect((await (await field.app.as("other-operator")).get(field.foreignUrl)).statusCode).toBe(404);
});

test("extends an override: the same value and reason with a later end", async () => {
  await using field = await setUp();
  const extend = (until: string) => field.user.post("/v1/overrides/extend", { ...point, until });
  expect((await extend("2026-01-05T12:00:00Z")).statusCode).toBe(404);
  await field.command(22, { until: "2026-01-05T09:00:00Z", reason: "Late meeting" });
  await field.gateway.verifyAll();
  const fieldsOf = async (until: string) => (await extend(until)).json().fields;
  expect(await fieldsOf("2026-01-05T09:00:00Z")).toEqual({ until: "Choose an end after the current one" });
  expect(await fieldsOf("2026-01-12T08:00:01Z")).toEqual({ until: "Choose an end within 7 days" });
  expect(await fieldsOf("tomorrow")).toEqual({ until: "Choose a date and a time" });
  expect((await extend("2026-01-12T08:00:00Z")).json()).toEqual({
    message: "ACCEPTED",
    commandId: expect.any(String),
    batchId: expect.any(String),
    refused: [],
  });
  await field.gateway.verifyAll();
  expect(field.gateway.sent.at(-1)).toMatchObject({
    value: 22,
    priority: 8,
    until: Date.parse("2026-01-12T08:00:00Z"),
  });
  expect(await field.list()).toMatchObject([
    { value: 22, reason: "Late meeting", until: "2026-01-12T08:00:00.000Z" },
  ]);
  const viewer = await field.app.as("viewer");
  expect(
    (await viewer.post("/v1/overrides/extend", { ...point, until: "2026-01-06T08:00:00Z" })).statusCode,
  ).toBe(403);
});
