import type { HeatMap } from "@verandah/contract/floor-plans.ts";
import { expect, test } from "vitest";

import { startTestApp } from "../../testing/start-test-app.ts";

type App = Awaited<ReturnType<typeof startTestApp>>;

const grey = "#868e96";

async function floorId(app: App): Promise<number> {
  const row = await app.db
    .selectFrom("locations")
    .select("id")
    .where("key", "=", "T/g")
    .executeTakeFirstOrThrow();
  return row.id;
}

async function heatMap(app: App, type: string, role: "operator" | "member" = "operator"): Promise<HeatMap> {
  const user = await app.as(role);
  const answer = await user.get(`/v1/gl_analytics/${await floorId(app)}/heatmap?type=${type}`);
  expect(answer.statusCode).toBe(200);
  return answer.json<HeatMap>();
}

test("zones have their mean and its colour, sensors their own, in the specification's shape", async () => {
  await using app = await startTestApp({ now: "2026-01-05T08:00:00Z" });
  await app.measure("T-S1", "T-S1", { TEMPERATURE: 24.2 });
  const map = await heatMap(app, "TEMPERATURE");
  expect(map).toMatchObject({ type: "temperature", unit: "degC" });
  expect(map.zones).toEqual([
    {
      id: expect.any(Number),
      name: "Zone 1",
      coordinates: null,
      value: 24.2,
      color: "#2f9e44",
      quality: "good",
      measured_time: "2026-01-05T08:00:00.000Z",
      devices: [
        {
          ssid: "T-S1",
          ss_name: "Sensor T-S1",
          name: "TEMPERATURE",
          param_value: 24.2,
          coordinates: [100, 200],
          color: "#2f9e44",
          quality: "good",
          measured_time: "2026-01-05T08:00:00.000Z",
        },
      ],
    },
    {
      id: expect.any(Number),
      name: "Zone 2",
      coordinates: null,
      value: "no Data",
      color: grey,
      quality: "missing",
      measured_time: null,
      devices: [
        expect.objectContaining({ ssid: "T-S2", param_value: null, color: grey, quality: "missing" }),
      ],
    },
  ]);
});

test("a value that has turned stale is grey, and says when it was measured", async () => {
  await using app = await startTestApp({ now: "2026-01-05T08:00:00Z" });
  await app.measure("T-S1", "T-S1", { HUMIDITY: 90 });
  app.advance(30_000);
  expect((await heatMap(app, "humidity")).zones[0]).toMatchObject({ color: "#c92a2a", quality: "good" });
  app.advance(1);
  expect((await heatMap(app, "humidity")).zones[0]).toMatchObject({
    value: 90,
    color: grey,
    quality: "stale",
    measured_time: "2026-01-05T08:00:00.000Z",
    devices: [{ color: grey, quality: "stale" }],
  });
});

test.each([
  ["temperature", 17.9, "#1864ab"],
  ["temperature", 18, "#4dabf7"],
  ["temperature", 19.9, "#4dabf7"],
  ["temperature", 20, "#2f9e44"],
  ["temperature", 28, "#2f9e44"],
  ["temperature", 28.1, "#f2aa1a"],
  ["temperature", 30, "#f2aa1a"],
  ["temperature", 30.1, "#c92a2a"],
  ["humidity", 80, "#f2aa1a"],
  ["humidity", 81, "#c92a2a"],
  ["luminousity", 0, "#2f9e44"],
  ["luminousity", 1300, "#f2aa1a"],
  ["aqi", 1000, "#2f9e44"],
  ["aqi", 1400, "#f2aa1a"],
  ["aqi", 1401, "#c92a2a"],
])("%s of %d is %s", async (type, value, color) => {
  await using app = await startTestApp();
  const metric = type === "aqi" ? "CO2" : type.toUpperCase();
  await app.measure("T-S1", "T-S1", { [metric]: value });
  expect((await heatMap(app, type)).zones[0]?.color).toBe(color);
});

test("a zone with limits of its own is coloured by them, with its sensors", async () => {
  await using app = await startTestApp();
  await app.measure("T-S1", "T-S1", { TEMPERATURE: 24 });
  const [before] = (await heatMap(app, "temperature")).zones;
  const user = await app.as("administrator");
  const limits = { temperature: { min: 26, max: 28 } };
  expect((await user.post(`/v1/gl_zone/${before?.id}/configuration`, limits)).statusCode).toBe(200);
  const [zone] = (await heatMap(app, "temperature")).zones;
  expect([before?.color, zone?.color, zone?.devices[0]?.color]).toEqual(["#2f9e44", "#4dabf7", "#4dabf7"]);
});

test("the air of a zone with a CO2 limit of its own is coloured by it, the legend by the campus's", async () => {
  await using app = await startTestApp();
  await app.query("update campus_limits set co2_max_ppm = 800");
  await app.measure("T-S1", "T-S1", { CO2: 900 });
  const [before] = (await heatMap(app, "aqi")).zones;
  const user = await app.as("administrator");
  const limits = { co2: { max: 500 } };
  expect((await user.post(`/v1/gl_zone/${before?.id}/configuration`, limits)).statusCode).toBe(200);
  const { zones, legend } = await heatMap(app, "aqi");
  const [zone] = zones;
  expect([before?.color, zone?.color, zone?.devices[0]?.color]).toEqual(["#f2aa1a", "#f2aa1a", "#f2aa1a"]);
  app.advance(1_000);
  await app.measure("T-S1", "T-S1", { CO2: 901 });
  expect((await heatMap(app, "aqi")).zones[0]?.color).toBe("#c92a2a");
  expect(legend.map(({ level, from, to }) => [level, from, to])).toEqual([
    ["within", 0, 800],
    ["above", 800, 1200],
    ["far-above", 1200, null],
  ]);
});

test("the legend follows the campus's limits, and has no levels that cannot be", async () => {
  await using app = await startTestApp();
  await app.query("update campus_limits set temperature_min_celsius = 21, temperature_max_celsius = 26");
  const ends = async (type: string) =>
    (await heatMap(app, type)).legend.map(({ level, from, to }) => [level, from, to]);
  expect(await ends("temperature")).toEqual([
    ["far-below", null, 19],
    ["below", 19, 21],
    ["within", 21, 26],
    ["above", 26, 28],
    ["far-above", 28, null],
  ]);
  expect(await ends("aqi")).toEqual([
    ["within", 0, 1000],
    ["above", 1000, 1400],
    ["far-above", 1400, null],
  ]);
});

test("members see the comfort of zones, not the sensors", async () => {
  await using app = await startTestApp();
  await app.measure("T-S1", "T-S1", { TEMPERATURE: 24 });
  const [zone] = (await heatMap(app, "temperature", "member")).zones;
  expect([zone?.value, zone?.devices]).toEqual([24, []]);
});

test("an unknown type and a place that is no floor are refused", async () => {
  await using app = await startTestApp();
  const user = await app.as("viewer");
  expect((await user.get(`/v1/gl_analytics/${await floorId(app)}/heatmap?type=noise`)).statusCode).toBe(400);
  expect((await user.get(`/v1/gl_analytics/${user.session.building.id}/heatmap`)).statusCode).toBe(404);
});
