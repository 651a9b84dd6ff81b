import { expect, test } from "vitest";

import { alerts } from "../../testing/benches/alarm-bench.ts";
import { shortenDelays, storeAlarms } from "../../testing/benches/alarms.ts";
import { startTestApp } from "../../testing/start-test-app.ts";
import { evaluateAlarms, publishChanges } from "./evaluation/alarm-evaluation.service.ts";

test("announces the newest hundred of many concurrent alarms by name", async () => {
  await using app = await startTestApp();
  await storeAlarms(app, 150);
  const rows = await app.db
    .selectFrom("alarms")
    .select(["id", "campus_id"])
    .orderBy("raised_at", "desc")
    .execute();
  const announced: number[][] = [];
  app.bus.subscribe("alarms-changed", ({ raisedIds }) => void announced.push(raisedIds));
  await publishChanges(
    app.ctx,
    [rows[0]?.campus_id ?? 0],
    rows.map((row) => row.id),
  );
  expect(announced.map((ids) => new Set(ids))).toEqual([new Set(rows.slice(0, 100).map((row) => row.id))]);
});

test.each([
  [28.01, "Temperature high: 28.1 °C, limit 28 °C"],
  [19.99, "Temperature low: 19.9 °C, limit 20 °C"],
])("a value barely outside its limit (%d) is not shown as the limit", async (value, message) => {
  await using app = await startTestApp();
  await shortenDelays(app);
  for (const ms of [0, 15_000]) {
    app.advance(ms);
    await app.measure("T-S1", "T-S1", { TEMPERATURE: value });
    await evaluateAlarms(app.ctx);
  }
  expect((await alerts(app)).solution).toMatchObject([{ message }]);
});
