import type { LocationMetric, PlaceStatus, SubsystemStatus } from "@verandah/contract/buildings.ts";
import { expect, test } from "vitest";

import { evaluateAlarms } from "#features/alarms/alarm-evaluation.service.ts";
import {
  forgetConnections,
  getEdge,
  recordEdgeStatus,
  refreshDeviceStates,
} from "#features/devices/devices.service.ts";

import { burn, storeAlarms } from "../../testing/alarms.ts";
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

test("a floor's metric data is the mean of its fresh values, in the specification's shape", async () => {
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

test("a zone at the limit is well, one beyond it is an issue", async () => {
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

test("a stale value counts to no mean and no issue while another is fresh, and is shown as stale when none is", async () => {
  await using app = await startTestApp();
  await app.measure("T-S1", "T-S1", { TEMPERATURE: 35 });
  app.advance(30_001);
  const alone = (await floors(app))["Ground"];
  expect(alone?.parameters[0]).toMatchObject({ value: 35, quality: "stale" });
  expect(alone?.tempIssue).toEqual([]);

  await app.measure("T-S2", "T-S2", { TEMPERATURE: 22 });
  expect((await floors(app))["Ground"]?.parameters[0]).toMatchObject({ value: 22, quality: "good" });
});

test("metric data of a floor is by zone, of a zone by area, of the campus by building", async () => {
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

test("alarms are counted on the floor where they stand", async () => {
  await using app = await startTestApp();
  await app.measure("T-S1", "T-S1", { TEMPERATURE: 30 });
  await evaluateAlarms(app.ctx);
  app.advance(15_000);
  await app.measure("T-S1", "T-S1", { TEMPERATURE: 30 });
  await evaluateAlarms(app.ctx);
  const { Ground, First } = await floors(app);
  expect([Ground?.noOfLow, Ground?.noOfCritical, First?.noOfLow]).toEqual([1, 0, 0]);
});

test("an alarm that another explains is not counted on its floor", async () => {
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

test("a location's own name and path are told", async () => {
  await using app = await startTestApp();
  const user = await app.as("member");
  const answer = await user.get(`/v1/gl_zone/${user.session.building.id}/location`);
  expect(answer.json()).toMatchObject({
    name: "Tower",
    zone_type: "GL_LOCATION_TYPE_BUILDING",
    path: [{ name: "Test Campus" }],
  });
});

/** Every device of the test site has sent values, through a gateway that is online. */
async function reportAll(app: App): Promise<void> {
  const gateway = await getEdge(app.ctx, "T-GW");
  if (!gateway) throw new Error("no gateway");
  await recordEdgeStatus(app.ctx, gateway, { state: "online", at: 0 });
  for (const ssid of ["T-S1", "T-S2", "T-S3"]) await app.measure(ssid, ssid, comfort);
  await app.measure("T-GW", "T-AHU", { "Return Air Temperature": 24 });
  await refreshDeviceStates(app.ctx);
}

async function setGateway(app: App, state: "online" | "offline"): Promise<void> {
  const gateway = await getEdge(app.ctx, "T-GW");
  if (!gateway) throw new Error("no gateway");
  await recordEdgeStatus(app.ctx, gateway, { state, at: 0 });
}

async function statusOf(app: App, username: "member" | "operator" = "operator"): Promise<PlaceStatus> {
  const user = await app.as(username);
  return (await user.get(`/v1/gl_zone/${user.session.building.id}/status`)).json<PlaceStatus>();
}

async function cardsOf(app: App): Promise<SubsystemStatus[]> {
  const user = await app.as("operator");
  return (await user.get(`/v1/gl_analytics/subsystemId/${user.session.building.id}`)).json();
}

const nothingWrong = {
  noOfCritical: 0,
  noOfLow: 0,
  noOfShelved: 0,
  noOfOffline: 0,
  noOfUnknown: 0,
  noOfStale: 0,
  isConnecting: false,
};

test("status cards follow gateways and devices: none, ok, warning with the start of the oldest", async () => {
  await using app = await startTestApp({ now: "2026-01-05T08:00:00Z" });
  await reportAll(app);
  const [hvac, ...others] = await cardsOf(app);
  expect(hvac).toEqual({
    id: "hvac",
    name: "HVAC",
    state: "fine",
    ...nothingWrong,
    noOfDevices: 4,
    network: { state: "ok", warnings: 0, total: 1, since: null },
    fieldDevices: { state: "ok", warnings: 0, total: 4, since: null },
    alarm: null,
  });
  expect(
    others.map(({ name, state, network, fieldDevices }) => [name, state, network.state, fieldDevices.state]),
  ).toEqual(["Chiller", "Lighting", "UPS", "Energy"].map((name) => [name, "unknown", "none", "none"]));

  await setGateway(app, "offline");
  expect((await cardsOf(app))[0]).toMatchObject({
    state: "unknown",
    noOfUnknown: 1,
    network: { state: "warning", warnings: 1, since: "2026-01-05T08:00:00.000Z" },
    fieldDevices: { state: "warning", warnings: 1 },
  });

  await reportAll(app);
  expect((await cardsOf(app))[0]).toMatchObject({
    state: "fine",
    network: { state: "ok" },
    fieldDevices: { state: "ok" },
  });
});

test("a card is red with its critical alarm though all its devices report, and names the alarm", async () => {
  await using app = await startTestApp({ now: "2026-01-05T08:00:00Z" });
  await reportAll(app);
  const id = await burn(app);
  expect((await cardsOf(app))[0]).toMatchObject({
    state: "critical",
    noOfCritical: 1,
    network: { state: "ok" },
    fieldDevices: { state: "warning", warnings: 1, since: "2026-01-05T08:00:00.000Z" },
    alarm: {
      Alarm_Id: id,
      alarm_code: 110,
      Device_name: "Unit T-AHU",
      text: { name: "fire-alarm", numbers: [] },
      raisedAt: "2026-01-05T08:00:00.000Z",
    },
  });
});

test("the alarm of a lost gateway, and of a flood, is on the cards of the devices that it is about", async () => {
  await using app = await startTestApp();
  await reportAll(app);
  await setGateway(app, "offline");
  await evaluateAlarms(app.ctx);
  app.advance(10_000);
  await evaluateAlarms(app.ctx);
  expect((await cardsOf(app))[0]).toMatchObject({ state: "critical", alarm: { alarm_code: 101 } });

  await storeAlarms(app, 2);
  await app.query(`
    insert into alarms (campus_id, location_id, cause, code, message, source_name, raised_at)
    select campus_id, location_id, 'flood:1', 210, 'Many', 'Tower', raised_at from alarms where cause = 'test:1'`);
  await app.query(
    "update alarms set explained_by = (select id from alarms where cause = 'flood:1') where cause like 'test:%'",
  );
  expect((await cardsOf(app))[0]).toMatchObject({ noOfCritical: 1, noOfLow: 1 });
});

test("a shelved alarm leaves the place's state and is counted beside it", async () => {
  await using app = await startTestApp();
  await reportAll(app);
  const id = await burn(app);
  expect(await statusOf(app)).toMatchObject({ state: "critical", noOfCritical: 1, noOfShelved: 0 });
  await app.query(`update alarms set ignored_at = raised_at where id = ${id}`);
  expect(await statusOf(app)).toMatchObject({ state: "fine", noOfCritical: 0, noOfShelved: 1 });
  const { Ground, First } = await floors(app);
  expect([Ground?.noOfShelved, First?.noOfShelved]).toEqual([1, 0]);
  expect((await cardsOf(app))[0]).toMatchObject({ state: "fine", noOfShelved: 1, alarm: null });
  await app.query(`update alarms set restored_at = raised_at where id = ${id}`);
  expect(await statusOf(app)).toMatchObject({ state: "fine", noOfShelved: 0 });
});

test("a place is fine when all below it reports, unknown with the first value that is stale", async () => {
  await using app = await startTestApp();
  await reportAll(app);
  expect(await statusOf(app, "member")).toEqual({ state: "fine", ...nothingWrong, noOfDevices: 4 });
  app.advance(30_000);
  expect(await statusOf(app)).toMatchObject({ state: "fine", noOfStale: 0 });
  app.advance(1);
  const { Ground, First } = await floors(app);
  expect([Ground?.state, Ground?.noOfStale, First?.state, First?.noOfStale]).toEqual([
    "unknown",
    9,
    "unknown",
    4,
  ]);
  await reportAll(app);
  expect((await floors(app))["First"]?.state).toBe("fine");
});

test("behind a lost gateway a floor is unknown at once, and connecting when it returns", async () => {
  await using app = await startTestApp();
  await reportAll(app);
  await setGateway(app, "offline");
  const { Ground, First } = await floors(app);
  expect(Ground).toMatchObject({ state: "unknown", noOfDevices: 3, noOfUnknown: 1, isConnecting: false });
  expect(First).toMatchObject({ state: "fine" });
  app.advance(60_000);
  await setGateway(app, "online");
  await refreshDeviceStates(app.ctx);
  expect((await floors(app))["Ground"]).toMatchObject({
    state: "unknown",
    noOfUnknown: 1,
    isConnecting: true,
  });
});

test("after a start of the server nothing is fine until the gateway is back", async () => {
  await using app = await startTestApp();
  await reportAll(app);
  await forgetConnections(app.ctx);
  expect(await statusOf(app)).toMatchObject({ state: "unknown", noOfUnknown: 1, isConnecting: true });
  expect((await cardsOf(app))[0]).toMatchObject({ state: "unknown", network: { state: "warning" } });
});

test("a place without any device is unknown", async () => {
  await using app = await startTestApp();
  await reportAll(app);
  const user = await app.as("viewer");
  const { First } = await floors(app);
  const [zone] = (await user.get(`/v1/gl_zone/${First?.id}`)).json<LocationMetric[]>();
  const [area] = (await user.get(`/v1/gl_zone/${zone?.id}`)).json<LocationMetric[]>();
  expect([zone?.state, area?.state, area?.noOfDevices]).toEqual(["fine", "unknown", 0]);
});

test("the status of another campus's place is not there", async () => {
  await using app = await startTestApp({ sites: [aSite(), aSite("O", "Other")] });
  const user = await app.as("operator");
  const [, other] = app.places;
  expect((await user.get(`/v1/gl_zone/${other?.buildingId}/status`)).statusCode).toBe(404);
  expect((await user.get("/v1/gl_zone/banana/status")).statusCode).toBe(400);
});
