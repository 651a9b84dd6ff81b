import type { LocationMetric, PlaceStatus, SubsystemStatus } from "@verandah/contract/buildings.ts";
import { expect, test } from "vitest";

import { evaluateAlarms } from "#features/alarms/evaluation/alarm-evaluation.service.ts";
import {
  recordDeviceHealth,
  recordEdgeStatus,
  refreshDeviceStates,
} from "#features/devices/devices.service.ts";
import { getEdge } from "#features/devices/edge-sessions.service.ts";

import { leaveAllEdges } from "../../testing/benches/alarm-bench.ts";
import { raiseFireAlarm, storeAlarms } from "../../testing/benches/alarms.ts";
import { aSite } from "../../testing/sites.ts";
import { startTestApp } from "../../testing/start-test-app.ts";

type App = Awaited<ReturnType<typeof startTestApp>>;
const comfort = { TEMPERATURE: 24, HUMIDITY: 50, CO2: 600, LUMINOUSITY: 400 };

async function floors(app: App): Promise<Record<string, LocationMetric>> {
  const user = await app.as("operator");
  const list = (await user.get(`/v1/gl_zone/${user.session.building.id}`)).json<LocationMetric[]>();
  return Object.fromEntries(list.map((floor) => [floor.name, floor]));
}

/** Sends values of every device of the test site through its online gateway. */
async function reportAll(app: App): Promise<void> {
  const gateway = await getEdge(app.ctx, "T-GW");
  if (!gateway) throw new Error("no gateway");
  await recordEdgeStatus(app.ctx, gateway, { state: "online", at: 0 });
  await recordDeviceHealth(app.ctx, gateway, {
    at: 0,
    devices: [{ device: "T-AHU", state: "online", since: 0, missedPolls: 0 }],
  });
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

/** States are shared for up to a second. Then a change by another program is visible. */
const SHARED_MS = 1_000;

const nothingWrong = {
  noOfCritical: 0,
  noOfLow: 0,
  noOfShelved: 0,
  noOfOffline: 0,
  noOfUnknown: 0,
  noOfStale: 0,
  isConnecting: false,
};

test("the statuses of a campus count each alarm and device at its place and at all places above", async () => {
  await using app = await startTestApp();
  const user = await app.as("viewer");
  await reportAll(app);
  await raiseFireAlarm(app);
  const statuses = (await user.get(`/v1/campuses/${user.session.campus.id}/status`)).json<
    (PlaceStatus & { id: number })[]
  >();
  const { rows } = await app.query("select id, key from locations");
  const of = (key: string) => {
    const id = rows.find((row) => row["key"] === key)?.["id"];
    return statuses.find((one) => one.id === id);
  };
  expect(of("T")).toMatchObject({ state: "critical", noOfDevices: 4, noOfCritical: 1 });
  expect(of("T/f1")).toMatchObject({ noOfDevices: 1, noOfCritical: 0 });
  const building = (await user.get(`/v1/gl_zone/${user.session.building.id}/status`)).json<PlaceStatus>();
  expect(of("T/tower")).toMatchObject(building);
});

test("status cards show the states of gateways and devices: none, ok, warning since the oldest alarm", async () => {
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

  await refreshDeviceStates(app.ctx);
  app.advance(60_000);
  await refreshDeviceStates(app.ctx);
  expect((await cardsOf(app))[0]?.fieldDevices).toEqual({
    state: "warning",
    warnings: 4,
    total: 4,
    since: "2026-01-05T08:00:00.000Z",
  });

  await reportAll(app);
  expect((await cardsOf(app))[0]).toMatchObject({
    state: "fine",
    network: { state: "ok" },
    fieldDevices: { state: "ok" },
  });
});

test("a card with a critical alarm is red and shows the alarm, although all its devices report", async () => {
  await using app = await startTestApp({ now: "2026-01-05T08:00:00Z" });
  await reportAll(app);
  const id = await raiseFireAlarm(app);
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

test("shows the alarm of a lost gateway, and an alarm flood, on the cards of its devices", async () => {
  await using app = await startTestApp();
  await reportAll(app);
  await setGateway(app, "offline");
  await evaluateAlarms(app.ctx);
  app.advance(10_000);
  await evaluateAlarms(app.ctx);
  expect((await cardsOf(app))[0]).toMatchObject({ state: "critical", alarm: { alarm_code: 101 } });

  await storeAlarms(app, 2);
  await app.query(`
    insert into alarms (campus_id, location_id, subject_kind, rule, code, message, source_name, raised_at)
    select campus_id, location_id, 'flood', 'flood', 210, 'Many', 'Tower', raised_at from alarms where rule = 'test-1'`);
  await app.query(
    "update alarms set explained_by = (select id from alarms where rule = 'flood') where rule like 'test-%'",
  );
  app.advance(SHARED_MS);
  expect((await cardsOf(app))[0]).toMatchObject({ noOfCritical: 1, noOfLow: 1 });
});

test("a shelved alarm does not change the state of its place and is counted separately", async () => {
  await using app = await startTestApp();
  await reportAll(app);
  await storeAlarms(app, 1);
  expect(await statusOf(app)).toMatchObject({ state: "low", noOfLow: 1, noOfShelved: 0 });
  await app.query("update alarms set ignored_at = raised_at, ignored_until = raised_at + interval '1 day'");
  app.advance(SHARED_MS);
  expect(await statusOf(app)).toMatchObject({ state: "fine", noOfLow: 0, noOfShelved: 1 });
  const { Ground, First } = await floors(app);
  expect([Ground?.noOfShelved, First?.noOfShelved]).toEqual([0, 1]);
  expect((await cardsOf(app))[0]).toMatchObject({ state: "fine", noOfShelved: 1, alarm: null });
  await app.query("update alarms set restored_at = raised_at");
  app.advance(SHARED_MS);
  expect(await statusOf(app)).toMatchObject({ state: "fine", noOfShelved: 0 });
});

test("a place is normal when all its devices report, and unknown with the first stale value", async () => {
  await using app = await startTestApp();
  await reportAll(app);
  expect(await statusOf(app, "member")).toEqual({ state: "fine", ...nothingWrong, noOfDevices: 4 });
  app.advance(30_000);
  expect(await statusOf(app)).toMatchObject({ state: "fine", noOfStale: 0 });
  app.advance(1);
  app.endSharedAnswers();
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

test("a floor with a lost gateway is unknown at once, and connecting when the gateway returns", async () => {
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

test("after a start of the server no place is normal until the gateway is back", async () => {
  await using app = await startTestApp();
  await reportAll(app);
  await leaveAllEdges(app);
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

test("answers 404 to the status of another campus's place", async () => {
  await using app = await startTestApp({ sites: [aSite(), aSite("O", "Other")] });
  const user = await app.as("operator");
  const [, other] = app.places;
  expect((await user.get(`/v1/gl_zone/${other?.buildingId}/status`)).statusCode).toBe(404);
  expect((await user.get("/v1/gl_zone/banana/status")).statusCode).toBe(400);
});

test("a gateway that sleeps between its messages is not lost while its devices send", async () => {
  await using app = await startTestApp({ now: "2026-01-05T08:00:00Z" });
  await app.measure("T-GW", "T-AHU", { "Return Air Temperature": 24 });
  await setGateway(app, "offline");
  await refreshDeviceStates(app.ctx);
  expect((await cardsOf(app))[0]?.network).toEqual({ state: "ok", warnings: 0, total: 1, since: null });
  app.advance(3_600_000);
  await refreshDeviceStates(app.ctx);
  expect((await cardsOf(app))[0]?.network).toMatchObject({ state: "warning", warnings: 1 });
});
