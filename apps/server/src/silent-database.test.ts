import { expect, test, vi } from "vitest";

import { startLoopClock } from "./testing/loop-clock.ts";
import { startLinkedApp } from "./testing/start-linked-app.ts";
import { startTestApp } from "./testing/start-test-app.ts";
import { aReading, startTestIngest } from "./testing/start-test-ingest.ts";

test("answers 503 within 3 s when the database accepts connections but does not respond, and recovers", async () => {
  await using linked = await startLinkedApp();
  const { app, link } = linked;
  await using field = await startTestIngest(app);
  const user = await app.as("operator");
  const sensor = await field.connect("T-S1");
  const at = app.now().getTime();

  link.stall();
  const { seconds } = startLoopClock();
  const timed = async <T>(call: Promise<T>) => ({ result: await call, tookSeconds: seconds() });
  let acknowledged = false;
  const sent = sensor
    .publish("readings", aReading("T-S1", "TEMPERATURE", at, 21))
    .then(() => (acknowledged = true));
  const calls = await Promise.all([
    timed(app.client().get("/v1/health")),
    timed(app.login("viewer")),
    // More calls than the pool has connections.
    ...Array.from({ length: 20 }, () => timed(user.get("/v1/auth/session"))),
  ]);
  for (const { result, tookSeconds } of calls) {
    expect(result.statusCode).toBe(503);
    expect(tookSeconds).toBeLessThan(3.2);
  }
  expect(calls[0]?.result.json()).toMatchObject({ status: "unavailable", database: "down" });
  expect(calls[1]?.result.json()).toMatchObject({ code: "unavailable" });
  expect(acknowledged).toBe(false);

  link.restore();
  await sent;
  expect(await app.db.selectFrom("latest").select("value").execute()).toEqual([{ value: 21 }]);
  await vi.waitFor(async () => expect((await user.get("/v1/auth/session")).statusCode).toBe(200), 10_000);
  expect((await app.client().get("/v1/health")).statusCode).toBe(200);
}, 60_000);

test("calls wait for connections that are busy, as long as the database responds", async () => {
  await using app = await startTestApp();
  startLoopClock();
  // Each statement waits for a connection longer than a check of the database takes, and shorter than a call may wait for one.
  const untilMs = Date.now() + 6_000;
  const busy = Array.from({ length: 30 }, async () => {
    while (Date.now() < untilMs) await app.query("select pg_sleep(0.5)");
  });
  const answers = await Promise.all([app.login("viewer"), app.login("operator")]);
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
  await Promise.all(busy);
}, 60_000);
