import type { LocationMetric } from "@verandah/contract/buildings.ts";
import { expect, test } from "vitest";

import { evaluateAlarms } from "#features/alarms/evaluation/alarm-evaluation.service.ts";

import { shortenDelays, storeAlarms } from "../../testing/benches/alarms.ts";
import { aSite } from "../../testing/sites.ts";
import { startTestApp } from "../../testing/start-test-app.ts";

type App = Awaited<ReturnType<typeof startTestApp>>;
const comfort = { TEMPERATURE: 24, HUMIDITY: 50, CO2: 600, LUMINOUSITY: 400 };

async function floors(app: App): Promise<Record<string, LocationMetric>> {
  const user = await app.as("member");
  const list = (await user.get(`/v1/gl_zone/${user.session.building.id}`)).json<LocationMetric[]>();
  expect(list.map((floor) => floor.name)).toEqual(["First", "Ground"]);
  return Object.fromEntries(list.map((floor) => [floor.name, floor]));
}

test("a floor's metric data is the mean of its fresh values in the specification's format", async () => {
  await using app = await startTestApp({ now: "2026-01-05T08:00:00Z" });
  await app.measure("T-S1", "T-S1", { ...comfort, TEMPERATURE: 23 });
  await app.measure("T-S2", "T-S2", { ...comfort, TEMPERATURE: 26 });

  const { Ground, First } = await floors(app);

  expect(Ground).toEqual({
    id: expect.any(Number),
    name: "Ground",
    zone_type: "GL_LOCATION_TYPE_FLOOR",
    floor_type: "wlms",
    noOfZones: 2,
    state: "unknown",
    noOfCritical: 0,
    noOfLow: 0,
    noOfShelved: 0,
    noOfDevices: 3,
    noOfOffline: 0,
    noOfUnknown: 3,
    noOfStale: 0,
    isConnecting: true,
    parameters: [
      {
        name: "TEMPERATURE",
        value: 24.5,
        unit: "degC",
        quality: "good",
        measured_time: "2026-01-05T08:00:00.000Z",
      },
      {
        name: "HUMIDITY",
        value: 50,
        unit: "percentRh",
        quality: "good",
        measured_time: "2026-01-05T08:00:00.000Z",
      },
      {
        name: "LUMINOUSITY",
        value: 400,
        unit: "lux",
        quality: "good",
        measured_time: "2026-01-05T08:00:00.000Z",
      },
      { name: "CO2", value: 600, unit: "ppm", quality: "good", measured_time: "2026-01-05T08:00:00.000Z" },
    ],
    tempIssue: [],
    humIssue: [],
    luxIssue: [],
    airIssue: [],
  });
  expect(First?.parameters[0]).toEqual({
    name: "TEMPERATURE",
    value: "no Data",
    unit: "degC",
    quality: "missing",
    measured_time: null,
  });
});

test("a zone at the limit has no issue, and one beyond it has an issue", async () => {
  await using app = await startTestApp();
  await app.measure("T-S1", "T-S1", { TEMPERATURE: 28, HUMIDITY: 30, CO2: 1000, LUMINOUSITY: 1000 });
  await app.measure("T-S2", "T-S2", { TEMPERATURE: 28.1, HUMIDITY: 29, CO2: 1001, LUMINOUSITY: 1001 });
  const { Ground } = await floors(app);
  const id = expect.any(Number);
  expect(Ground).toMatchObject({
    tempIssue: [{ id, name: "Zone 2", value: 28.1, limit: 28 }],
    humIssue: [{ id, name: "Zone 2", value: 29, limit: 30 }],
    luxIssue: [{ id, name: "Zone 2", value: 1001, limit: 1000 }],
    airIssue: [{ id, name: "Zone 2", value: 1001, limit: 1000 }],
  });
});

test("ignores a stale value while another is fresh, and shows it as stale otherwise", async () => {
  await using app = await startTestApp();
  await app.measure("T-S1", "T-S1", { TEMPERATURE: 35 });
  app.advance(30_001);
  const alone = (await floors(app))["Ground"];
  expect(alone?.parameters[0]).toMatchObject({ value: 35, quality: "stale" });
  expect(alone?.tempIssue).toEqual([]);

  await app.measure("T-S2", "T-S2", { TEMPERATURE: 22 });
  expect((await floors(app))["Ground"]?.parameters[0]).toMatchObject({ value: 22, quality: "good" });
});

test("groups metric data of a floor by zone, of a zone by area, of the campus by building", async () => {
  await using app = await startTestApp();
  await app.measure("T-S1", "T-S1", comfort);
  const user = await app.as("viewer");
  const below = async (id: number) => (await user.get(`/v1/gl_zone/${id}`)).json<LocationMetric[]>();
  const [tower] = await below(user.session.campus.id);
  expect(tower).toMatchObject({ name: "Tower", noOfZones: 3 });
  const ground = (await below(tower?.id ?? 0)).find((floor) => floor.name === "Ground");
  const zones = await below(ground?.id ?? 0);
  expect(zones.map(({ name, noOfZones }) => [name, noOfZones])).toEqual([
    ["Zone 1", 1],
    ["Zone 2", 1],
  ]);
  expect(zones[0]?.parameters[0]?.value).toBe(24);
  expect(await below(zones[0]?.id ?? 0)).toMatchObject([
    { name: "Area 1", zone_type: "GL_LOCATION_TYPE_AREA" },
  ]);
});

test("returns the light level of a building and of each floor, without a value where no sensor reports", async () => {
  await using app = await startTestApp({ now: "2026-01-05T08:00:00Z" });
  await app.measure("T-S1", "T-S1", { ...comfort, LUMINOUSITY: 300 });
  await app.measure("T-S2", "T-S2", { ...comfort, LUMINOUSITY: 500 });
  const user = await app.as("member");
  const light = { name: "LUMINOUSITY", value: 400, unit: "lux", quality: "good" };
  const at = "2026-01-05T08:00:00.000Z";
  const answer = await user.get(`/v1/buildings/${user.session.building.id}/currentLux`);
  expect(answer.json()).toEqual({
    id: user.session.building.id,
    name: "Tower",
    lux: { ...light, measured_time: at },
    floors: [
      {
        id: expect.any(Number),
        name: "First",
        lux: { ...light, value: "no Data", quality: "missing", measured_time: null },
      },
      { id: expect.any(Number), name: "Ground", lux: { ...light, measured_time: at } },
    ],
  });
  const floorId = answer.json<{ floors: { id: number }[] }>().floors[0]?.id;
  expect((await user.get(`/v1/buildings/${floorId}/currentLux`)).statusCode).toBe(404);
});

test("returns the light level of a building of another campus than the first", async () => {
  await using app = await startTestApp({ sites: [aSite(), aSite("O", "Other Campus")] });
  await app.measure("O-S1", "O-S1", { LUMINOUSITY: 400 });
  const user = await app.as("other-member");
  const answer = await user.get(`/v1/buildings/${user.session.building.id}/currentLux`);
  expect(answer.json()).toMatchObject({ name: "Tower", lux: { value: 400 } });
});

test("an old suspect value is not the last value of its floor", async () => {
  await using app = await startTestApp();
  await app.measure("T-S1", "T-S1", { HUMIDITY: 1e254, TEMPERATURE: 24 });
  app.advance(600_000);
  const { Ground } = await floors(app);
  const shown = new Map(Ground?.parameters.map(({ name, value, quality }) => [name, [value, quality]]));
  expect(shown.get("HUMIDITY")).toEqual(["no Data", "suspect"]);
  expect(shown.get("TEMPERATURE")).toEqual([24, "stale"]);
});

test("counts alarms on the floor of their device", async () => {
  await using app = await startTestApp();
  await shortenDelays(app);
  await app.measure("T-S1", "T-S1", { TEMPERATURE: 30 });
  await evaluateAlarms(app.ctx);
  app.advance(15_000);
  await app.measure("T-S1", "T-S1", { TEMPERATURE: 30 });
  await evaluateAlarms(app.ctx);
  const { Ground, First } = await floors(app);
  expect([Ground?.noOfLow, Ground?.noOfCritical, First?.noOfLow]).toEqual([1, 0, 0]);
});

test("does not count an alarm that another alarm explains", async () => {
  await using app = await startTestApp();
  await storeAlarms(app, 4);
  await app.query(
    "update alarms set explained_by = (select min(id) from alarms) where id > (select min(id) from alarms)",
  );
  const { Ground, First } = await floors(app);
  expect((Ground?.noOfLow ?? 0) + (First?.noOfLow ?? 0)).toBe(1);
});

test("a floor has no status cards", async () => {
  await using app = await startTestApp();
  const user = await app.as("operator");
  const [floor] = (await user.get(`/v1/gl_zone/${user.session.building.id}`)).json<LocationMetric[]>();
  expect((await user.get(`/v1/gl_analytics/subsystemId/${floor?.id}`)).statusCode).toBe(404);
});

test("returns the name and path of a location", async () => {
  await using app = await startTestApp();
  const user = await app.as("member");
  const answer = await user.get(`/v1/gl_zone/${user.session.building.id}/location`);
  expect(answer.json()).toMatchObject({
    name: "Tower",
    zone_type: "GL_LOCATION_TYPE_BUILDING",
    path: [{ name: "Test Campus" }],
  });
});
