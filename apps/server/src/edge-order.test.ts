import { expect, test } from "vitest";

import { startTestApp } from "./testing/start-test-app.ts";
import { aReading, gatewayWill, startTestIngest } from "./testing/start-test-ingest.ts";

type App = Awaited<ReturnType<typeof startTestApp>>;

const stateOf = (app: App) =>
  app.db.selectFrom("edges").select("state").where("ssid", "=", "T-GW").executeTakeFirst();

const health = (missedPolls: number) => ({
  at: 0,
  devices: [{ device: "T-AHU", state: missedPolls > 2 ? "offline" : "online", since: 0, missedPolls }],
});

test("an edge that reconnects is online, although the last will of its old connection is stored late", async () => {
  await using app = await startTestApp();
  await using field = await startTestIngest(app);
  const first = await field.connect("T-GW", { will: gatewayWill });
  await first.publish("status", { state: "online", at: 0 });

  let published: Promise<unknown> | undefined;
  await app.db.transaction().execute(async (holder) => {
    await holder.selectFrom("edges").select("id").where("ssid", "=", "T-GW").forUpdate().execute();
    // The login itself waits for the row.
    published = field
      .connect("T-GW", { will: gatewayWill })
      .then((second) => second.publish("status", { state: "online", at: 0 }));
    // Long enough for the second message to overtake the first, if it could.
    await new Promise((done) => setTimeout(done, 200));
  });
  await published;
  // The same time for the first message, if it came last.
  await new Promise((done) => setTimeout(done, 200));
  expect(await stateOf(app)).toEqual({ state: "online" });
});

test("stores the later of two health messages of a device", async () => {
  await using app = await startTestApp();
  await using field = await startTestIngest(app);
  const gateway = await field.connect("T-GW");
  await Promise.all(Array.from({ length: 40 }, (_, at) => gateway.publish("health", health(at))));
  const device = await app.db
    .selectFrom("devices")
    .select(["reportedState", "missedPolls"])
    .where("ssid", "=", "T-AHU")
    .executeTakeFirst();
  expect(device).toEqual({ reportedState: "offline", missedPolls: 39 });
});

test("stores the first readings of a connection in the order of arrival", async () => {
  await using app = await startTestApp();
  await using field = await startTestIngest(app);
  // The first message waits for the record of its connection, and the next ones could overtake it.
  await app.query("update edges set state = 'online' where ssid = 'T-S1'");
  const sensor = await field.connect("T-S1");
  await app.query("create sequence records");
  await app.query(`create function slow_first() returns trigger language plpgsql as $$ begin
    if nextval('records') = 1 then perform pg_sleep(0.3); end if; return null; end $$`);
  await app.query(
    "create trigger slow_first before update on edges for each statement execute function slow_first()",
  );
  const at = app.now().getTime();
  await Promise.all(
    [26, 27, 28].map((value, index) =>
      sensor.publish("readings", aReading("T-S1", "TEMPERATURE", at, value, index + 1)),
    ),
  );
  const values = await app.db.selectFrom("latest").select("value").execute();
  expect(values).toEqual([{ value: 26 }]);
});
