import { expect, test } from "vitest";

import { aSite } from "../../testing/sites.ts";
import { startTestApp } from "../../testing/start-test-app.ts";

const url = "/v1/gl_analytics/T-AHU/actualvsexpected";

test("valve, return and supply air have their setpoints", async () => {
  await using app = await startTestApp({ now: "2026-01-05T08:00:00Z" });
  await app.measure("T-GW", "T-AHU", { "Return Air Temperature": 24.2, ahu_in_air_temperature_sp: 23 });
  app.advance(30_001);
  await app.measure("T-GW", "T-AHU", { ahu_in_air_temperature_sp: 24 });
  const user = await app.as("viewer");
  const missing = {
    measured_time: null,
    quality: "missing",
    actual: null,
    expected: null,
    expectedQuality: "missing",
  };
  expect((await user.get(url)).json()).toEqual([
    { name: "ChW Valve", unit: "percent", ...missing },
    {
      name: "RAT",
      unit: "degC",
      actual: 24.2,
      expected: 24,
      quality: "stale",
      measured_time: "2026-01-05T08:00:00.000Z",
      expectedQuality: "good",
    },
    { name: "SAT", unit: "degC", ...missing },
  ]);
});

test("only staff of the campus may call it, and only for an air handling unit", async () => {
  await using app = await startTestApp({ sites: [aSite("T"), aSite("O", "Other Campus")] });
  expect((await (await app.as("member")).get(url)).statusCode).toBe(403);
  expect((await (await app.as("other-operator")).get(url)).statusCode).toBe(404);
  expect((await (await app.as("operator")).get("/v1/gl_analytics/T-S1/actualvsexpected")).statusCode).toBe(
    404,
  );
});
