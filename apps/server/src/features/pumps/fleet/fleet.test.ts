import type { getFleetMap } from "@verandah/contract/pumps/pump-map.ts";
import type { listFleet } from "@verandah/contract/pumps/pumps.ts";
import type { ReplyOf } from "@verandah/contract/route.ts";
import { expect, test } from "vitest";

import { refreshDeviceStates } from "#features/devices/devices.service.ts";

import { aDevice, aSite } from "../../../testing/sites.ts";
import { startTestApp } from "../../../testing/start-test-app.ts";

type Fleet = ReplyOf<typeof listFleet>;

/** Twelve pumps in two zones: one with a fault, one that runs, one that is silent. */
async function start() {
  const site = aSite("T");
  for (let number = 1; number <= 12; number++)
    site.devices.push(
      aDevice(
        "SOLARPUMP",
        `P-${String(number).padStart(2, "0")}`,
        ["MotorStatus", "FaultCondition", "WarningCondition", "WF_per_Day_in_L"],
        { location: number <= 4 ? "T/g/z1" : "T/g/z2", edge: "T-GW" },
      ),
    );
  const app = await startTestApp({ sites: [site, aSite("O", "Other Campus")] });
  await app.query("update edges set state = 'online', state_since = now() where ssid = 'T-GW'");
  await app.measure("T-GW", "P-01", {
    MotorStatus: 0,
    FaultCondition: 2,
    WarningCondition: 0,
    WF_per_Day_in_L: 40,
  });
  await app.measure("T-GW", "P-02", {
    MotorStatus: 1,
    FaultCondition: 0,
    WarningCondition: 0,
    WF_per_Day_in_L: 900,
  });
  await app.measure("T-GW", "P-03", { MotorStatus: 1, WF_per_Day_in_L: 70 }, 86_400_000);
  await refreshDeviceStates(app.ctx);
  const admin = await app.as("administrator");
  const fleet = async (query = "") => (await admin.get(`/v1/pumps_fleet${query}`)).json<Fleet>();
  return { app, fleet, admin };
}

test("the fleet has pages of ten with the state and the litres of each pump", async () => {
  const { app, fleet } = await start();
  await using _ = app;
  const first = await fleet("?sort=litres&order=desc");
  expect(first.total).toBe(12);
  expect(first.rows).toHaveLength(10);
  expect(first.rows.slice(0, 3)).toMatchObject([
    { ssid: "P-02", state: "running", litresToday: 900, place: "Ground, Zone 1", customer: null, alarms: 0 },
    { ssid: "P-01", state: "fault", litresToday: 40, lastSeenAt: "2026-01-05T08:00:00.000Z" },
    { ssid: "P-03", litresToday: null },
  ]);
  expect((await fleet("?sort=name&page=2")).rows).toHaveLength(2);
});

test.each([
  ["customer&order=asc", "P-05"],
  ["place&order=desc", "P-05"],
  ["state&order=desc", "P-03"],
  ["lastSeen&order=asc", "P-03"],
  ["alarms&order=desc", "P-06"],
])("sorted by %s the fleet begins with %s", async (sort, ssid) => {
  const { app, fleet } = await start();
  await using _ = app;
  await app.query(`
    insert into pump_customers (user_id, device_id)
    select u.id, d.id from users u, devices d where username = 'pumpCustomer' and ssid = 'P-05'`);
  await app.query(`
    insert into alarms (campus_id, location_id, device_id, subject_kind, rule, code, message, source_name, raised_at)
    select campus_id, location_id, id, 'device', 'test', 246, 'Test', name, now() from devices where ssid = 'P-06'`);
  expect((await fleet(`?sort=${sort}`)).rows[0]?.ssid).toBe(ssid);
  const [own] = (await fleet("?filter.customer=PUMPC")).rows;
  expect(own).toMatchObject({ ssid: "P-05", customer: "pumpCustomer" });
  expect((await fleet("?filter.alarms=1")).rows.map((row) => row.ssid)).toEqual(["P-06"]);
});

test("the fleet is filtered by each column, and counts all pumps by place", async () => {
  const { app, fleet } = await start();
  await using _ = app;
  const found = await fleet("?filter.state=fault&filter.place=zone%201");
  expect(found.rows.map(({ ssid }) => ssid)).toEqual(["P-01"]);
  expect(found.total).toBe(1);
  expect(found.places).toMatchObject([
    { place: "Ground, Zone 1", pumps: 4, running: 1, faults: 1 },
    { place: "Zone 2", pumps: 8, running: 0, faults: 0 },
  ]);
});

test("the whole name of a place finds the pumps of this place only, and a part of it those of all", async () => {
  const { app, fleet } = await start();
  await using _ = app;
  await app.query("update locations set name = 'Zone 12' where name = 'Zone 2'");
  await app.query("update locations set name = 'Hall' where key = 'T/f1/z1'");
  const count = async (text: string) => (await fleet(`?filter.place=${encodeURIComponent(text)}`)).total;
  expect([await count("zone 1"), await count("zone"), await count("one 1"), await count("E 12")]).toEqual([
    4, 12, 12, 8,
  ]);
});

test("places with one name have names of their own, also for a switch in waves", async () => {
  const { app, fleet, admin } = await start();
  await using _ = app;
  await app.query(
    "update devices set location_id = (select id from locations where key = 'T/f1/z1') where ssid = 'P-05'",
  );
  const floor = "First ".padEnd(120, "x");
  await app.query("update locations set name = $1 where key = 'T/f1'", [floor]);
  const { places } = await fleet();
  expect(places.map(({ place, pumps }) => [place, pumps])).toEqual(
    expect.arrayContaining([
      [`${floor}, Zone 1`, 1],
      ["Ground, Zone 1", 4],
    ]),
  );
  const waves = { value: 0, hours: 1, first_group: 1, wave_size: 5, failures_max_percent: 20 };
  const preview = await admin.post("/v1/pump_rollouts/preview", { ...waves, place: `${floor}, Zone 1` });
  expect(JSON.stringify(preview.json())).not.toContain("P-01");
  expect(preview.json()).toMatchObject({ pumps: 1 });
});

test("a pump whose motor is off does not run, even with a warning", async () => {
  const { app, fleet } = await start();
  await using _ = app;
  const still = { MotorStatus: 0, FaultCondition: 0, WarningCondition: 1 };
  await app.measure("T-GW", "P-05", still);
  await app.measure("T-GW", "P-06", { ...still, MotorStatus: 1 });
  await refreshDeviceStates(app.ctx);
  const { places } = await fleet();
  expect(places[1]).toMatchObject({ place: "Zone 2", running: 1, warnings: 2, offline: 6 });
});

test("an active alarm of a pump shows in its state until it returns to normal", async () => {
  const { app, fleet } = await start();
  await using _ = app;
  const well = { MotorStatus: 1, FaultCondition: 0, WarningCondition: 0 };
  for (const ssid of ["P-05", "P-06", "P-07"]) await app.measure("T-GW", ssid, well);
  await refreshDeviceStates(app.ctx);
  await app.query(`
    insert into alarms (campus_id, location_id, device_id, subject_kind, rule, code, message, source_name, raised_at)
    select campus_id, location_id, id, 'device', 'test', code, 'Test', name, now()
    from devices join (values ('P-05', 130), ('P-06', 244), ('P-07', 246)) as raised (ssid, code) using (ssid)`);
  const states = async () =>
    (await fleet("?filter.name=P-0&sort=name&order=asc")).rows
      .slice(4, 7)
      .map(({ state, alarms }) => [state, alarms]);
  expect(await states()).toEqual([
    ["fault", 1],
    ["warning", 1],
    ["running", 1],
  ]);
  expect((await fleet()).places[1]).toMatchObject({ place: "Zone 2", running: 2, faults: 1, warnings: 1 });
  await app.query("update alarms set restored_at = now() where rule = 'test'");
  expect(await states()).toEqual(Array.from({ length: 3 }, () => ["running", 0]));
});

test("an ignored alarm counts neither for the alarms nor for the state of a pump", async () => {
  const { app, fleet } = await start();
  await using _ = app;
  await app.measure("T-GW", "P-05", { MotorStatus: 1, FaultCondition: 0, WarningCondition: 0 });
  await refreshDeviceStates(app.ctx);
  await app.query(`
    insert into alarms (campus_id, location_id, device_id, subject_kind, rule, code, message, source_name, raised_at, ignored_at, ignored_until)
    select campus_id, location_id, id, 'device', 'test', 244, 'Test', name, now(), now(), now() + interval '1 day'
    from devices where ssid = 'P-05'`);
  expect((await fleet("?filter.name=P-05")).rows).toMatchObject([{ state: "running", alarms: 0 }]);
  await app.query("update alarms set ignored_at = null, ignored_until = null");
  expect((await fleet("?filter.name=P-05")).rows).toMatchObject([{ state: "warning", alarms: 1 }]);
});

test("a pump that runs with an unknown fault or warning is unknown, in the list, the counts and on the map", async () => {
  const { app, fleet, admin } = await start();
  await using _ = app;
  await app.measure("T-GW", "P-05", { MotorStatus: 1, WarningCondition: 0 });
  await app.measure("T-GW", "P-06", { MotorStatus: 1, FaultCondition: 0 });
  await refreshDeviceStates(app.ctx);
  await app.query("update devices set latitude = 13, longitude = 77 where ssid in ('P-05', 'P-06')");
  const { rows, places } = await fleet("?filter.name=P-0&sort=name");
  expect(rows.slice(4, 6).map(({ state }) => state)).toEqual(["unknown", "unknown"]);
  expect(places[1]).toMatchObject({ place: "Zone 2", running: 0, offline: 8 });
  const map = (await admin.get("/v1/pumps_fleet/map")).json<ReplyOf<typeof getFleetMap>>();
  expect(map.clusters).toMatchObject([{ pumps: 2, offline: 2 }]);
});

test.each([
  ["state=running", ["P-02"]],
  ["state=run", []],
  ["litres=900", ["P-02"]],
  ["litres=0,040", ["P-01", "P-02"]],
  ["litres=many", []],
  ["lastSeen=24&filter.name=P-03", []],
  ["lastSeen=23&filter.name=P-0", ["P-03", "P-04", "P-05", "P-06", "P-07", "P-08", "P-09"]],
])("the filter %s finds %j", async (filter, ssids) => {
  const { app, fleet } = await start();
  await using _ = app;
  const found = await fleet(`?sort=name&order=asc&filter.${filter}`);
  expect(found.rows.map(({ ssid }) => ssid)).toEqual(ssids);
});

test("another campus has none of them", async () => {
  const { app } = await start();
  await using _ = app;
  const other = await app.as("other-administrator");
  expect((await other.get("/v1/pumps_fleet")).json<Fleet>()).toMatchObject({
    rows: [],
    total: 0,
    places: [],
  });
});

test("pumps near each other are one cluster with counts of states; a part of the map has those in it", async () => {
  const { app, admin } = await start();
  await using _ = app;
  const map = async (query = "") =>
    (await admin.get(`/v1/pumps_fleet/map${query}`)).json<ReplyOf<typeof getFleetMap>>();
  expect(await map()).toEqual({ clusters: [], unplaced: 12 });
  const { rows } = await app.query("select id, ssid from devices where type = 'SOLARPUMP' order by ssid");
  const place = (at: number, latitude: number, longitude: number) =>
    admin.post("/v1/pump_devices/position", { id: Number(rows[at]?.["id"]), latitude, longitude });
  expect((await place(0, 13.01, 77.71)).statusCode).toBe(200);
  await place(1, 13.02, 77.72);
  await place(4, 12.1, 78.9);
  const { clusters, unplaced } = await map();
  expect(unplaced).toBe(9);
  expect(clusters).toMatchObject([
    {
      west: 77.71,
      south: 13.01,
      east: 77.72,
      north: 13.02,
      place: "Ground, Zone 1",
      pumps: 2,
      faults: 1,
      offline: 0,
    },
    { latitude: 12.1, longitude: 78.9, place: "Zone 2", pumps: 1, faults: 0, offline: 1 },
  ]);
  expect(clusters[0]?.members).toEqual([
    { ssid: "P-01", name: "Device P-01", state: "fault" },
    { ssid: "P-02", name: "Device P-02", state: "running" },
  ]);
  const part = await map("?west=77.71&south=13.01&east=77.72&north=13.02");
  expect(part.clusters.map(({ pumps }) => pumps)).toEqual([1, 1]);
});

test("a cluster names its first twenty pumps, and the list of its area has all", async () => {
  const { app, admin } = await start();
  await using _ = app;
  await app.query(`
    with first as (select * from devices where ssid = 'P-01')
    insert into devices (campus_id, edge_id, location_id, ssid, name, type, subsystem, latitude, longitude)
    select campus_id, edge_id, location_id, 'Q-' || n, 'Pump ' || to_char(25 - n, 'FM00'), type, subsystem, 13, 77
    from first, generate_series(0, 24) as n`);
  const { clusters } = (await admin.get("/v1/pumps_fleet/map")).json<ReplyOf<typeof getFleetMap>>();
  expect(clusters.map(({ pumps }) => pumps)).toEqual([25]);
  const names = clusters[0]?.members.map(({ name }) => name);
  expect(names).toHaveLength(20);
  expect([names?.[0], names?.[19]]).toEqual(["Pump 01", "Pump 20"]);
  const area = "west=77&south=13&east=77&north=13";
  const last = (await admin.get(`/v1/pumps_fleet?sort=name&order=asc&page=3&${area}`)).json<Fleet>();
  expect([last.total, last.rows.map(({ name }) => name)]).toEqual([
    25,
    ["Pump 21", "Pump 22", "Pump 23", "Pump 24", "Pump 25"],
  ]);
});

test("a position outside the earth, one of another campus's pump, and other roles are refused", async () => {
  const { app, admin } = await start();
  await using _ = app;
  const place = (id: number, latitude: number) =>
    admin.post("/v1/pump_devices/position", { id, latitude, longitude: 77 });
  const { rows } = await app.query("select id from devices where ssid in ('P-01', 'O-AHU') order by ssid");
  expect((await place(Number(rows[1]?.["id"]), 91)).statusCode).toBe(400);
  expect((await place(Number(rows[0]?.["id"]), 13)).statusCode).toBe(404);
  expect((await (await app.as("operator")).get("/v1/pumps_fleet/map")).statusCode).toBe(200);
  expect((await (await app.as("viewer")).get("/v1/pumps_fleet/map")).statusCode).toBe(403);
});
