import type { listMessageProblems } from "@verandah/contract/devices/message-problems.ts";
import type { ReplyOf } from "@verandah/contract/route.ts";
import { topicOf } from "@verandah/field/topics.ts";
import { expect, test, vi } from "vitest";

import { aSite } from "../../testing/sites.ts";
import { startTestApp } from "../../testing/start-test-app.ts";
import { aReading, startTestIngest } from "../../testing/start-test-ingest.ts";

type App = Awaited<ReturnType<typeof startTestApp>>;
type Field = Awaited<ReturnType<typeof startTestIngest>>;

const url = "/v1/gateways/messageproblems";

async function listed(app: App, field: Field): Promise<ReplyOf<typeof listMessageProblems>> {
  await field.ingest.problems.store();
  return (await (await app.as("administrator")).get(url)).json();
}

/** A readings message of the sensor with one value as text. */
const withValue = (value: string, at: number, seq = 1) =>
  JSON.stringify(aReading("T-S1", "TEMPERATURE", at, 0, seq)).replace(",0]", `,${value}]`);

test.each([
  ["NaN", "not-json"],
  ["-Infinity", "not-json"],
  ['"24.1"', "wrong-shape"],
  ["null", "wrong-shape"],
  ["true", "wrong-shape"],
])("a message with the value %s is listed as %s, and its neighbours are stored", async (value, reason) => {
  await using app = await startTestApp();
  await using field = await startTestIngest(app);
  const sensor = await field.connect("T-S1");
  const at = app.now().getTime();
  await sensor.publish("readings", withValue("24.1", at, 1));
  for (const seq of [2, 3]) {
    app.advance(1_000);
    await sensor.publish("readings", withValue(value, at + seq, seq));
  }
  await sensor.publish("readings", withValue("24.3", at + 4, 4));
  expect(await listed(app, field)).toEqual([
    {
      ssid: "T-S1",
      name: "T-S1",
      reason,
      count: 2,
      since: "2026-01-05T08:00:01.000Z",
      lastAt: "2026-01-05T08:00:02.000Z",
      lastMessage: withValue(value, at + 3, 3),
    },
  ]);
  expect(await app.db.selectFrom("latest").select("value").execute()).toEqual([{ value: 24.3 }]);
});

test("readings with times in seconds are listed as of a wrong time, with the values", async () => {
  await using app = await startTestApp();
  await using field = await startTestIngest(app);
  const sensor = await field.connect("T-S1");
  const seconds = Math.round(app.now().getTime() / 1_000);
  await sensor.publish("readings", withValue("24.1", seconds));
  expect(await listed(app, field)).toMatchObject([
    {
      reason: "wrong-time",
      count: 1,
      lastMessage: `{"device":"T-S1","point":"TEMPERATURE","values":[[${seconds},24.1]]}`,
    },
  ]);
});

test("a number that a sender counts beyond 2^53 is refused, so that two messages are never one", async () => {
  await using app = await startTestApp();
  await using field = await startTestIngest(app);
  const sensor = await field.connect("T-S1");
  const at = app.now().getTime();
  for (const value of [24.1, 24.2])
    await sensor.publish(
      "readings",
      withValue(String(value), at).replace('"seq":1', '"seq":9007199254740993'),
    );
  expect(await listed(app, field)).toMatchObject([{ reason: "wrong-shape", count: 2 }]);
});

test("lists a foreign topic and an event of a foreign device", async () => {
  await using app = await startTestApp();
  await using field = await startTestIngest(app);
  const gateway = await field.connect("T-GW");
  const event = { device: "T-S1", at: app.now().getTime(), code: 110, message: "Fire", state: "raised" };
  await gateway.publish("events", event);
  app.advance(1_000);
  gateway.client.publish(topicOf("T-S1", "readings"), "{}");
  await vi.waitFor(() => expect(field.ingest.broker.counts.refusedTopics).toBe(1));
  expect((await listed(app, field)).map(({ reason, lastMessage }) => [reason, lastMessage])).toEqual([
    ["foreign-topic", "v1/T-S1/readings"],
    ["rejected", JSON.stringify(event)],
  ]);
});

test("lists a name that two clients of one address use, and not a client that reconnects often", async () => {
  await using app = await startTestApp();
  await using field = await startTestIngest(app);
  async function connect(times: number, everyMs: number): Promise<void> {
    for (let time = 0; time < times; time += 1) {
      app.advance(everyMs);
      await field.connect("T-S1");
      // It is counted at the time of the clock, which must not move before.
      await field.ingest.problems.store();
    }
  }
  // A client that ends its connection after 13 s without an acknowledgement, because the server is slow.
  await connect(12, 13_000);
  expect(await listed(app, field)).toEqual([]);
  await connect(8, 1_000);
  expect(await listed(app, field)).toMatchObject([
    { ssid: "T-S1", reason: "name-in-use", lastMessage: "127.0.0.1, 127.0.0.1" },
  ]);
});

test("lists a name that clients of two addresses use, and not a single move", async () => {
  await using app = await startTestApp();
  await using field = await startTestIngest(app);
  const { id } = await app.db
    .selectFrom("edges")
    .select("id")
    .where("ssid", "=", "T-S1")
    .executeTakeFirstOrThrow();
  const addresses = { old: "10.0.0.1", new: "10.0.0.2" };
  await field.ingest.problems.countReplaced(id, addresses);
  expect(await listed(app, field)).toEqual([]);
  await field.ingest.problems.countReplaced(id, { old: addresses.new, new: addresses.old });
  expect(await listed(app, field)).toMatchObject([
    { ssid: "T-S1", reason: "name-in-use", count: 1, lastMessage: "10.0.0.2, 10.0.0.1" },
  ]);
});

test("lists a name that clients of two processes use", async () => {
  await using app = await startTestApp();
  await using a = await startTestIngest(app);
  await using b = await startTestIngest(app);
  for (let time = 0; time < 4; time += 1)
    for (const [field, other] of [
      [a, b],
      [b, a],
    ] as const) {
      app.advance(1_000);
      await field.connect("T-S1");
      // The other process counts it at the time of the clock, which must not move before.
      await vi.waitFor(() => expect(other.ingest.broker.connections).toBe(0));
      await other.ingest.problems.store();
    }
  // Each login but the first replaces the client at the other process. From the sixth on, they are more than reconnects.
  await vi.waitFor(async () => {
    await a.ingest.problems.store();
    expect(await listed(app, b)).toEqual([
      {
        ssid: "T-S1",
        name: "T-S1",
        reason: "name-in-use",
        count: 2,
        since: "2026-01-05T08:00:07.000Z",
        lastAt: "2026-01-05T08:00:08.000Z",
        lastMessage: "127.0.0.1, 127.0.0.1",
      },
    ]);
  });
});

test("an edge that moves to another process is not listed", async () => {
  await using app = await startTestApp();
  await using a = await startTestIngest(app);
  await using b = await startTestIngest(app);
  for (const field of [a, b, a]) {
    const { client } = await field.connect("T-S1");
    await client.endAsync();
    await vi.waitFor(() => expect(field.ingest.broker.connections).toBe(0));
  }
  expect((await app.query("select from call_counts")).rows).toEqual([]);
});

test("keeps one row for each sender and reason, with the last message on one short line", async () => {
  await using app = await startTestApp();
  await using field = await startTestIngest(app);
  const sensor = await field.connect("T-S1");
  await sensor.publish("readings", "first");
  await listed(app, field);
  await sensor.publish("readings", `a\nb\u0000c\u202E${"👨".repeat(400)}`);
  const [row, ...others] = await listed(app, field);
  expect(others).toEqual([]);
  expect(row).toMatchObject({ reason: "not-json", count: 2 });
  expect(row?.lastMessage).toBe(`a bc${"👨".repeat(195)}…`);
});

test("a problem of more than a week ago is not listed, and counts again from 1", async () => {
  await using app = await startTestApp();
  await using field = await startTestIngest(app);
  const sensor = await field.connect("T-S1");
  await sensor.publish("readings", "bad");
  await listed(app, field);
  app.advance(7 * 86_400_000 + 1);
  expect(await listed(app, field)).toEqual([]);
  await sensor.publish("readings", "bad");
  expect(await listed(app, field)).toMatchObject([{ count: 1, since: app.now().toISOString() }]);
});

test("shows problems to administrators of their campus only", async () => {
  await using app = await startTestApp({ sites: [aSite("T"), aSite("O", "Other Campus")] });
  await using field = await startTestIngest(app);
  await (await field.connect("O-S1")).publish("readings", "bad");
  expect(await listed(app, field)).toEqual([]);
  expect((await (await app.as("other-administrator")).get(url)).json()).toMatchObject([{ ssid: "O-S1" }]);
  for (const role of ["operator", "viewer", "pumpCustomer", "member"] as const)
    expect((await (await app.as(role)).get(url)).statusCode).toBe(403);
});
