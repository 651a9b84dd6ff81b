import { getReport, reportIds } from "@verandah/contract/reports/reports.ts";
import { roles } from "@verandah/contract/roles.ts";
import { expect, test } from "vitest";

import { DAY } from "../../testing/reports/report-calls.ts";
import { addAlarm } from "../../testing/reports/report-rows.ts";
import { startTestApp } from "../../testing/start-test-app.ts";
import { openReport, readPage } from "./reports.service.ts";

type App = Awaited<ReturnType<typeof startTestApp>>;
type Client = Awaited<ReturnType<App["as"]>>;
interface Page {
  rows: Record<string, unknown>[];
  total: number;
  isTotalExact: boolean;
}

const page = async (user: Client, query: string, report = "device-noncritical") =>
  (await user.get(`/v1/reports/${report}?${DAY}&${query}`)).json<Page>();

/** Alarms of 1 to `count` degrees, one per minute, alternating between two sensors. */
async function addWarmth(app: App, count: number): Promise<void> {
  for (let at = 1; at <= count; at += 1)
    await addAlarm(app.db, {
      ssid: at % 2 ? "T-S1" : "T-S2",
      paramId: "TEMPERATURE",
      code: 210,
      message: at === 7 ? "Temperature 100% high" : `Temperature high: ${at} °C`,
      value: at,
      raisedAt: new Date(Date.parse("2026-01-05T02:00:00Z") + at * 60_000).toISOString(),
    });
}

test("a report has ten rows a page, newest first", async () => {
  await using app = await startTestApp();
  await addWarmth(app, 23);
  const user = await app.as("viewer");
  const values = async (number: number) =>
    (await page(user, `page=${number}`)).rows.map((row) => row["Value"]);
  expect(await values(1)).toEqual([23, 22, 21, 20, 19, 18, 17, 16, 15, 14]);
  expect(await values(3)).toEqual([3, 2, 1]);
  expect(await values(4)).toEqual([]);
  expect(await page(user, "page=4")).toMatchObject({ total: 23, isTotalExact: true });
});

test("any column sorts, numbers by their size, equal ones newest first", async () => {
  await using app = await startTestApp();
  await addWarmth(app, 11);
  const user = await app.as("viewer");
  const sorted = async (query: string) => (await page(user, query)).rows.map((row) => row["Value"]);
  expect(await sorted("sort=Value&order=asc")).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  expect(await sorted("sort=DeviceName&order=asc")).toEqual([11, 9, 7, 5, 3, 1, 10, 8, 6, 4]);
  expect(await sorted("sort=Time&order=asc&page=2")).toEqual([11]);
  // The report has no such column, so it keeps its own order.
  expect((await sorted("sort=username&order=asc"))[0]).toBe(1);
  const answer = await user.get(`/v1/reports/device-noncritical?${DAY}&sort=nonsense`);
  expect(answer.json().fields).toEqual({ sort: expect.stringMatching(/^One of: /) });
});

test("filters every column by a contained text, in any case, without patterns", async () => {
  await using app = await startTestApp();
  await addWarmth(app, 23);
  const user = await app.as("viewer");
  const total = async (query: string) => (await page(user, query)).total;
  expect(await total("filter.DeviceName=sEnSoR t-s2")).toBe(11);
  expect(await total("filter.Key=100%25")).toBe(1);
  expect(await total("filter.Key=_")).toBe(0);
  expect(await total("filter.Value=2")).toBe(6);
  expect(await total("filter.Time=07:5")).toBe(4);
  expect(await total("filter.Date=2026-01-05")).toBe(23);
  expect(await total("filter.Date=2026-01-04")).toBe(0);
  expect(await total("filter.Date=2026-13-45")).toBe(0);
  expect(await total("filter.Date=01-05&filter.Unit=°c&filter.Category=env")).toBe(23);
  expect(await total("filter.DeviceName=T-S2&filter.Value=2")).toBe(4);
  // The report has no such column.
  expect(await total("filter.username=nobody")).toBe(23);
  expect((await page(user, "filter.DeviceName=T-S2&page=2")).rows.map((row) => row["Value"])).toEqual([2]);
});

test("a column of few values has its choices in each language, and a choice finds exactly its rows", async () => {
  await using app = await startTestApp();
  await addWarmth(app, 3);
  await addAlarm(app.db, { ssid: "T-AHU", code: 101, message: "Fire", raisedAt: "2026-01-05T03:00:00Z" });
  const user = await app.as("viewer");
  const found = async (report: string, query: string) =>
    (await user.get(`/v1/reports/${report}?${DAY}&${query}`)).json<{
      total: number;
      choices: Record<string, { value: string; label: string }[]>;
    }>();
  const all = await found("ibms-logs", "language=hi");
  expect(Object.keys(all.choices).toSorted()).toEqual(["Category", "Criticality"]);
  expect(all.choices["Criticality"]).toEqual([
    { value: "=Critical", label: "गंभीर" },
    { value: "=NonCritical", label: expect.stringMatching(/./) },
  ]);
  expect(all.choices["Category"]).toContainEqual({ value: "=ENVIRONMENT", label: "ENVIRONMENT" });
  for (const language of ["en", "hi"]) {
    const total = async (filter: string) =>
      (await found("ibms-logs", `language=${language}&filter.${filter}`)).total;
    // The text of a class contains that of the other.
    expect(await total("Criticality==Critical")).toBe(1);
    expect(await total("Criticality==NonCritical")).toBe(3);
    expect(await total("Category==AHU")).toBe(1);
  }
  // Without the sign, and for no choice, it is a text that the cells contain.
  expect((await found("ibms-logs", "filter.Criticality=Critical")).total).toBe(4);
  expect((await found("ibms-logs", "filter.Criticality==other")).total).toBe(0);
  expect((await found("user-login", "filter.Key==active")).total).toBeGreaterThan(0);
  expect((await found("user-login", "filter.Key==expired")).total).toBe(0);
  const { choices } = await found("user-contol-details", "filter.State==verified");
  expect(choices["State"]).toContainEqual({ value: "=verified", label: "Confirmed" });
});

test("rows are counted to 100,000, and no further", async () => {
  await using app = await startTestApp();
  const user = await app.as("viewer");
  const add = (rows: number, at: string) =>
    app.query(`insert into audit (at, campus_id, user_id, address, action, target)
      select timestamptz '${at}' + i * interval '1 ms', campus_id, id, '', 'test', 'i' from users, generate_series(1, ${rows}) i
      where username = 'viewer'`);
  await add(100_000, "2026-01-05T09:00:00Z");
  const tests = (query = "") => page(user, `filter.Key=test&${query}`, "activites-per-user");
  expect(await tests()).toMatchObject({ total: 100_000, isTotalExact: true });
  await add(1, "2026-01-05T09:00:00Z");
  expect(await tests()).toMatchObject({ total: 100_000, isTotalExact: false });
});

test("a search among very many rows reads the newest, and returns how far back", async () => {
  await using app = await startTestApp();
  await addWarmth(app, 11);
  const [place] = app.places;
  if (!place) throw new Error("no place");
  const ctx = { ...app.ctx, actor: { userId: 1, name: "", roleId: roles.viewer, sessionId: "", ...place } };
  const read = async (query: object, searchedRowsMax: number) => {
    const day = { from: "2026-01-04T18:30:00Z", to: "2026-01-05T18:30:00Z" };
    const input = getReport.input.parse({ report: "device-noncritical", ...day, ...query });
    const answer = await readPage(ctx, input, await openReport(ctx, input), searchedRowsMax);
    return { ...answer, rows: answer.rows.map((row) => row["Value"]) };
  };
  const since = "2026-01-05T02:06:00.001Z";
  const newest = { sort: "Value", order: "asc" };
  expect(await read(newest, 5)).toMatchObject({
    rows: [7, 8, 9, 10, 11],
    total: 5,
    isTotalExact: false,
    searchedFrom: since,
  });
  expect(await read(newest, 11)).toMatchObject({ total: 11, isTotalExact: true, searchedFrom: null });
  expect(await read({ "filter.DeviceName": "T-S1" }, 5)).toMatchObject({
    rows: [11, 9, 7],
    searchedFrom: since,
  });
  // In the order of time no search is necessary.
  expect(await read({}, 5)).toMatchObject({ total: 11, isTotalExact: true, searchedFrom: null });
});

test("alarms are charted by the hour with its empty hours, longer ranges by the day, and filtered like the rows", async () => {
  await using app = await startTestApp();
  for (const raisedAt of [
    "2026-01-05T02:29:59Z",
    "2026-01-05T02:30:00Z",
    "2026-01-05T03:29:59Z",
    "2026-01-05T04:45:00Z",
  ])
    await addAlarm(app.db, { ssid: "T-S1", code: 201, message: "Sensor not reporting", raisedAt });
  const user = await app.as("viewer");
  const chart = async (query: string) =>
    (await user.get(`/v1/reports/device-noncritical/chart?${query}`)).json<{
      kind: string;
      bars: { at: string; value: number }[];
    }>();
  const hours = await chart("from=2026-01-05T01:30:00Z&to=2026-01-05T05:30:00Z");
  expect(hours).toEqual({
    kind: "hours",
    bars: [
      { label: "", at: "2026-01-05T01:30:00.000Z", value: 1 },
      { label: "", at: "2026-01-05T02:30:00.000Z", value: 2 },
      { label: "", at: "2026-01-05T03:30:00.000Z", value: 0 },
      { label: "", at: "2026-01-05T04:30:00.000Z", value: 1 },
    ],
  });
  const days = await chart("from=2025-12-05T18:30:00Z&to=2026-01-05T18:30:01Z");
  expect([days.kind, days.bars.length, days.bars[30]?.value]).toEqual(["days", 32, 4]);
  expect((await chart("from=2025-12-05T18:30:00Z&to=2026-01-05T18:30:00Z")).kind).toBe("hours");
  const filtered = await chart("from=2026-01-05T01:30:00Z&to=2026-01-05T05:30:00Z&filter.Time=10:15");
  expect(filtered.bars.map((bar) => bar.value)).toEqual([0, 0, 0, 1]);
});

test("refuses a reversed range, one over a year and an unknown report with a text", async () => {
  await using app = await startTestApp();
  const user = await app.as("viewer");
  for (const end of ["", "/chart", "/export"]) {
    const fields = async (query: string) => {
      const answer = await user.get(`/v1/reports/device-critical${end}?${query}`);
      return [answer.statusCode, answer.json().fields];
    };
    const backwards = [400, { to: "End date should be greater than start date" }];
    expect(await fields("from=2026-01-05T00:00:00Z&to=2026-01-04T00:00:00Z")).toEqual(backwards);
    expect(await fields("from=2026-01-05T00:00:00Z&to=2026-01-05T00:00:00Z")).toEqual(backwards);
    expect(await fields("from=2025-01-01T00:00:00Z&to=2026-01-02T00:00:00.001Z")).toEqual([
      400,
      { from: "A report covers at most a year" },
    ]);
    expect(await fields("from=yesterday&to=2026-01-04T00:00:00Z")).toEqual([
      400,
      { from: "An instant such as 2026-01-05T08:00:00Z" },
    ]);
    const unknown = await user.get(`/v1/reports/nonsense${end}?${DAY}`);
    expect([unknown.statusCode, unknown.json().fields]).toEqual([
      400,
      { report: expect.stringMatching(/^One of: /) },
    ]);
  }
  const year = await user.get(
    "/v1/reports/device-critical?from=2025-01-01T00:00:00Z&to=2026-01-02T00:00:00Z",
  );
  expect(year.statusCode).toBe(200);
});

test("the lists of the old interface have the newest rows in its field names", async () => {
  await using app = await startTestApp();
  await addAlarm(app.db, {
    ssid: "T-S1",
    paramId: "TEMPERATURE",
    code: 210,
    message: "Temperature high: 29 °C",
    value: 29,
    raisedAt: "2025-01-05T02:00:00Z",
    restoredAt: "2025-01-05T02:30:00Z",
    ignored: { by: "operator", at: "2025-01-05T02:10:00Z", reason: "Known" },
  });
  const user = await app.as("viewer");
  const list = async (name: string) => (await user.get(`/v1/newapis/${name}`)).json();
  expect(await list("getDeviceNonCritical")).toEqual([
    {
      DeviceName: "Sensor T-S1",
      Timestamp: "2025-01-05T02:00:00.000Z",
      Date: "2025-01-05",
      Time: "07:30:00",
      Category: "ENVIRONMENT",
      Criticality: "NonCritical",
      Key: "Temperature high: 29 °C",
      Value: 29,
      Unit: "°C",
    },
  ]);
  expect(await list("getNonCriticalRestored")).toEqual([
    {
      DeviceName: "Sensor T-S1",
      Category: "ENVIRONMENT",
      Criticality: "NonCritical",
      Key: "Temperature high: 29 °C",
      triggered_time: "2025-01-05 07:30:00",
      measured_time: "2025-01-05 08:00:00",
    },
  ]);
  expect(await list("getNonCriticalAlarm")).toMatchObject([{ Key: "Temperature high", Value: 1 }]);
  expect(await list("getIgnoredByUser")).toMatchObject([{ username: "operator", Reason: "Known" }]);
  expect(await list("getLoginDetails")).toMatchObject([
    { username: "viewer", ActiveTime_in_sec: 0, ActiveTime: "00:00:00" },
  ]);
  for (const empty of [
    "getDeviceCritical",
    "getActiveAlarm",
    "getCriticalRestored",
    "getAcknowledgedByUser",
    "getUserControlDetails",
  ])
    expect([empty, await list(empty)]).toEqual([empty, []]);
});

test("pump customers and members see no report", async () => {
  await using app = await startTestApp();
  for (const role of ["pumpCustomer", "member"] as const) {
    const user = await app.as(role);
    for (const report of reportIds)
      for (const end of ["", "/chart", "/export"])
        expect((await user.get(`/v1/reports/${report}${end}?${DAY}`)).statusCode).toBe(403);
  }
});
