import type { AlarmGridRow, AlertLists } from "@verandah/contract/alarms/alarms.ts";
import { expect, test } from "vitest";

import { aDevice, aSite } from "../../../testing/sites.ts";
import { startTestApp } from "../../../testing/start-test-app.ts";
import { suspectUnits } from "../../hvac/fault-suspicions.service.ts";
import { makeDigests } from "../../notifications/digests.service.ts";
import { evaluateAlarms } from "../evaluation/alarm-evaluation.service.ts";

const MAINS = 3;
const BATTERY = 5;
const NO_OUTPUT = 2;

/** A building with four UPSs on mains. */
async function startWithUps() {
  const site = aSite();
  const ssids = ["T-U1", "T-U2", "T-U3", "T-U4"];
  for (const ssid of ssids)
    site.devices.push(aDevice("UPS", ssid, ["ups_Status"], { location: "T/tower", edge: "T-GW" }));
  const app = await startTestApp({ sites: [site] });
  const status = new Map(ssids.map((ssid) => [ssid, MAINS]));
  /** All UPSs report, some of them with a new status. */
  const report = async (afterMs: number, changes: Record<string, number> = {}) => {
    app.advance(afterMs);
    for (const [ssid, value] of Object.entries(changes)) status.set(ssid, value);
    for (const [ssid, value] of status) await app.measure("T-GW", ssid, { ups_Status: value });
    await evaluateAlarms(app.ctx);
    const user = await app.as("operator");
    return (await user.get(`/v1/alerts/${user.session.building.id}/alerts`)).json<AlertLists>();
  };
  await report(0);
  return { app, report };
}

const related = async (app: Awaited<ReturnType<typeof startTestApp>>, id: number | undefined) => {
  const alarm = (await (await app.as("viewer")).get(`/v1/alarms/${id}`)).json<{
    explains: number;
    explained: { Device_name: string }[];
  }>();
  return { explains: alarm.explains, names: alarm.explained.map((one) => one.Device_name).toSorted() };
};

test("several UPSs of a building on battery are one alarm of the building, until all have returned", async () => {
  const { app, report } = await startWithUps();
  await using _ = app;
  expect((await report(1_000, { "T-U1": BATTERY })).total.system).toBe(0);
  const both = await report(3_000, { "T-U2": BATTERY });
  expect(both).toMatchObject({
    total: { system: 1 },
    system: [{ alarm_code: 123, Device_name: "Tower", message: "Mains failure: several UPSs on battery" }],
  });
  const head = both.system[0]?.Alarm_Id;
  expect(await related(app, head)).toEqual({ explains: 2, names: ["Device T-U1", "Device T-U2"] });

  // Later members are also part of it, and none of them is notified.
  expect((await report(30_000, { "T-U3": BATTERY })).total.system).toBe(1);
  expect((await report(90_000, { "T-U4": BATTERY })).total.system).toBe(1);
  expect((await related(app, head)).explains).toBe(4);
  const user = await app.as("operator");
  const grid = (await user.get("/v1/alarms/critical/grid")).json<{ rows: AlarmGridRow[] }>();
  expect(grid).toMatchObject({ total: 1, rows: [{ Alarm_Id: head, explains: 4 }] });

  await report(1_000, { "T-U1": MAINS, "T-U2": MAINS, "T-U3": MAINS });
  expect((await report(5_000)).total.system).toBe(1);
  await report(1_000, { "T-U4": MAINS });
  await report(5_000);
  expect((await report(1_000)).total.system).toBe(0);
  const open = await app.query("select 1 from alarms where restored_at is null");
  expect(open.rows).toEqual([]);
});

test("a mains failure is one line in an e-mail", async () => {
  const { app, report } = await startWithUps();
  await using _ = app;
  const user = await app.as("operator");
  const settings = { by_mail: "all", in_browser: "none", floor_ids: null, digest_minutes: 15 };
  await user.post("/v1/notifications/settings", settings);
  await report(1_000, { "T-U1": BATTERY, "T-U2": BATTERY, "T-U3": BATTERY, "T-U4": BATTERY });
  app.advance(60_000);
  await makeDigests(app.ctx, "http://v.test");
  const mails = await app.db.selectFrom("mailOutbox").selectAll().execute();
  expect(mails).toHaveLength(1);
  const text = JSON.stringify(mails);
  expect(text.match(/CRITICAL/g)).toHaveLength(1);
  expect(text).toMatch(/ Tower: Mains failure: several UPSs on battery \(4 related alarms\)/);
});

test("a single UPS on battery is a separate alarm, and so is a second one much later", async () => {
  const { app, report } = await startWithUps();
  await using _ = app;
  await report(1_000, { "T-U1": BATTERY });
  expect((await report(9_999)).total.system).toBe(0);
  expect(await report(1)).toMatchObject({ system: [{ alarm_code: 120, Device_name: "Device T-U1" }] });
  await report(600_000, { "T-U2": BATTERY });
  const { system } = await report(10_000);
  expect(system.map((alarm) => alarm.alarm_code)).toEqual([120, 120]);

  // The mains fail now: earlier alarms stay unexplained.
  app.advance(600_000);
  const after = await report(0, { "T-U3": BATTERY, "T-U4": BATTERY });
  expect(after.system.map((alarm) => [alarm.alarm_code, alarm.Device_name])).toEqual([
    [123, "Tower"],
    [120, "Device T-U2"],
    [120, "Device T-U1"],
  ]);
});

test("a UPS whose battery is empty is an alarm of its own, and the mains have not returned", async () => {
  const { app, report } = await startWithUps();
  await using _ = app;
  await report(1_000, { "T-U1": BATTERY, "T-U2": BATTERY });
  for (const ms of [600_000, 6_000, 60_000]) {
    const { system } = await report(ms, { "T-U1": NO_OUTPUT, "T-U2": NO_OUTPUT });
    expect(system.map((entry) => entry.alarm_code).toSorted((a, b) => a - b)).toEqual([123, 124, 124]);
  }
  await report(1_000, { "T-U1": MAINS, "T-U2": MAINS });
  expect((await report(6_000)).total).toEqual({ system: 0, solution: 0 });
});

test("the alarm stays active while UPSs are silent during a mains failure", async () => {
  const { app, report } = await startWithUps();
  await using _ = app;
  await report(1_000, { "T-U1": BATTERY, "T-U2": BATTERY });
  app.advance(600_000);
  await evaluateAlarms(app.ctx);
  const active = await app.query("select code from alarms where restored_at is null order by code");
  expect(active.rows).toEqual([{ code: 120 }, { code: 120 }, { code: 123 }]);
});

test("a mains failure explains the fans that it stops", async () => {
  const site = aSite();
  const at = { location: "T/tower", edge: "T-GW" };
  const upsIds = ["T-U1", "T-U2"];
  for (const ssid of upsIds) site.devices.push(aDevice("UPS", ssid, ["ups_Status"], at));
  site.devices.push(aDevice("AHU", "T-F1", ["Supply Fan Status", "ahu_on_off_sp"], at));
  await using app = await startTestApp({ sites: [site] });
  const user = await app.as("operator");
  const report = async (afterMs: number, status: number, fan: number) => {
    app.advance(afterMs);
    for (const ssid of upsIds) await app.measure("T-GW", ssid, { ups_Status: status });
    await app.measure("T-GW", "T-F1", { "Supply Fan Status": fan, ahu_on_off_sp: 1 });
    await evaluateAlarms(app.ctx, [suspectUnits]);
    return (await user.get(`/v1/alerts/${user.session.building.id}/alerts`)).json<AlertLists>();
  };
  await report(0, MAINS, 1);
  await report(1_000, BATTERY, 0);
  await report(179_000, BATTERY, 0);
  const before = await report(0, BATTERY, 0);
  expect(await related(app, before.system[0]?.Alarm_Id)).toMatchObject({ explains: 2 });

  const during = await report(2_000, BATTERY, 0);
  expect(during.total).toEqual({ system: 1, solution: 0 });
  expect(await related(app, during.system[0]?.Alarm_Id)).toEqual({
    explains: 3,
    names: ["Device T-F1", "Device T-U1", "Device T-U2"],
  });

  // The mains are back and the fan is not: that is a separate fault.
  await report(1_000, MAINS, 0);
  await report(10_000, MAINS, 0);
  expect(await report(1_000, MAINS, 0)).toMatchObject({
    total: { system: 0, solution: 1 },
    solution: [{ alarm_code: 225, Device_name: "Device T-F1" }],
  });
});
