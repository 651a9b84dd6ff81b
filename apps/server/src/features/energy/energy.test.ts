import type { getConsumption } from "@verandah/contract/energy/energy.ts";
import type { ReplyOf } from "@verandah/contract/route.ts";
import { expect, test } from "vitest";

import { aDevice, aSite } from "../../testing/sites.ts";
import { startTestApp } from "../../testing/start-test-app.ts";

const QUARTER_MS = 900_000;

/** A meter that has counted 2 kWh an hour since 06:00 in Kolkata; it is 12:00. */
async function start() {
  const site = aSite();
  const points = ["energyTotal", "activePowerTotal", "powerFactorTotal", "em_currentPhase1"];
  site.devices.push(aDevice("ENERGYMETER", "T-EM", points, { location: "T/g", edge: "T-GW" }));
  const app = await startTestApp({ now: "2026-01-05T00:30:00Z", sites: [site] });
  for (let quarter = 0; quarter <= 24; quarter += 1) {
    await app.measure("T-GW", "T-EM", { energyTotal: 1_000 + quarter / 2, em_currentPhase1: 5 });
    if (quarter < 24) app.advance(QUARTER_MS);
  }
  const user = await app.as("operator");
  return {
    app,
    user,
    consumption: async (query = "") =>
      (await user.get(`/v1/gl_analytics/T-EM/ems/consumption${query}`)).json<
        ReplyOf<typeof getConsumption>
      >(),
    [Symbol.asyncDispose]: () => app[Symbol.asyncDispose](),
  };
}

test("calculates the last 24 hours and 7 days from the counter, and leaves hours without readings empty", async () => {
  await using bench = await start();
  const { hours, days, coveragePercent } = await bench.consumption();
  expect(hours).toHaveLength(24);
  expect(hours.slice(0, 18).every(({ kilowattHour }) => kilowattHour === null)).toBe(true);
  expect(hours.at(-1)).toMatchObject({ kilowattHour: 2, isComplete: true });
  expect(days).toHaveLength(7);
  expect(days.slice(0, 6).every(({ kilowattHour }) => kilowattHour === null)).toBe(true);
  expect(days.at(-1)?.kilowattHour).toBeCloseTo(11.5, 5);
  expect(days.at(-1)?.isComplete).toBe(false);
  expect(coveragePercent).toBeGreaterThan(3);
  expect(coveragePercent).toBeLessThan(5);
});

test("accepts any day until today, and refuses other dates and devices", async () => {
  await using bench = await start();
  const yesterday = await bench.consumption("?date=2026-01-04");
  expect(yesterday.hours).toHaveLength(24);
  expect(yesterday.hours.every(({ kilowattHour }) => kilowattHour === null)).toBe(true);
  const fields = async (query: string) =>
    (await bench.user.get(`/v1/gl_analytics/T-EM/ems/consumption?date=${query}`)).json().fields;
  expect(await fields("2026-01-06")).toEqual({ date: "Choose a day up to today" });
  expect(await fields("yesterday")).toEqual({ date: "Choose a date" });
  for (const ssid of ["T-AHU", "NO-SUCH"])
    expect((await bench.user.get(`/v1/gl_analytics/${ssid}/ems/consumption`)).statusCode).toBe(404);
});

test("the last value of a counter that begins again is its last, in a trend and in a report", async () => {
  await using bench = await start();
  const fromMs = Date.parse("2026-01-05T06:35:00Z");
  const values = [1_012.5, 0, 0.25].map((value, minute): [number, number] => [
    fromMs + minute * 60_000,
    value,
  ]);
  bench.app.advance(QUARTER_MS);
  await bench.app.send("T-GW", [{ device: "T-EM", point: "energyTotal", values }]);
  const range = "from=2026-01-05T06:30:00Z&to=2026-01-05T06:45:00Z";
  const trend = await bench.user.get(`/v1/telemetry/T-EM/trend?param_id=energyTotal&${range}&buckets=1`);
  expect(trend.json().buckets).toEqual([expect.objectContaining({ max: 1_012.5, last: 0.25 })]);
  const report = `/v1/reports/trend-log-comparision?from=2026-01-04T06:15:00Z&to=2026-01-05T06:45:00Z`;
  const { rows } = (await bench.user.get(`${report}&points=T-EM/energyTotal`)).json();
  expect(rows[0]).toMatchObject({ Value: 0.25, Maximum: 1_012.5, Interval: "Last value" });
  expect((await bench.consumption("?date=2026-01-04")).lastRestart).toBeNull();
  const at = "2026-01-05T06:30:00.000Z";
  expect((await bench.consumption()).lastRestart).toEqual({ at, cause: "new-count" });
});

test("the specification's calls have its shapes", async () => {
  await using bench = await start();
  const get = async (path: string) => (await bench.user.get(`/v1/gl_analytics/T-EM/ems${path}`)).json();
  expect(await get("")).toContainEqual(
    expect.objectContaining({ param_id: "energyTotal", param_value: 1_012, quality: "good" }),
  );
  const graph = await get("/graph");
  expect(Object.keys(graph.graphData[0])).toEqual(
    expect.arrayContaining(["em_powerFactorTotal", "em_currentPhase1"]),
  );
  const day = (await get("/24hours?date=2026-01-05")).graphData[0].energyTotal;
  expect(day.measured_time).toHaveLength(day.param_value.length);
  expect((await get("/7days")).graphData[0].energyTotal.param_value).toHaveLength(1);
});
