import { randomBytes } from "node:crypto";
import { connect } from "node:net";

import { topicOf } from "@verandah/field/topics.ts";
import { expect, test, vi } from "vitest";

import { publishChange } from "#core/ctx.ts";

import { passwordOf } from "./testing/sites.ts";
import { startLinkedApp } from "./testing/start-linked-app.ts";
import { startTestApp } from "./testing/start-test-app.ts";
import { aReading, startTestIngest } from "./testing/start-test-ingest.ts";

test("acknowledges a publish after its value is committed", async () => {
  await using app = await startTestApp();
  await using field = await startTestIngest(app);
  const sensor = await field.connect("T-S1");
  await sensor.publish("readings", aReading("T-S1", "TEMPERATURE", app.now().getTime(), 24.5));
  const rows = await app.db.selectFrom("latest").select("value").execute();
  expect(rows).toEqual([{ value: 24.5 }]);
});

test.each([
  ["an unknown edge", { clientId: "X", username: "X", password: "x" }],
  ["a wrong password", { password: "wrong" }],
  ["another's name", { username: "T-S2" }],
  ["another's name and password", { username: "T-S2", password: passwordOf("T-S2") }],
  ["no credentials", { username: undefined, password: undefined }],
])("rejects %s", async (_what, options) => {
  await using app = await startTestApp();
  await using field = await startTestIngest(app);
  // The client accepts only settings without undefined values.
  await expect(field.connect("T-S1", options as object)).rejects.toThrow(/Not authorized/);
  expect(field.ingest.broker.counts.refusedLogins).toBe(1);
});

test.each([0, 300, 301, 65_535])("accepts an edge with a keep-alive of %i s", async (keepalive) => {
  await using app = await startTestApp();
  await using field = await startTestIngest(app);
  const sensor = await field.connect("T-S1", { keepalive });
  await sensor.publish("readings", aReading("T-S1", "TEMPERATURE", app.now().getTime(), 24.5));
  expect(field.ingest.broker.counts.refusedConnections).toBe(0);
});

test("disconnects an edge that publishes to a foreign topic, and stores nothing", async () => {
  await using app = await startTestApp();
  await using field = await startTestIngest(app);
  const intruder = await field.connect("T-S2");
  const closed = new Promise<void>((resolve) => void intruder.client.once("close", () => resolve()));
  intruder
    .publish("readings", aReading("T-S1", "TEMPERATURE", app.now().getTime(), 99), "T-S1")
    .catch(() => undefined);
  await closed;
  expect(await app.db.selectFrom("readings").selectAll().execute()).toEqual([]);
  expect(field.ingest.broker.counts.refusedTopics).toBe(1);
});

test("an edge may subscribe to its own commands and to nothing else", async () => {
  await using app = await startTestApp();
  await using field = await startTestIngest(app);
  const gateway = await field.connect("T-GW");
  const received: unknown[] = [];
  gateway.client.on("message", (_topic, payload) => void received.push(JSON.parse(payload.toString())));
  const granted = async (topic: string) => {
    const [grant] = await gateway.client.subscribeAsync(topic, { qos: 1 }).catch(() => []);
    return grant?.qos === 1;
  };
  for (const topic of ["#", "v1/+/commands", topicOf("T-S1", "commands"), topicOf("T-S1", "readings")])
    expect([topic, await granted(topic)]).toEqual([topic, false]);
  expect(await granted(topicOf("T-GW", "commands"))).toBe(true);

  expect(field.ingest.broker.publish("T-S1", "commands", { to: "a sensor" })).toBe(false);
  expect(field.ingest.broker.publish("T-GW", "commands", { to: "gateway" })).toBe(true);
  await vi.waitFor(() => expect(received).toEqual([{ to: "gateway" }]));
});

test("a change of points counts for edges that are connected", async () => {
  await using app = await startTestApp();
  await using field = await startTestIngest(app);
  const sensor = await field.connect("T-S1");
  let seq = 0;
  const publish = () =>
    sensor.publish("readings", aReading("T-S1", "TEMPERATURE", app.now().getTime() + seq, 24, (seq += 1)));
  await publish();
  await app.query("update points set max_value = 20 where param_id = 'TEMPERATURE'");
  await publish();
  expect(field.ingest.writer.counts.suspect).toBe(0);
  publishChange(app.ctx, "devices", {});
  await vi.waitFor(async () => {
    await publish();
    expect(field.ingest.writer.counts.suspect).toBeGreaterThan(0);
  });
});

test("reads an edge's next message while its earlier ones are being stored", async () => {
  await using linked = await startLinkedApp();
  const { app, link } = linked;
  await using field = await startTestIngest(app);
  const sensor = await field.connect("T-S1");
  const at = app.now().getTime();
  const publish = (seq: number) =>
    sensor.publish("readings", aReading("T-S1", "TEMPERATURE", at + seq, seq, seq));
  const waiting = (readings: number) =>
    vi.waitFor(() => expect(field.ingest.writer.counts.waiting).toBe(readings), { timeout: 5_000 });
  await publish(1);
  link.cut();
  // The first messages arrive together, and the next one separately.
  sensor.client.stream.cork();
  const together = [2, 3, 4].map(publish);
  sensor.client.stream.uncork();
  await waiting(3);
  const next = publish(5);
  await waiting(4);
  link.restore();
  await Promise.all([...together, next]);
});

test("acknowledges a status that the database can never store, so that the edge does not resend it forever", async () => {
  await using app = await startTestApp();
  await using field = await startTestIngest(app);
  const gateway = await field.connect("T-GW");
  await gateway.publish("status", { state: "online", at: 0, outbox: { pending: 3_000_000_000, dropped: 0 } });
  expect(field.ingest.counts.invalidMessages).toBe(1);
});

test("removes control and direction characters from a device's own alarm text", async () => {
  await using app = await startTestApp();
  await using field = await startTestIngest(app);
  const gateway = await field.connect("T-GW");
  const at = app.now().getTime();
  const message = "Fire \u202Emrala\u202C\u0007 in lift";
  await gateway.publish("events", { device: "T-AHU", at, code: 110, message, state: "raised" });
  expect(await app.db.selectFrom("alarms").select("message").execute()).toEqual([
    { message: "Fire mrala in lift" },
  ]);
});

test("stores an edge's status and its last will", async () => {
  await using app = await startTestApp();
  await using field = await startTestIngest(app);
  const will = {
    topic: topicOf("T-GW", "status"),
    payload: Buffer.from('{"state":"offline","at":0}'),
    qos: 1,
    retain: true,
  };
  const gateway = await field.connect("T-GW", { will } as object);
  await gateway.publish("status", {
    state: "online",
    at: 0,
    software: "1.0",
    outbox: { pending: 3, dropped: 0 },
  });
  const edge = () =>
    app.db
      .selectFrom("edges")
      .select(["state", "software", "outboxPending"])
      .where("ssid", "=", "T-GW")
      .executeTakeFirst();
  expect(await edge()).toEqual({ state: "online", software: "1.0", outboxPending: 3 });
  gateway.client.stream.destroy();
  await vi.waitFor(async () => expect(await edge()).toMatchObject({ state: "offline" }));
});

test("stores the state of a gateway's drivers", async () => {
  await using app = await startTestApp();
  await using field = await startTestIngest(app);
  const gateway = await field.connect("T-GW");
  const drivers = [{ protocol: "bacnet", isUp: true, restarts: 1, devices: 14, counts: { malformed: 7 } }];
  await gateway.publish("status", { state: "online", at: 0, drivers });
  const edge = await app.db
    .selectFrom("edges")
    .select("drivers")
    .where("ssid", "=", "T-GW")
    .executeTakeFirst();
  expect(edge).toEqual({ drivers });
});

test("stopping the server does not change the state of edges", async () => {
  await using app = await startTestApp();
  const field = await startTestIngest(app);
  const will = {
    topic: topicOf("T-GW", "status"),
    payload: Buffer.from('{"state":"offline","at":0}'),
    qos: 1,
    retain: true,
  };
  const gateway = await field.connect("T-GW", { will } as object);
  await gateway.publish("status", { state: "online", at: 0 });
  await field.ingest[Symbol.asyncDispose]();
  const edge = await app.db.selectFrom("edges").select("state").where("ssid", "=", "T-GW").executeTakeFirst();
  expect(edge).toEqual({ state: "online" });
  await field[Symbol.asyncDispose]();
});

test("closes a connection at the header of a frame over 256 kB, before any login", async () => {
  await using app = await startTestApp();
  await using field = await startTestIngest(app);
  const socket = connect(field.port, "127.0.0.1");
  const closed = new Promise<void>((resolve) => void socket.once("close", () => resolve()));
  socket.on("error", () => undefined);
  socket.write(Buffer.from([0x10, 0xff, 0xff, 0xff, 0x7f]));
  await closed;
  expect(field.ingest.broker.counts.oversizedFrames).toBe(1);
});

test("the broker works after 500 connections with invalid data", async () => {
  await using app = await startTestApp();
  await using field = await startTestIngest(app);
  await Promise.all(
    Array.from({ length: 500 }, async (_, at) => {
      const socket = connect(field.port, "127.0.0.1");
      const closed = new Promise<void>((resolve) => void socket.once("close", () => resolve()));
      socket.on("error", () => undefined);
      socket.end(randomBytes(5 + (at % 60)));
      socket.resume();
      await closed;
    }),
  );
  const sensor = await field.connect("T-S1");
  await sensor.publish("readings", aReading("T-S1", "TEMPERATURE", app.now().getTime(), 24));
  expect(await app.db.selectFrom("readings").selectAll().execute()).toHaveLength(1);
});

test("acknowledges nothing and answers 503 while the database is down, and loses nothing", async () => {
  await using linked = await startLinkedApp();
  const { app, link } = linked;
  await using field = await startTestIngest(app);
  const user = await app.as("operator");
  const sensor = await field.connect("T-S1");
  const at = app.now().getTime();
  await sensor.publish("readings", aReading("T-S1", "TEMPERATURE", at - 2_000, 20, 1));

  link.cut();
  let acknowledged = 0;
  const sent = [21, 22].map((value, index) =>
    sensor
      .publish("readings", aReading("T-S1", "TEMPERATURE", at + index, value, index + 2))
      .then(() => (acknowledged += 1)),
  );
  const refused = await user.get("/v1/auth/session");
  expect([refused.statusCode, refused.json().code]).toEqual([503, "unavailable"]);
  expect((await app.client().get("/v1/health")).json()).toMatchObject({
    status: "unavailable",
    database: "down",
  });
  expect(acknowledged).toBe(0);

  link.restore();
  await Promise.all(sent);
  const rows = await app.db.selectFrom("readings").select("value").orderBy("at").execute();
  expect(rows.map((row) => row.value)).toEqual([20, 21, 22]);
  expect((await user.get("/v1/auth/session")).statusCode).toBe(200);
});
