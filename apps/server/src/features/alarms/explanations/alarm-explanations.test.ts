import type { AlarmGridRow, AlertLists } from "@verandah/contract/alarms/alarms.ts";
import { expect, test } from "vitest";

import {
  recordDeviceHealth,
  recordEdgeStatus,
  refreshDeviceStates,
} from "#features/devices/devices.service.ts";
import { getEdge } from "#features/devices/edge-sessions.service.ts";

import { raiseFireAlarm, endFireAlarm } from "../../../testing/benches/alarms.ts";
import { aDevice, aSite } from "../../../testing/sites.ts";
import { startTestApp } from "../../../testing/start-test-app.ts";
import { evaluateAlarms } from "../evaluation/alarm-evaluation.service.ts";

type App = Awaited<ReturnType<typeof startTestApp>>;

async function evaluate(app: App): Promise<void> {
  await refreshDeviceStates(app.ctx);
  await evaluateAlarms(app.ctx);
}

async function lists(app: App): Promise<AlertLists> {
  const user = await app.as("operator");
  return (await user.get(`/v1/alerts/${user.session.building.id}/alerts`)).json();
}

/** A gateway with 30 VAVs behind it, all of which send values. */
async function startBehindGateway() {
  const site = aSite();
  const ssids = Array.from({ length: 30 }, (_, n) => `T-V${n}`);
  for (const ssid of ssids) site.devices.push(aDevice("VAV", ssid, ["X"], { location: "T/g", edge: "T-GW" }));
  const app = await startTestApp({ sites: [site] });
  const gateway = await getEdge(app.ctx, "T-GW");
  if (!gateway) throw new Error("No gateway");
  const sendValues = async () => {
    app.advance(1);
    const values: [number, number][] = [[app.now().getTime(), 1]];
    await app.send(
      "T-GW",
      ssids.map((device) => ({ device, point: "X", values })),
    );
  };
  const setGatewayState = (state: "online" | "offline") =>
    recordEdgeStatus(app.ctx, gateway, { state, at: 0 });
  const report = (state: "online" | "offline") =>
    recordDeviceHealth(app.ctx, gateway, {
      at: 0,
      devices: ssids.map((device) => ({ device, state, since: 0, missedPolls: 0 })),
    });
  await setGatewayState("online");
  await report("online");
  await sendValues();
  await evaluate(app);
  return { app, setGatewayState, sendValues, report };
}

async function explainedBy(app: App, id: number): Promise<[number, number]> {
  const alarm = (await (await app.as("operator")).get(`/v1/alarms/${id}`)).json<{
    explains: number;
    explained: object[];
  }>();
  return [alarm.explains, alarm.explained.length];
}

test("the alarm of a lost gateway explains those of its devices, which are in no list and no count", async () => {
  const { app, setGatewayState, sendValues } = await startBehindGateway();
  await using _ = app;
  await setGatewayState("offline");
  await evaluate(app);
  app.advance(10_000);
  await evaluate(app);
  const { system, solution, total } = await lists(app);
  expect(system).toMatchObject([{ alarm_code: 101, Device_name: "T-GW" }]);
  expect([solution, total]).toEqual([[], { system: 1, solution: 0 }]);
  const user = await app.as("operator");
  const grid = (await user.get("/v1/alarms/critical/grid")).json<{ rows: AlarmGridRow[] }>();
  expect(grid).toMatchObject({ total: 1, rows: [{ alarm_code: 101, explains: 31 }] });
  const [floor] = (await user.get(`/v1/gl_zone/${user.session.building.id}`)).json<object[]>();
  expect(floor).toMatchObject({ noOfCritical: 0, noOfLow: 0 });
  expect(await explainedBy(app, grid.rows[0]?.Alarm_Id ?? 0)).toEqual([31, 31]);

  // Connected again, but without a message yet: no device may be lost.
  await setGatewayState("online");
  await evaluate(app);
  expect((await lists(app)).total).toEqual({ system: 0, solution: 0 });
  await sendValues();
  await app.measure("T-GW", "T-AHU", { "Return Air Temperature": 24 });
  await evaluate(app);
  const open = await app.query("select 1 from alarms where restored_at is null");
  expect(open.rows).toEqual([]);
});

test("a lost gateway also explains devices that were offline before, until it is back and they are not", async () => {
  const { app, setGatewayState, report } = await startBehindGateway();
  await using _ = app;
  await report("offline");
  await evaluate(app);
  // Thirty concurrent alarms on one floor are shown as one.
  expect((await lists(app)).total).toEqual({ system: 0, solution: 1 });
  await setGatewayState("offline");
  await evaluate(app);
  app.advance(10_000);
  await evaluate(app);
  const { system, total } = await lists(app);
  expect(total).toEqual({ system: 1, solution: 0 });
  expect(await explainedBy(app, system[0]?.Alarm_Id ?? 0)).toEqual([31, 31]);

  await setGatewayState("online");
  await report("offline");
  app.advance(120_000);
  await evaluate(app);
  const after = await lists(app);
  expect(after).toMatchObject({ total: { system: 0, solution: 1 }, solution: [{ alarm_code: 202 }] });
  expect(await explainedBy(app, after.solution[0]?.Alarm_Id ?? 0)).toEqual([30, 30]);
});

test("more than ten alarms of a code on one floor within a minute are shown as one, until all have returned", async () => {
  const site = aSite();
  const ssids = Array.from({ length: 12 }, (_, n) => `T-P${n}`);
  const at = { location: "T/g/z1", edge: "T-S1" };
  for (const ssid of ssids) site.devices.push(aDevice("SOLARPUMP", ssid, ["FaultCondition"], at));
  await using app = await startTestApp({ sites: [site] });
  const fault = async (from: number, to: number, value: number) => {
    const values: [number, number][] = [[app.now().getTime(), value]];
    await app.send(
      "T-S1",
      ssids.slice(from, to).map((device) => ({ device, point: "FaultCondition", values })),
    );
    await evaluateAlarms(app.ctx);
  };
  await fault(0, 10, 2);
  expect((await lists(app)).total.solution).toBe(10);
  app.advance(59_000);
  await fault(10, 11, 2);
  const [head] = (await lists(app)).solution;
  expect((await lists(app)).solution).toMatchObject([
    { alarm_code: 240, message: "Pump fault: many at once", Device_name: "Ground" },
  ]);
  expect(await explainedBy(app, head?.Alarm_Id ?? 0)).toEqual([11, 11]);

  app.advance(30_000);
  await fault(11, 12, 2);
  expect(await explainedBy(app, head?.Alarm_Id ?? 0)).toEqual([12, 12]);
  const user = await app.as("operator");
  await user.post("/v1/gl_alerts/acknowledgeAlarm", { id: head?.Alarm_Id });
  const members = await app.query("select 1 from alarms where acknowledged_by is not null");
  expect(members.rows).toHaveLength(13);

  const end = async (from: number, to: number) => {
    for (const ms of [1_000, 5_000]) {
      app.advance(ms);
      await fault(from, to, 0);
    }
  };
  await end(0, 11);
  expect((await lists(app)).total.solution).toBe(1);
  await end(11, 12);
  expect((await lists(app)).total.solution).toBe(0);
});

test("a flood does not explain alarms that were acknowledged before it", async () => {
  const site = aSite();
  const ssids = Array.from({ length: 11 }, (_, n) => `T-P${n}`);
  const at = { location: "T/g/z1", edge: "T-S1" };
  for (const ssid of ssids) site.devices.push(aDevice("SOLARPUMP", ssid, ["FaultCondition"], at));
  await using app = await startTestApp({ sites: [site] });
  const fault = async (devices: readonly string[]) => {
    const values: [number, number][] = [[app.now().getTime(), 2]];
    await app.send(
      "T-S1",
      devices.map((device) => ({ device, point: "FaultCondition", values })),
    );
    await evaluateAlarms(app.ctx);
  };
  await fault(ssids.slice(0, 10));
  const [seen] = (await lists(app)).solution;
  const user = await app.as("operator");
  const answer = await user.post("/v1/gl_alerts/acknowledgeAlarm", { id: seen?.Alarm_Id });
  expect(answer.json()).toMatchObject({ Acknowledge: 1 });
  app.advance(1_000);
  await fault(ssids.slice(10));
  // Eleven were raised within a minute, and one of them was handled: ten are no flood.
  expect((await lists(app)).total.solution).toBe(11);
});

test("a recurring alarm explains the unacknowledged alarms of its cause", async () => {
  await using app = await startTestApp();
  const ids: number[] = [];
  for (let n = 0; n < 3; n += 1) {
    ids.push(await raiseFireAlarm(app));
    await endFireAlarm(app);
    app.advance(1_000);
  }
  const user = await app.as("operator");
  const grid = async () => (await user.get("/v1/alarms/critical/grid")).json<{ rows: AlarmGridRow[] }>().rows;
  expect(await grid()).toMatchObject([{ Alarm_Id: ids[2], state: "returned", explains: 1 }]);
  await user.post("/v1/gl_alerts/acknowledgeAlarm", { id: ids[2] });
  expect(await grid()).toEqual([]);
  const open = await app.query("select 1 from alarms where acknowledged_at is null");
  expect(open.rows).toEqual([]);
});

test("a chattering contact is one alarm, repeated at most once a minute", async () => {
  await using app = await startTestApp();
  const id = await raiseFireAlarm(app);
  for (let n = 0; n < 31; n += 1) {
    for (const closed of [0, 1]) {
      app.advance(1_000);
      await app.measure("T-GW", "T-AHU", { "Fire Alarm": closed });
      await evaluateAlarms(app.ctx);
    }
  }
  const alarm = (await (await app.as("operator")).get(`/v1/alarms/${id}`)).json<{
    history: { kind: string }[];
  }>();
  expect(alarm.history.map((event) => event.kind)).toEqual(["raised", "repeated", "repeated"]);
  expect((await app.query("select 1 from alarms")).rows).toHaveLength(1);
});
