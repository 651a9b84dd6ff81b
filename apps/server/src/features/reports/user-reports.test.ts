import { hostname } from "node:os";

import { expect, test } from "vitest";

import { DAY, rowsOf } from "../../testing/reports/report-calls.ts";
import { addCommand } from "../../testing/reports/report-rows.ts";
import { unzip } from "../../testing/reports/unzip.ts";
import { aSite } from "../../testing/sites.ts";
import { startTestApp } from "../../testing/start-test-app.ts";

test("a login lasts from its start to its end, or to now while it is open", async () => {
  await using app = await startTestApp({ now: "2026-01-05T06:00:00Z" });
  const user = await app.as("operator");
  app.advance(3_723_999);
  await user.post("/v1/auth/logout");
  const viewer = await app.as("viewer");
  app.advance(7_200_000);
  const { rows } = await rowsOf(viewer, "user-login");
  expect(rows).toEqual([
    {
      username: "viewer",
      LoginDate: "2026-01-05",
      Time: "12:32:03",
      ActiveTime: "02:00:00",
      Key: "Logged in",
    },
    {
      username: "operator",
      LoginDate: "2026-01-05",
      Time: "11:30:00",
      ActiveTime: "01:02:03",
      Key: "Logged out",
    },
  ]);
  const sorted = await rowsOf(viewer, "user-login", `${DAY}&sort=ActiveTime&order=asc`);
  expect(sorted.rows.map((row) => row["username"])).toEqual(["operator", "viewer"]);
});

test("a login without a logout lasts until its session expires", async () => {
  await using app = await startTestApp({ now: "2026-01-05T06:00:00Z" });
  await app.as("operator");
  await app.query("update sessions set expires_at = timestamptz '2026-01-05T06:30:00Z'");
  app.advance(7_200_000);
  const viewer = await app.as("viewer");
  const { rows } = await rowsOf(viewer, "user-login");
  expect(rows.find((row) => row["username"] === "operator")).toMatchObject({
    ActiveTime: "00:30:00",
    Key: "Session expired",
  });
});

const compare = (points: string) => `from=2026-01-05T06:00:00Z&to=2026-01-05T11:00:00Z&points=${points}`;

test("trends of several points are compared in one list", async () => {
  await using app = await startTestApp({
    now: "2026-01-05T08:00:00Z",
    sites: [aSite("T"), aSite("O", "Other Campus")],
  });
  await app.measure("T-S1", "T-S1", { TEMPERATURE: 24.25 }, 3_600_000);
  await app.measure("T-S2", "T-S2", { CO2: 700 }, 1_800_000);
  await app.measure("T-S3", "T-S3", { CO2: 999 }, 1_800_000);
  const user = await app.as("viewer");
  const { rows } = await rowsOf(user, "trend-log-comparision", compare("T-S1/TEMPERATURE,T-S2/CO2"));
  expect(rows).toEqual([
    {
      Date: "2026-01-05",
      Time: "13:00:00",
      DeviceName: "Sensor T-S2",
      Key: "CO2",
      Value: 700,
      Minimum: 700,
      Maximum: 700,
      Unit: "ppm",
      Interval: "1-minute mean",
    },
    {
      Date: "2026-01-05",
      Time: "12:30:00",
      DeviceName: "Sensor T-S1",
      Key: "Temperature",
      Value: 24.25,
      Minimum: 24.25,
      Maximum: 24.25,
      Unit: "°C",
      Interval: "1-minute mean",
    },
  ]);
  expect((await rowsOf(user, "trend-log-comparision", compare(""))).rows).toEqual([]);
  for (const unknown of ["T-S1/NONSENSE", "T-S9/CO2", "T-S1", "O-S1/TEMPERATURE"]) {
    const answer = await user.get(`/v1/reports/trend-log-comparision?${compare(unknown)}`);
    expect([unknown, answer.statusCode]).toEqual([unknown, 404]);
  }
  const eight = Array.from({ length: 8 }, () => "T-S1/TEMPERATURE").join(",");
  expect((await rowsOf(user, "trend-log-comparision", compare(eight))).total).toBe(1);
  const nine = await user.get(`/v1/reports/trend-log-comparision?${compare(`${eight},T-S1/CO2`)}`);
  expect(nine.json().fields).toEqual({ points: "At most 8 points" });
});

test("commands are reported by user, with their state and the value read back", async () => {
  await using app = await startTestApp({
    now: "2026-01-05T08:00:00Z",
    sites: [aSite("T"), aSite("O", "Other Campus")],
  });
  const on = { ssid: "T-AHU", paramId: "ahu_on_off_sp", value: 10 } as const;
  await addCommand(app.db, {
    ...on,
    priority: 16,
    state: "verified",
    readBack: 10,
    at: "2026-01-05T02:00:00Z",
  });
  const person = { priority: 8, by: "operator" } as const;
  await addCommand(app.db, {
    ...on,
    ...person,
    state: "failed",
    failure: "no answer",
    at: "2026-01-05T03:00:00Z",
  });
  await addCommand(app.db, {
    ...on,
    ...person,
    ssid: "O-AHU",
    state: "verified",
    at: "2026-01-05T04:00:00Z",
  });
  const user = await app.as("viewer");
  expect((await rowsOf(user, "user-contol-details")).rows).toEqual([
    {
      username: "operator",
      Date: "2026-01-05",
      Time: "08:30:00",
      DeviceName: "Unit T-AHU",
      Key: "On/Off",
      Value: "On",
      Unit: "",
      State: "Failed: no answer",
      ReadBack: null,
      Category: "AHU",
      Reason: null,
    },
  ]);
  const { rows } = await rowsOf(user, "ahu-schedule-activity");
  expect(rows).toMatchObject([
    { Time: "08:30:00", Category: "Person", username: "operator", State: "Failed: no answer" },
    { Time: "07:30:00", Category: "Schedule", username: null, State: "Confirmed", ReadBack: "On" },
  ]);
  // Commands to other devices are no activity of an air handling unit.
  await app.query("update devices set type = 'VAV' where ssid = 'T-AHU'");
  expect((await rowsOf(user, "ahu-schedule-activity")).rows).toEqual([]);
  expect((await rowsOf(user, "user-contol-details")).rows).toHaveLength(1);
});

test("actions are reported by user and by server, with the names of their objects", async () => {
  await using app = await startTestApp({
    now: "2026-01-05T08:00:00Z",
    sites: [aSite("T"), aSite("O", "Other Campus")],
  });
  await app.query("delete from sessions");
  app.advance(60_000);
  const user = await app.as("administrator");
  await app.query(`insert into audit (at, campus_id, user_id, address, action, target, server, after)
    select '2026-01-05T08:02:00Z', d.campus_id, u.id, '::1', 'command', 'point:T-AHU/ahu_on_off_sp', 'host-a', '{"value": 10}'
    from devices d, users u where d.ssid = 'T-AHU' and u.username = 'operator'`);
  await app.query(`insert into audit (at, campus_id, address, action, target, server)
    select '2026-01-05T08:00:30Z', id, 'system', 'import-site', 'campus:' || id, 'host-b' from campuses where key = 'T'`);
  const since = "from=2026-01-05T08:00:30Z&to=2026-01-05T09:00:00Z";
  expect((await rowsOf(user, "activites-per-user", since)).rows).toEqual([
    {
      username: "operator",
      Date: "2026-01-05",
      Time: "13:32:00",
      Key: "Command: On/Off",
      DeviceName: "Unit T-AHU",
      Value: "On",
    },
    {
      username: "administrator",
      Date: "2026-01-05",
      Time: "13:31:00",
      Key: "Login",
      DeviceName: "administrator",
      Value: expect.any(String),
    },
  ]);
  expect((await rowsOf(user, "activites-per-server", since)).rows).toMatchObject([
    { Server: "host-a", Key: "Command: On/Off" },
    { Server: hostname(), Key: "Login", username: "administrator" },
    { Server: "host-b", Key: "Site imported", username: "system", DeviceName: "Test Campus" },
  ]);
});

test("the begin and end of a schedule are shown in the campus's time", async () => {
  await using app = await startTestApp({ now: "2026-01-05T08:00:00Z" });
  const user = await app.as("operator");
  await app.query(`insert into audit (at, campus_id, user_id, address, action, target, server, after)
    select '2026-01-05T07:00:00Z', campus_id, id, '::1', 'edit-schedule', 'schedule:1', 'host-a',
      '{"title": "night", "start": "2026-01-05T20:30:00.000Z", "end": "2026-01-05T22:15:00.000Z"}' from users where username = 'operator'`);
  const { rows } = await rowsOf(user, "activites-per-user", `${DAY}&filter.Key=schedule`);
  expect(rows).toMatchObject([{ Value: expect.stringContaining("2026-01-06 02:00") }]);
  expect(rows).toMatchObject([{ Value: expect.stringContaining("2026-01-06 03:45") }]);
  expect(rows).toMatchObject([{ Value: expect.not.stringContaining("Z") }]);
  const { rows: named } = await rowsOf(user, "activites-per-user", `${DAY}&filter.Key=schedule&language=en`);
  expect(named).toMatchObject([
    {
      Value: expect.stringMatching(
        /To: 2026-01-06 03:45.*From: 2026-01-06 02:00|From: 2026-01-06 02:00.*To: 2026-01-06 03:45/,
      ),
    },
  ]);
});

test("texts of users are unchanged in the grid and in both files", async () => {
  await using app = await startTestApp({ now: "2026-01-05T08:00:00Z" });
  const user = await app.as("operator");
  const title = 'true: "late" {shift} [B]\nline 2 \\ "to": 2026-01-05T20:30:00.000Z';
  const record = (at: string, after: object) =>
    app.query(
      `insert into audit (at, campus_id, user_id, address, action, target, server, after)
        select $1, campus_id, id, '::1', 'edit-schedule', 'schedule:1', 'host-a', $2 from users where username = 'operator'`,
      [at, JSON.stringify(after)],
    );
  const start = "2026-01-05T20:30:00.000Z";
  const zones = ["Zone 1", "Zone 2"];
  await record("2026-01-05T07:00:00Z", { title, intensityFlag: true, zones, start });
  const query = `${DAY}&filter.Key=schedule`;
  const [row] = (await rowsOf(user, "activites-per-user", query)).rows;
  expect(row?.["Value"]).toBe(
    `From: 2026-01-06 02:00, Title: ${title}, Zones: Zone 1, Zone 2, Own intensity: yes`,
  );
  const path = `/v1/reports/activites-per-user/export?${query}`;
  const csv = (await user.get(path)).body;
  expect(csv).toContain(`Title: ${title.replaceAll('"', '""')}, Zones`);
  const sheet = unzip((await user.get(`${path}&format=xlsx`)).rawPayload).get("xl/worksheets/sheet1.xml");
  expect(sheet).toContain(`Title: ${title}, Zones`);
  const found = encodeURIComponent('"late" {shift}');
  expect((await rowsOf(user, "activites-per-user", `${query}&filter.Value=${found}`)).total).toBe(1);

  for (const [minute, text] of ["true", start].entries()) {
    await record(`2026-01-05T07:0${minute + 1}:00Z`, { title: text });
    expect((await rowsOf(user, "activites-per-user", query)).rows[0]?.["Value"]).toBe(`Title: ${text}`);
  }
});
