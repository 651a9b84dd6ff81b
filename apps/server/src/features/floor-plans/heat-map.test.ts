import type { HeatMap } from "@verandah/contract/floor-plans/floor-plans.ts";
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

test("returns means and colours of zones, and values and colours of sensors, in the specification's format", async () => {
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
      color: "#d04f72",
      level: "within",
      quality: "good",
      measured_time: "2026-01-05T08:00:00.000Z",
      devices: [
        {
          ssid: "T-S1",
          ss_name: "Sensor T-S1",
          name: "TEMPERATURE",
          param_value: 24.2,
          coordinates: [100, 200],
          color: "#d04f72",
          level: "within",
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
      level: null,
      quality: "missing",
      measured_time: null,
      devices: [
        expect.objectContaining({ ssid: "T-S2", param_value: null, color: grey, quality: "missing" }),
      ],
    },
  ]);
});

test("a stale value is grey and has the time of its measurement", async () => {
  await using app = await startTestApp({ now: "2026-01-05T08:00:00Z" });
  await app.measure("T-S1", "T-S1", { HUMIDITY: 90 });
  app.advance(30_000);
  expect((await heatMap(app, "humidity")).zones[0]).toMatchObject({ color: "#f0f921", quality: "good" });
  app.advance(1);
  app.endSharedAnswers();
  expect((await heatMap(app, "humidity")).zones[0]).toMatchObject({
    value: 90,
    color: grey,
    level: null,
    quality: "stale",
    measured_time: "2026-01-05T08:00:00.000Z",
    devices: [{ color: grey, level: null, quality: "stale" }],
  });
});

test("two values within the limits that differ by 0.6 °C have different colours", async () => {
  await using app = await startTestApp();
  await app.measure("T-S1", "T-S1", { TEMPERATURE: 24.7 });
  await app.measure("T-S2", "T-S2", { TEMPERATURE: 25.3 });
  const { zones, scale } = await heatMap(app, "temperature");
  expect(scale.map(({ value }) => value)).toEqual([20, 22, 24, 26, 28]);
  expect(zones.map(({ color }) => color)).toEqual(["#db6264", "#e97a54"]);
});

test("a value far from the others does not change the scale", async () => {
  await using app = await startTestApp();
  await app.measure("T-S1", "T-S1", { TEMPERATURE: 22 });
  await app.measure("T-S3", "T-S3", { TEMPERATURE: 48 });
  const { scale, zones } = await heatMap(app, "temperature");
  expect(scale.map(({ value }) => value)).toEqual([20, 22, 24, 26, 28]);
  expect(zones[0]?.color).toBe(scale[1]?.color);
});

test.each([
  ["temperature", 19.9, "below"],
  ["temperature", 20, "within"],
  ["temperature", 28, "within"],
  ["temperature", 28.1, "above"],
  // Shown as 28.0 °C. The floor counts the zone as outside its limits.
  ["temperature", 28.04, "above"],
  ["luminousity", 0, "within"],
  ["aqi", 1000, "within"],
  ["aqi", 1001, "above"],
])("%s of %d is %s its limits", async (type, value, level) => {
  await using app = await startTestApp();
  const metric = type === "aqi" ? "CO2" : type.toUpperCase();
  await app.query("delete from alarm_settings where alarm = 'lux'");
  await app.measure("T-S1", "T-S1", { [metric]: value });
  expect((await heatMap(app, type)).zones[0]?.level).toBe(level);
});

test("compares a zone and its sensors with the zone's own limits", async () => {
  await using app = await startTestApp();
  await app.measure("T-S1", "T-S1", { TEMPERATURE: 24 });
  const [before] = (await heatMap(app, "temperature")).zones;
  const user = await app.as("administrator");
  const limits = { temperature: { min: 26, max: 28 } };
  expect((await user.post(`/v1/gl_zone/${before?.id}/configuration`, limits)).statusCode).toBe(200);
  const [zone] = (await heatMap(app, "temperature")).zones;
  expect([before?.level, zone?.level, zone?.devices[0]?.level]).toEqual(["within", "below", "below"]);
});

test("members see the comfort of zones but no sensors", async () => {
  await using app = await startTestApp();
  await app.measure("T-S1", "T-S1", { TEMPERATURE: 24 });
  const [zone] = (await heatMap(app, "temperature", "member")).zones;
  expect([zone?.value, zone?.devices]).toEqual([24, []]);
});

test("rejects an unknown type and a place that is not a floor", async () => {
  await using app = await startTestApp();
  const user = await app.as("viewer");
  expect((await user.get(`/v1/gl_analytics/${await floorId(app)}/heatmap?type=noise`)).statusCode).toBe(400);
  expect((await user.get(`/v1/gl_analytics/${user.session.building.id}/heatmap`)).statusCode).toBe(404);
});
