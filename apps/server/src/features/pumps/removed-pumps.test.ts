import type { TrendReply } from "@verandah/contract/telemetry/telemetry.ts";
import { expect, test } from "vitest";

import { evaluateAlarms } from "#features/alarms/evaluation/alarm-evaluation.service.ts";
import { recordEdgeStatus } from "#features/devices/devices.service.ts";
import { recordEdgeClock } from "#features/devices/edge-clocks.service.ts";

import { edge } from "../../testing/benches/alarm-bench.ts";
import { form, start, TOPIC } from "../../testing/benches/pump-administration.ts";
import { startTestIngest } from "../../testing/start-test-ingest.ts";

test("the alarms of a removed pump return to normal", async () => {
  const { app, admin, idOf } = await start();
  await using _ = app;
  await admin.post("/v1/pump_devices", form);
  await app.index.reload();
  await app.measure(TOPIC, TOPIC, { FaultCondition: 2 });
  await evaluateAlarms(app.ctx);
  const active = async () =>
    (await app.query("select source_name from alarms where restored_at is null")).rows.map(
      (row) => row["source_name"],
    );
  expect(await active()).toEqual(["Pump 77"]);
  await admin.post("/v1/pump_devices/delete", { id: await idOf(TOPIC) });
  await evaluateAlarms(app.ctx);
  expect(await active()).toEqual([]);
});

test("the clock alarm of a removed pump returns to normal", async () => {
  const { app, admin, idOf } = await start();
  await using _ = app;
  await admin.post("/v1/pump_devices", form);
  await recordEdgeStatus(app.ctx, await edge(app, TOPIC), { state: "online", at: 0 });
  await recordEdgeClock(app.ctx, await edge(app, TOPIC), 3_600_000);
  await evaluateAlarms(app.ctx);
  const alarms = async () => (await app.query("select code, restored_at as end from alarms")).rows;
  expect(await alarms()).toEqual([{ code: 203, end: null }]);
  await admin.post("/v1/pump_devices/delete", { id: await idOf(TOPIC) });
  await evaluateAlarms(app.ctx);
  expect(await alarms()).toEqual([{ code: 203, end: app.now() }]);
});

test("an event of a removed pump returns to normal, and stays in its history", async () => {
  const { app, admin, idOf } = await start();
  await using _ = app;
  await using ingest = await startTestIngest(app);
  const { password } = (await admin.post("/v1/pump_devices", form)).json().credentials;
  const pump = await ingest.connect(TOPIC, { password });
  const event = { device: TOPIC, at: 0, code: 241, message: "A pipe may leak", state: "raised" };
  await pump.publish("events", event);
  const id = await idOf(TOPIC);
  const alarms = async () =>
    (await app.query("select subject_kind, subject_id, rule, restored_at as end from alarms order by id"))
      .rows;
  const cause = { subject_kind: "device-event", subject_id: id, rule: "241" };
  expect(await alarms()).toEqual([{ ...cause, end: null }]);
  const changes = app.collectChanges("alarms");
  await admin.post("/v1/pump_devices/delete", { id });
  expect(await alarms()).toEqual([{ ...cause, end: app.now() }]);
  expect(changes).toHaveLength(1);
  const { rows } = await app.query("select kind from alarm_events order by id");
  expect(rows.map((row) => row["kind"])).toEqual(["raised", "returned"]);
});

test("an event of another device stays when a pump is removed", async () => {
  const { app, admin, idOf } = await start();
  await using _ = app;
  await admin.post("/v1/pump_devices", form);
  await app.query(`
    insert into alarms (campus_id, location_id, device_id, subject_kind, rule, code, message, source_name, raised_at)
    select campus_id, location_id, id, 'device-event', 241, 241, 'Test', name, now() from devices where ssid = 'T-S1'`);
  await admin.post("/v1/pump_devices/delete", { id: await idOf(TOPIC) });
  expect((await app.query("select restored_at as end from alarms")).rows).toEqual([{ end: null }]);
});

test("a removed pump leaves all lists, ends its credentials, and frees its topic id", async () => {
  const { app, admin, idOf } = await start();
  await using _ = app;
  await using ingest = await startTestIngest(app);
  const { credentials } = (await admin.post("/v1/pump_devices", form)).json();
  const id = await idOf(TOPIC);
  await admin.post("/v1/pump_devices/delete", { id });
  expect((await admin.get("/v1/pump_devices")).json()).toEqual([]);
  expect((await admin.get("/v1/pumps")).json()).toEqual([]);
  await expect(ingest.connect(TOPIC, { password: credentials.password })).rejects.toThrow("Not authorized");
  expect((await admin.post("/v1/pump_devices/delete", { id })).statusCode).toBe(404);
  expect((await admin.post("/v1/pump_devices", form)).json()).toMatchObject({ message: "ACCEPTED" });
  expect(await idOf(TOPIC)).not.toBe(id);
});

test("a new pump with the topic id of a removed one does not show its readings", async () => {
  const { app, admin, idOf } = await start();
  await using _ = app;
  await admin.post("/v1/pump_devices", form);
  await app.index.reload();
  await app.measure(TOPIC, TOPIC, { power_in_watt: 900 });
  const trend = async () => {
    const url = `/v1/telemetry/${TOPIC}/trend?param_id=power_in_watt&from=2026-01-05T07:00:00Z&to=2026-01-05T09:00:00Z`;
    return (await admin.get(url)).json<TrendReply>().buckets.map(({ avg }) => avg);
  };
  expect(await trend()).toEqual([900]);
  await admin.post("/v1/pump_devices/delete", { id: await idOf(TOPIC) });
  await admin.post("/v1/pump_devices", form);
  expect(await trend()).toEqual([]);
});
