import type { AlarmGridRow } from "@verandah/contract/alarms/alarms.ts";
import { expect, test } from "vitest";

import { raiseFireAlarm, endFireAlarm, storeAlarms } from "../../testing/benches/alarms.ts";
import { startTestApp } from "../../testing/start-test-app.ts";

type Page = { rows: AlarmGridRow[]; total: number; isTotalExact: boolean };

test("both paths return the same lists", async () => {
  await using app = await startTestApp();
  await raiseFireAlarm(app);
  const user = await app.as("operator");
  const [older, newer] = await Promise.all(
    ["alerts", "gl_alerts"].map((path) => user.get(`/v1/${path}/${user.session.building.id}/alerts`)),
  );
  expect(newer?.json()).toMatchObject({ system: [{ alarm_code: 110 }], total: { system: 1, solution: 0 } });
  expect(newer?.json()).toEqual(older?.json());
});

test("the grid has ten rows a page, newest first, with date and time in the campus's zone", async () => {
  await using app = await startTestApp();
  await storeAlarms(app, 25);
  const user = await app.as("viewer");
  const page = async (query: string) => (await user.get(`/v1/alarms/noncritical/grid${query}`)).json<Page>();
  const first = await page("");
  expect(first).toMatchObject({ total: 25, isTotalExact: true });
  expect(first.rows).toHaveLength(10);
  expect(first.rows[0]).toEqual({
    Alarm_Id: expect.any(Number),
    alarm_code: 210,
    message: "Temperature high: 25 °C ",
    Message: "Temperature high: 25 °C ",
    text: null,
    zoneId: expect.any(Number),
    floorId: expect.any(Number),
    Device_name: "Sensor T-S3",
    device_name: "Sensor T-S3",
    Measured_time: "2026-01-04 23:55:00",
    date: "2026-01-04",
    time: "23:55:00",
    raisedAt: "2026-01-04T18:25:00.000Z",
    Acknowledge: 0,
    state: "active",
    ssid: "T-S3",
    location: "First, Zone 1",
    buildingId: user.session.building.id,
    explains: 0,
    restoredAt: null,
    acknowledged: null,
    shelved: null,
  });
  const last = await page("?page=3");
  expect(last.rows.map((row) => row.Message.split(" ")[2])).toEqual(["5", "4", "3", "2", "1"]);
  expect((await page("?page=4")).rows).toEqual([]);
  const longer = await page("?page=1&rows=25");
  expect(longer.rows).toHaveLength(25);
  expect(longer.rows.slice(20)).toEqual(last.rows);
  expect((await page("?page=2&rows=25")).rows).toEqual([]);
  expect((await (await app.as("viewer")).get("/v1/alarms/critical/grid")).json()).toMatchObject({ total: 0 });
});

test("the grid's filters match cells that contain their text, in any case", async () => {
  await using app = await startTestApp();
  await storeAlarms(app, 25);
  const user = await app.as("operator");
  const expected = [
    ["filter.Device_name=sensor%20t-s1", 12],
    ["filter.Message=HIGH:%201", 11],
    ["filter.date=2026-01-04", 25],
    ["filter.date=2026-01-05", 0],
    ["filter.date=2026-02-31", 0],
    ["filter.date=01-04", 25],
    ["filter.time=23:4", 10],
    ["filter.time=23:4&filter.Device_name=S1", 5],
    ["filter.Message=%25", 0],
    ["filter.Message=_", 0],
    ["filter.Message=", 25],
  ] as const;
  for (const [query, total] of expected) {
    const page = (await user.get(`/v1/alarms/noncritical/grid?${query}`)).json<Page>();
    expect([query, page.total]).toEqual([query, total]);
  }
});

test("the grid has only unacknowledged, returned or ignored alarms on request", async () => {
  await using app = await startTestApp();
  const fire = await raiseFireAlarm(app);
  await endFireAlarm(app);
  await storeAlarms(app, 3);
  const user = await app.as("operator");
  const low = await app.query("select id from alarms where code = 210 order by raised_at");
  const [first, second, third] = low.rows.map((row) => Number(row["id"]));
  await user.post("/v1/gl_alerts/acknowledgeAlarm", { id: first });
  await user.post("/v1/gl_alerts/deleteAlarm", { id: second, reason: "Known" });
  const idsOf = async (query: string) => {
    const of = async (name: string) => (await user.get(`/v1/alarms/${name}/grid${query}`)).json<Page>().rows;
    return [...(await of("critical")), ...(await of("noncritical"))].map(({ Alarm_Id }) => Alarm_Id);
  };
  expect(await idsOf("")).toEqual([fire, third, first]);
  expect(await idsOf("?only=unacknowledged")).toEqual([fire, third]);
  expect(await idsOf("?only=returned")).toEqual([fire]);
  expect(await idsOf("?only=ignored")).toEqual([second]);
  const summary = (await user.get("/v1/alarms/summary")).json();
  expect(summary).toMatchObject({ unacknowledged: 2, returned: 1, shelved: 1 });
  expect((await user.get("/v1/alarms/critical/grid?only=all")).statusCode).toBe(400);
});

test("the grid sorts by each column, both ways", async () => {
  await using app = await startTestApp();
  await storeAlarms(app, 4);
  const user = await app.as("operator");
  const sorted = async (query: string) => {
    const { rows } = (await user.get(`/v1/alarms/noncritical/grid?${query}`)).json<Page>();
    return rows.map((row) => row.Message.split(" ")[2]).join("");
  };
  expect(await sorted("sort=date&order=asc")).toBe("1234");
  expect(await sorted("sort=time&order=desc")).toBe("4321");
  expect(await sorted("sort=Message&order=asc")).toBe("1234");
  expect(await sorted("sort=Device_name&order=asc")).toBe("4231");
  expect(await sorted("sort=Device_name&order=desc")).toBe("3142");
  expect(await sorted("sort=since&order=asc")).toBe("1234");
});

test("priority is sorted by code and place by its text; pages of equal cells neither repeat nor leave out a row", async () => {
  await using app = await startTestApp();
  await storeAlarms(app, 25);
  await app.query("update alarms set code = 205 where message like '%: 7 °C%'");
  const user = await app.as("operator");
  const rows = async (query: string) =>
    (await user.get(`/v1/alarms/noncritical/grid?${query}`)).json<Page>().rows;
  const codes = async (order: string) =>
    (await rows(`sort=priority&order=${order}&rows=25`)).map((row) => row.alarm_code);
  expect(await codes("asc")).toEqual([205, ...Array.from({ length: 24 }, () => 210)]);
  expect((await codes("desc")).at(-1)).toBe(205);
  const places = (await rows("sort=where&order=asc&rows=25")).map(({ location }) => location);
  expect(new Set(places).size).toBe(2);
  expect(places).toEqual(places.toSorted());
  const pages = await Promise.all([1, 2, 3].map((page) => rows(`sort=where&order=desc&page=${page}`)));
  expect(new Set(pages.flat().map((row) => row.Alarm_Id)).size).toBe(25);
});

test("a wrong grid query gets an error for each field", async () => {
  await using app = await startTestApp();
  const user = await app.as("operator");
  const fields = async (query: string) => {
    const answer = await user.get(`/v1/alarms/critical/grid${query}`);
    return [answer.statusCode, answer.json<{ fields: object }>().fields];
  };
  expect(await fields("?sort=secret")).toEqual([400, { sort: expect.stringMatching(/^One of: /) }]);
  expect(await fields(`?filter.Message=${"x".repeat(81)}`)).toEqual([
    400,
    { "filter.Message": "At most 80 characters" },
  ]);
  for (const query of ["?page=0", "?rows=11", "?rows=all"]) expect((await fields(query))[0]).toBe(400);
  expect((await user.get("/v1/alarms/odd/grid")).statusCode).toBe(400);
});

test("the newer interface lists alarms of a time range in any state, and the log of events", async () => {
  await using app = await startTestApp({ now: "2026-01-05T08:00:00Z" });
  const id = await raiseFireAlarm(app);
  await endFireAlarm(app);
  await storeAlarms(app, 3);
  const user = await app.as("viewer");
  const list = async (path: string) => (await user.get(`/v1/newapis/${path}`)).json<object[]>();
  expect(await list("glAlarm")).toHaveLength(4);
  expect(await list("glAlarmCritical")).toMatchObject([{ Alarm_Id: id, state: "returned" }]);
  expect(await list("glAlarmNonCritical")).toHaveLength(3);
  expect(await list("glAlarm?from=2026-01-05T00:00:00Z")).toHaveLength(1);
  expect(await list("glAlarm?to=2026-01-04T18:03:00Z")).toHaveLength(2);
  expect(await list("getIbmsEvents")).toMatchObject([
    {
      DeviceName: "Unit T-AHU",
      Timestamp: "2026-01-05T08:00:06.000Z",
      Date: "2026-01-05",
      Time: "13:30:06",
      Criticality: "Critical",
    },
    { DeviceName: "Unit T-AHU", Time: "13:30:00" },
  ]);
});

test("an impossible range is refused with a text", async () => {
  await using app = await startTestApp();
  const user = await app.as("operator");
  const fields = async (range: string) =>
    (await user.get(`/v1/newapis/getIbmsEvents?${range}`)).json<{ fields: object }>().fields;
  expect(await fields("from=2026-01-05T08:00:00Z&to=2026-01-05T08:00:00Z")).toEqual({
    to: "End date should be greater than start date",
  });
  expect(await fields("from=2025-01-01T00:00:00Z&to=2026-01-02T00:00:01Z")).toEqual({
    from: "A report covers at most a year",
  });
  expect(await fields("from=yesterday")).toEqual({ from: "An instant such as 2026-01-05T08:00:00Z" });
});
