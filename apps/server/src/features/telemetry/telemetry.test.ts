import type { DeviceReadings } from "@verandah/contract/telemetry/telemetry.ts";
import type { Series } from "@verandah/field/payloads.ts";
import type { FieldQuality } from "@verandah/field/points.ts";
import { expect, test } from "vitest";

import { aSite } from "../../testing/sites.ts";
import { startTestApp } from "../../testing/start-test-app.ts";
import { anyTrend } from "./telemetry.service.ts";

type App = Awaited<ReturnType<typeof startTestApp>>;

async function latest(app: App, ssid: string) {
  const user = await app.as("operator");
  const [device] = (await user.get(`/v1/telemetry/latest?devices=${ssid}`)).json<DeviceReadings[]>();
  return Object.fromEntries((device?.values ?? []).map((reading) => [reading.param_id, reading]));
}

test("a stored value is the latest, with its instant, unit and quality", async () => {
  await using app = await startTestApp({ now: "2026-01-05T08:00:00Z" });
  await app.measure("T-S1", "T-S1", { TEMPERATURE: 24.5 }, 1_000);
  const readings = await latest(app, "T-S1");
  expect(readings["TEMPERATURE"]).toEqual({
    param_id: "TEMPERATURE",
    param_value: 24.5,
    measured_time: "2026-01-05T07:59:59.000Z",
    unit: "degC",
    quality: "good",
    freshForMs: 29_000,
  });
  expect(readings["CO2"]).toMatchObject({ param_value: null, measured_time: null, quality: "missing" });
});

test("a value is good for exactly three intervals, and stale after them", async () => {
  await using app = await startTestApp();
  await app.measure("T-S1", "T-S1", { TEMPERATURE: 24 });
  app.advance(30_000);
  expect((await latest(app, "T-S1"))["TEMPERATURE"]?.quality).toBe("good");
  app.advance(1);
  expect((await latest(app, "T-S1"))["TEMPERATURE"]?.quality).toBe("stale");
});

test("stores a late older value without making it the latest", async () => {
  await using app = await startTestApp();
  await app.measure("T-S1", "T-S1", { TEMPERATURE: 24 });
  await app.measure("T-S1", "T-S1", { TEMPERATURE: 11 }, 3 * 86_400_000);
  expect((await latest(app, "T-S1"))["TEMPERATURE"]?.param_value).toBe(24);
  expect(await app.db.selectFrom("readings").selectAll().execute()).toHaveLength(2);
});

test("accepts readings from a device's own edge and from an importer of its campus only", async () => {
  await using app = await startTestApp({ sites: [aSite("T"), aSite("O", "Other Campus")] });
  await app.measure("T-S2", "T-S1", { TEMPERATURE: 99 });
  await app.measure("O-IMPORT", "T-S1", { TEMPERATURE: 98 });
  expect(app.writer.counts).toMatchObject({ stored: 0, unknownPoint: 2 });
  await app.measure("T-IMPORT", "T-S1", { TEMPERATURE: 24 });
  expect((await latest(app, "T-S1"))["TEMPERATURE"]?.param_value).toBe(24);
});

test("counts unknown points and stores the rest of a message", async () => {
  await using app = await startTestApp();
  await app.measure("T-S1", "T-S1", { TEMPERATURE: 24, NONSENSE: 1 });
  expect(app.writer.counts).toMatchObject({ stored: 1, unknownPoint: 1 });
});

test("stores values outside the physical range, or from a fast clock, as suspect", async () => {
  await using app = await startTestApp();
  await app.measure("T-S1", "T-S1", { TEMPERATURE: 61 });
  await app.measure("T-S1", "T-S1", { TEMPERATURE: 25 }, -6 * 60_000);
  const rows = await app.db.selectFrom("readings").select(["value", "quality"]).orderBy("value").execute();
  expect(rows).toEqual([
    { value: 25, quality: 1 },
    { value: 61, quality: 1 },
  ]);
  expect((await latest(app, "T-S1"))["TEMPERATURE"]).toMatchObject({ param_value: 61, quality: "suspect" });
});

test.each([
  ["no-sensor", 24],
  ["out-of-service", 24],
  ["overridden", 61],
] as const)("a value that its device sends as %s is suspect for this reason", async (doubt, value) => {
  await using app = await startTestApp();
  const at = app.now().getTime();
  const series = (quality: FieldQuality, atMs: number): Series => ({
    device: "T-S1",
    point: "TEMPERATURE",
    values: [[atMs, value, quality]],
  });
  await app.send("T-S1", [series(doubt, at - 1)]);
  expect((await latest(app, "T-S1"))["TEMPERATURE"]).toMatchObject({
    param_value: value,
    quality: "suspect",
    doubt,
  });
  app.advance(31_000);
  expect((await latest(app, "T-S1"))["TEMPERATURE"]).not.toHaveProperty("doubt");
  await app.send("T-S1", [series("suspect", app.now().getTime())]);
  expect((await latest(app, "T-S1"))["TEMPERATURE"]).not.toHaveProperty("doubt");
});

test("counts values days in the future or more than 400 days old without storing them", async () => {
  await using app = await startTestApp();
  await app.measure("T-S1", "T-S1", { TEMPERATURE: 24 }, -2 * 86_400_000 - 1);
  await app.measure("T-S1", "T-S1", { TEMPERATURE: 24 }, 400 * 86_400_000 + 1);
  expect(app.writer.counts).toMatchObject({ stored: 0, wrongTime: 2 });
});

test.each([
  ["operator", "T-S1", "NONE"],
  ["operator", "T-S9", "TEMPERATURE"],
  ["other-administrator", "T-S1", "TEMPERATURE"],
] as const)("to %s there is no trend of %s's %s", async (username, ssid, point) => {
  await using app = await startTestApp({ sites: [aSite("T"), aSite("O", "Other Campus")] });
  const user = await app.as(username);
  const range = "from=2026-01-05T00:00:00Z&to=2026-01-05T01:00:00Z";
  const reply = await user.get(`/v1/telemetry/${ssid}/trend?param_id=${point}&${range}`);
  expect([reply.statusCode, reply.json().code]).toEqual([404, "not-found"]);
});

test("a trend has mean, minimum and maximum of each bucket, from values and from rollups", async () => {
  await using app = await startTestApp({ now: "2026-01-05T12:00:00Z" });
  const from = Date.parse("2026-01-05T08:00:00Z");
  const values = Array.from({ length: 240 }, (_, minute): [number, number] => [
    from + minute * 60_000,
    minute / 8,
  ]);
  await app.send("T-IMPORT", [{ device: "T-S1", point: "TEMPERATURE", values }]);
  const user = await app.as("viewer");
  const trend = async (buckets: number) => {
    const range = "from=2026-01-05T08:00:00Z&to=2026-01-05T12:00:00Z";
    const answer = await user.get(
      `/v1/telemetry/T-S1/trend?param_id=TEMPERATURE&${range}&buckets=${buckets}`,
    );
    return answer.json<{
      unit: string;
      buckets: { at: string; avg: number; min: number; max: number; count: number }[];
    }>();
  };
  // Four buckets of an hour read the hour rollup, eight the five-minute rollup, 240 the values.
  expect(await trend(4)).toMatchObject({
    unit: "degC",
    buckets: [
      { at: "2026-01-05T08:00:00.000Z", avg: 3.6875, min: 0, max: 7.375, count: 60 },
      { at: "2026-01-05T09:00:00.000Z", avg: 11.1875, min: 7.5, max: 14.875, count: 60 },
      { avg: 18.6875 },
      { avg: 26.1875 },
    ],
  });
  expect((await trend(8)).buckets[1]).toMatchObject({
    at: "2026-01-05T08:30:00.000Z",
    avg: 5.5625,
    count: 30,
  });
  const raw = (await trend(240)).buckets;
  expect(raw).toHaveLength(240);
  expect(raw[7]).toEqual({ at: "2026-01-05T08:07:00.000Z", avg: 0.875, min: 0.875, max: 0.875, count: 1 });
});

test("a day in 300 buckets is returned in the 288 stored buckets of five minutes", async () => {
  await using app = await startTestApp({ now: "2026-01-06T08:00:00Z" });
  // At 08:04:50 and 08:04:59 of the day before.
  await app.measure("T-S1", "T-S1", { TEMPERATURE: 20 }, 86_400_000 - 290_000);
  await app.measure("T-S1", "T-S1", { TEMPERATURE: 30 }, 86_400_000 - 299_000);
  const user = await app.as("viewer");
  const range = "from=2026-01-05T08:00:00Z&to=2026-01-06T08:00:00Z";
  const trend = async (buckets: number) =>
    (await user.get(`/v1/telemetry/T-S1/trend?param_id=TEMPERATURE&${range}&buckets=${buckets}`)).json()
      .buckets;
  expect(await trend(300)).toEqual([{ at: "2026-01-05T08:00:00.000Z", avg: 25, min: 20, max: 30, count: 2 }]);
  // Buckets of 270 s are widened. Slightly shorter ones stay as requested.
  expect((await trend(320))[0]).toMatchObject({ at: "2026-01-05T08:00:00.000Z" });
  expect((await trend(321)).map((bucket: { at: string }) => bucket.at)).toEqual(["2026-01-05T08:04:29.159Z"]);
});

test("explains the rejection of a trend with a reversed range or over 400 days", async () => {
  await using app = await startTestApp();
  const user = await app.as("viewer");
  const fields = async (from: string, to: string) => {
    const answer = await user.get(`/v1/telemetry/T-S1/trend?param_id=TEMPERATURE&from=${from}&to=${to}`);
    expect(answer.statusCode).toBe(400);
    return answer.json().fields;
  };
  expect(await fields("2026-01-05T08:00:00Z", "2026-01-05T08:00:00Z")).toEqual({
    to: "End date should be greater than start date",
  });
  expect(await fields("2024-01-05T08:00:00Z", "2026-01-05T08:00:00Z")).toEqual({
    from: "A trend covers at most 400 days",
  });
});

test("a trend by days of India, which begin on the half hour, assigns each value to its day", async () => {
  await using app = await startTestApp({ now: "2026-01-07T18:30:00Z" });
  const ageOf = (at: string) => app.now().getTime() - Date.parse(at);
  await app.measure("T-S1", "T-S1", { TEMPERATURE: 20 }, ageOf("2026-01-05T18:35:00Z"));
  await app.measure("T-S1", "T-S1", { TEMPERATURE: 30 }, ageOf("2026-01-06T18:35:00Z"));
  const user = await app.as("viewer");
  const range = "from=2026-01-05T18:30:00Z&to=2026-01-07T18:30:00Z&buckets=2";
  const trend = (await user.get(`/v1/telemetry/T-S1/trend?param_id=TEMPERATURE&${range}`)).json();
  expect(trend.buckets.map((bucket: { avg: number }) => bucket.avg)).toEqual([20, 30]);
});

test("stores 5,000 concurrent readings of 50 senders", async () => {
  await using app = await startTestApp();
  const at = app.now().getTime();
  const values = Array.from({ length: 100 }, (_, second): [number, number] => [at - second * 1_000, second]);
  await Promise.all(
    Array.from({ length: 50 }, (_, sender) =>
      app.send("T-IMPORT", [
        {
          device: "T-S1",
          point: "TEMPERATURE",
          values: values.map(([ms, value]) => [ms - sender * 100_000, value]),
        },
      ]),
    ),
  );
  expect(app.writer.counts).toMatchObject({ stored: 5_000, unchanged: 0 });
});

test("the trend that is prepared in advance reads all trend tables, but no point", async () => {
  await using app = await startTestApp();
  const { sql, parameters } = anyTrend.compile(app.db);
  expect((await app.query(sql, parameters)).rows).toMatchObject([{ bucket: [], count: [] }]);
  const { rows } = await app.query(`explain ${sql}`, parameters);
  const plan = rows.flatMap((row) => Object.values(row)).join("\n");
  for (const table of ["journal", "hot_even", "hot_odd", "open_hours", "chunk", "5m"])
    expect(plan).toContain(` readings_${table}`);
});
