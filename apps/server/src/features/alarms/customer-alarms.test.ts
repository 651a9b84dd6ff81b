import type { AlarmGridRow, AlarmSummary, AlertLists } from "@verandah/contract/alarms/alarms.ts";
import { expect, test } from "vitest";

import { raiseFireAlarm } from "../../testing/benches/alarms.ts";
import { aDevice, aSite } from "../../testing/sites.ts";
import { startTestApp } from "../../testing/start-test-app.ts";
import { evaluateAlarms } from "./evaluation/alarm-evaluation.service.ts";

const OWN = "P-OWN";
const FOREIGN = "P-FOREIGN";

/** A campus with a customer's pump and another pump, both with a fault, and a fire in the building. */
async function withPumps() {
  const site = aSite();
  for (const ssid of [OWN, FOREIGN])
    site.devices.push(aDevice("SOLARPUMP", ssid, ["FaultCondition"], { location: "T/g", edge: "T-GW" }));
  const app = await startTestApp({ sites: [site] });
  const customer = await app.as("pumpCustomer");
  await app.query("insert into pump_customers select $1, id from devices where ssid = $2", [
    customer.session.user.id,
    OWN,
  ]);
  await raiseFireAlarm(app);
  for (const ssid of [OWN, FOREIGN]) await app.measure("T-GW", ssid, { FaultCondition: 2 });
  await evaluateAlarms(app.ctx);
  const { rows } = await app.query("select a.id, d.ssid from alarms a join devices d on d.id = a.device_id");
  const idOf = (ssid: string) => Number(rows.find((row) => row["ssid"] === ssid)?.["id"]);
  return { app, customer, own: idOf(OWN), foreign: idOf(FOREIGN), fire: idOf("T-AHU") };
}

test("a pump customer gets the alarms of the own pumps in lists, grids and counts", async () => {
  const { app, customer, own } = await withPumps();
  await using _ = app;
  for (const path of ["alerts", "gl_alerts"]) {
    const { session } = customer;
    const lists = (await customer.get(`/v1/${path}/${session.building.id}/alerts`)).json<AlertLists>();
    expect(lists).toMatchObject({
      system: [],
      solution: [{ Alarm_Id: own }],
      total: { system: 0, solution: 1 },
    });
  }
  const grid = async (alarmClass: string, query = "") =>
    (await customer.get(`/v1/alarms/${alarmClass}/grid${query}`)).json<{
      rows: AlarmGridRow[];
      total: number;
    }>();
  expect(await grid("noncritical")).toMatchObject({ rows: [{ Alarm_Id: own }], total: 1 });
  expect(await grid("critical")).toMatchObject({ rows: [], total: 0 });
  const summary = async () => (await customer.get("/v1/alarms/summary")).json<AlarmSummary>();
  expect(await summary()).toMatchObject({ active: { critical: 0, noncritical: 1 }, returned: 0, shelved: 0 });

  await app.query("update alarms set ignored_at = now(), ignored_until = now() where code = 240");
  expect(await grid("noncritical", "?only=ignored")).toMatchObject({ rows: [{ Alarm_Id: own }], total: 1 });
  expect(await summary()).toMatchObject({ shelved: 1 });
});

test("a pump customer sees an own alarm that one of another device explains", async () => {
  const { app, customer, own, fire } = await withPumps();
  await using _ = app;
  await app.query("update alarms set explained_by = $1 where id = $2", [fire, own]);
  const grid = (await customer.get("/v1/alarms/noncritical/grid")).json<{ rows: AlarmGridRow[] }>();
  expect(grid.rows).toMatchObject([{ Alarm_Id: own }]);
});

test("another's pump is 404 for a pump customer, and acting on alarms is 403", async () => {
  const { app, customer, own, foreign, fire } = await withPumps();
  await using _ = app;
  const status = async (url: string) => (await customer.get(url)).statusCode;
  expect(await status(`/v1/alarms/${own}`)).toBe(200);
  expect(await status(`/v1/alarms/device/${OWN}`)).toBe(200);
  for (const url of [`/v1/alarms/${foreign}`, `/v1/alarms/${fire}`, `/v1/alarms/device/${FOREIGN}`])
    expect([url, await status(url)]).toEqual([url, 404]);
  expect(await status("/v1/newapis/glAlarm")).toBe(403);
  for (const action of ["acknowledgeAlarm", "deleteAlarm", "unshelveAlarm"])
    expect((await customer.post(`/v1/gl_alerts/${action}`, { id: own })).statusCode).toBe(403);
});

/** The summary of a customer with critical alarms only. */
const bell = (critical: number, returned: number): AlarmSummary => ({
  active: { critical, noncritical: 0 },
  returned,
  unacknowledged: critical + returned,
  shelved: 0,
});

test("hides alarms that ended before the pump's mapping to the customer, and shows the others", async () => {
  const { app, customer, own } = await withPumps();
  await using _ = app;
  const status = async (url: string) => (await customer.get(url)).statusCode;
  const seen = async () => ({
    details: await status(`/v1/alarms/${own}`),
    ofDevice: (await customer.get(`/v1/alarms/device/${OWN}`)).json<AlarmGridRow[]>().length,
    grid: (await customer.get("/v1/alarms/critical/grid")).json<{ total: number }>().total,
    bell: (await customer.get("/v1/alarms/summary")).json<AlarmSummary>(),
  });
  await app.query("update alarms set code = 150, restored_at = '2026-01-05T07:00:00Z' where id = $1", [own]);
  await app.query("update pump_customers set since = '2026-01-05T06:59:00Z'");
  expect(await seen()).toEqual({ details: 200, ofDevice: 1, grid: 1, bell: bell(0, 1) });
  await app.query("update pump_customers set since = '2026-01-05T07:00:00Z'");
  expect(await seen()).toEqual({ details: 404, ofDevice: 0, grid: 0, bell: bell(0, 0) });
  await app.query("update alarms set restored_at = null where id = $1", [own]);
  expect(await seen()).toEqual({ details: 200, ofDevice: 1, grid: 1, bell: bell(1, 0) });
});

test("two pump customers of a campus do not share an answer", async () => {
  const { app, customer, own, foreign } = await withPumps();
  await using _ = app;
  await app.query(`
    insert into users (campus_id, building_id, username, password_hash, role_id, created_at)
    select campus_id, building_id, 'neighbour', password_hash, role_id, created_at from users where username = 'pumpCustomer'`);
  await app.query(
    "insert into pump_customers select u.id, d.id from users u, devices d where u.username = 'neighbour' and d.ssid = $1",
    [FOREIGN],
  );
  const { token } = (await app.login("neighbour")).json<{ token: string }>();
  const neighbour = app.client(token);
  const url = `/v1/alerts/${customer.session.building.id}/alerts`;
  for (const [client, id] of [
    [customer, own],
    [neighbour, foreign],
    [customer, own],
  ] as const)
    expect((await client.get(url)).json<AlertLists>().solution).toMatchObject([{ Alarm_Id: id }]);
});
