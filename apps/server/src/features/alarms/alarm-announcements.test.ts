import { expect, test } from "vitest";

import { alerts } from "../../testing/benches/alarm-bench.ts";
import { shortenDelays } from "../../testing/benches/alarms.ts";
import { startTestApp } from "../../testing/start-test-app.ts";
import { evaluateAlarms } from "./evaluation/alarm-evaluation.service.ts";

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
