import { expect, test } from "vitest";

import { aSite } from "../../../testing/sites.ts";
import { startTestApp } from "../../../testing/start-test-app.ts";
import { startTestIngest } from "../../../testing/start-test-ingest.ts";

const at = (text: string) => Date.parse(`2026-01-0${text}:00Z`);
const past = {
  device: "T-S1",
  code: 210,
  message: "Temperature high: 29 °C, limit 28 °C",
  state: "returned",
  since: at("3T10:00"),
  at: at("3T11:30"),
  point: "TEMPERATURE",
  value: 29,
};

test("a past alarm with one of the catalogue's texts is shown in the reader's language", async () => {
  await using app = await startTestApp();
  await using field = await startTestIngest(app);
  const importer = await field.connect("T-IMPORT");
  const fire = { ...past, code: 110, message: "Fire alarm", point: undefined };
  await importer.publish("events", fire);
  await importer.publish("events", past);
  expect((await app.query("select text_name, text_numbers from alarms order by id")).rows).toEqual([
    { text_name: "fire-alarm", text_numbers: [] },
    { text_name: null, text_numbers: null },
  ]);
});

const stored = `select subject_kind, coalesce(device_id, edge_id) = subject_id as is_of_sender, rule, code, source_name as source, raised_at, restored_at, value, point_id is not null as "hasPoint" from alarms order by id`;

test("an importer adds past alarms with their own times, once, without notifications", async () => {
  await using app = await startTestApp();
  const changes = app.collectChanges("alarms");
  await using field = await startTestIngest(app);
  const user = await app.as("operator");
  await user.post("/v1/notifications/settings", {
    by_mail: "all",
    in_browser: "all",
    floor_ids: null,
    digest_minutes: 1,
  });
  const importer = await field.connect("T-IMPORT");
  await importer.publish("events", past);
  await importer.publish("events", past);
  await importer.publish("events", { ...past, device: "T-GW", code: 101, point: undefined });
  expect((await app.query(stored)).rows).toEqual([
    {
      subject_kind: "device-event",
      is_of_sender: true,
      rule: "210",
      code: 210,
      source: "Sensor T-S1",
      raised_at: new Date(past.since),
      restored_at: new Date(past.at),
      value: 29,
      hasPoint: true,
    },
    expect.objectContaining({
      subject_kind: "edge-event",
      is_of_sender: true,
      rule: "101",
      source: "T-GW",
      hasPoint: false,
    }),
  ]);
  expect(changes).toHaveLength(2);
  const { id } = (await app.query("select id from alarms order by id")).rows[0] ?? {};
  expect((await user.get(`/v1/alarms/${String(id)}`)).json()).toMatchObject({
    state: "returned",
    history: [
      { kind: "raised", at: "2026-01-03T10:00:00.000Z" },
      { kind: "returned", at: "2026-01-03T11:30:00.000Z" },
    ],
  });
  const { makeDigests } = await import("../../notifications/digests.service.ts");
  app.advance(3_600_000);
  await makeDigests(app.ctx, "http://v.test");
  expect((await app.query("select from mail_outbox")).rows).toEqual([]);
});

test("events that are not past, or of another campus, are dropped and counted; only importers send past events", async () => {
  await using app = await startTestApp({ sites: [aSite("T"), aSite("O", "Other Campus")] });
  await using field = await startTestIngest(app);
  const importer = await field.connect("T-IMPORT");
  const wrong = [
    { ...past, state: "raised" },
    { ...past, since: undefined },
    { ...past, since: past.at },
    { ...past, at: app.now().getTime() + 1 },
    { ...past, device: "O-S1" },
    { ...past, device: "T-S1x" },
    { ...past, device: "T-IMPORT" },
  ];
  for (const event of wrong) await importer.publish("events", event);
  expect(field.ingest.counts.invalidMessages).toBe(wrong.length);
  const sensor = await field.connect("T-S1");
  await sensor.publish("events", past);
  expect((await app.query("select 1 from alarms")).rows).toEqual([]);
});

test("a past alarm has the actions of users, each with its own time", async () => {
  await using app = await startTestApp();
  await using field = await startTestIngest(app);
  const importer = await field.connect("T-IMPORT");
  const actions = [
    { kind: "ignored", by: "administrator", at: at("3T10:05"), note: "Filter on order" },
    { kind: "acknowledged", by: "operator", at: at("3T10:20") },
    { kind: "acknowledged", by: "administrator", at: at("3T11:00") },
    // None of these is possible.
    { kind: "acknowledged", by: "unknown", at: at("3T10:01") },
    { kind: "acknowledged", by: "operator", at: at("3T09:59") },
    { kind: "acknowledged", by: "operator", at: app.now().getTime() + 1 },
  ];
  await importer.publish("events", { ...past, actions });
  const { id } = (await app.query("select id from alarms")).rows[0] ?? {};
  const alarm = (await (await app.as("viewer")).get(`/v1/alarms/${String(id)}`)).json();
  expect(alarm).toMatchObject({ state: "returned", Acknowledge: 1 });
  expect(
    alarm.history.map((event: Record<string, unknown>) => [event["kind"], event["user"], event["note"]]),
  ).toEqual([
    ["raised", null, ""],
    ["ignored", "administrator", "Filter on order"],
    ["acknowledged", "operator", ""],
    ["acknowledged", "administrator", ""],
    ["returned", null, ""],
  ]);
  await importer.publish("events", {
    ...past,
    since: past.since - 1,
    actions: [{ kind: "deleted", by: "x", at: 1 }],
  });
  expect(field.ingest.counts.invalidMessages).toBe(1);
});
