import type { PumpDataRow, PumpDetails } from "@verandah/contract/pumps/pumps.ts";
import type { DeviceReadings } from "@verandah/contract/telemetry/telemetry.ts";
import { expect, test } from "vitest";

import { aDevice, aSite, point } from "../../testing/sites.ts";
import { startTestApp } from "../../testing/start-test-app.ts";

const PUMP = "P-1";
const MINUTE_MS = 60_000;

/** Pump P-1 of the customer, and P-2 without one. It is 13:30 at the pumps. */
async function startPumps() {
  const site = aSite("T");
  for (const ssid of [PUMP, "P-2"])
    site.devices.push({
      ...aDevice("SOLARPUMP", ssid, ["FaultCondition", "WarningCondition", "voltage_in_v", "Current_in_A"], {
        location: "T/g",
        edge: "T-GW",
      }),
    });
  for (const { ssid, points } of site.devices.slice(-2)) {
    if (!ssid.startsWith("P-")) continue;
    points.push(
      point("MotorStatus", "none", { min: 0, max: 1 }),
      point("WaterflowRate_in_lpm", "litrePerMinute", { min: 0, max: 2_000 }),
      point("WF_per_Day_in_L", "litre"),
      point("power_in_watt", "watt"),
    );
  }
  const app = await startTestApp({ sites: [site, aSite("O", "Other Campus")] });
  const customer = await app.as("pumpCustomer");
  await app.query("insert into pump_customers select $1, id from devices where ssid = 'P-1'", [
    customer.session.user.id,
  ]);
  await app.query(
    "insert into customer_records (user_id, city, state, farm_size_hectare, panels, secret_hash) values ($1, 'Hoskote', 'Karnataka', 2, 12, '')",
    [customer.session.user.id],
  );
  const send = (values: Record<string, number>, minutesAgo: number) =>
    app.measure("T-GW", PUMP, values, minutesAgo * MINUTE_MS);
  const first = { MotorStatus: 0, WaterflowRate_in_lpm: 0, FaultCondition: 1, WarningCondition: 0 };
  await send({ ...first, WF_per_Day_in_L: 100, power_in_watt: 0, voltage_in_v: 372, Current_in_A: 0 }, 90);
  const second = { MotorStatus: 1, WaterflowRate_in_lpm: 96.5, FaultCondition: 0, WarningCondition: 3 };
  await send(
    { ...second, WF_per_Day_in_L: 200, power_in_watt: 1_800, voltage_in_v: 305, Current_in_A: 5.9 },
    30,
  );
  return { app, customer };
}

const rows = (answer: { json: () => { rows: PumpDataRow[] } }) => answer.json().rows;

test("a pump's readings are rows of one time, the newest first, of the last 24 hours", async () => {
  const { app, customer } = await startPumps();
  await using _ = app;
  const page = (await customer.get("/v1/pumps/P-1/readings")).json();
  expect(page).toMatchObject({ total: 2, isTotalExact: true });
  expect(page.rows[0]).toEqual({
    at: "2026-01-05T07:30:00.000Z",
    date: "2026-01-05",
    time: "13:00:00",
    motor: 1,
    flowLitrePerMinute: 96.5,
    dayLitre: 200,
    volt: 305,
    ampere: 5.9,
    watt: 1_800,
    fault: 0,
    warning: 3,
    quality: "good",
  });
  expect(rows(await customer.get("/v1/pumps/P-1/readings?hours=1"))).toHaveLength(1);
});

test.each([
  ["sort=Power(W)&order=asc", [0, 1_800]],
  ["sort=time&order=desc", [1_800, 0]],
  ["filter.FaultCondition=dry", [0]],
  ["filter.FaultCondition=ಒಣ", [0]],
  ["filter.WarningCondition=panel", [1_800]],
  ["filter.time=13:00", [1_800]],
  ["filter.date=2026-01-06", []],
  ["from=2026-01-05T06:00:00Z&to=2026-01-05T07:00:00Z", [0]],
])("sorts, filters and cuts the rows of a pump by %s", async (query, watts) => {
  const { app, customer } = await startPumps();
  await using _ = app;
  const found = rows(await customer.get(`/v1/pumps/P-1/readings?${query}`));
  expect(found.map(({ watt }) => watt)).toEqual(watts);
});

test.each([
  ["WF_per_Day(L)", "12,345", 1],
  ["WF_per_Day(L)", "12 345", 1],
  ["WF_per_Day(L)", "12345.6", 0],
  ["WaterflowRate(lpm)", "12.3", 1],
  ["WaterflowRate(lpm)", "12.28", 1],
  ["WaterflowRate(lpm)", "none", 0],
])("the filter of %s finds a number as it is shown or stored: %s", async (column, text, count) => {
  const { app, customer } = await startPumps();
  await using _ = app;
  await app.measure("T-GW", PUMP, { WaterflowRate_in_lpm: 12.28, WF_per_Day_in_L: 12_345.4 });
  const query = new URLSearchParams({ [`filter.${column}`]: text });
  expect(rows(await customer.get(`/v1/pumps/P-1/readings?${query.toString()}`))).toHaveLength(count);
});

test("a late batch after a dead SIM is stored at its own times", async () => {
  const { app, customer } = await startPumps();
  await using _ = app;
  const nowMs = app.now().getTime();
  await app.send("T-GW", [
    {
      device: PUMP,
      point: "power_in_watt",
      values: [75, 70, 65].map((minutes): [number, number] => [nowMs - minutes * MINUTE_MS, minutes]),
    },
  ]);
  const found = rows(await customer.get("/v1/pumps/P-1/readings?sort=date&order=asc"));
  expect(found.map(({ at, watt }) => [at.slice(11, 16), watt])).toEqual([
    ["06:30", 0],
    ["06:45", 75],
    ["06:50", 70],
    ["06:55", 65],
    ["07:30", 1_800],
  ]);
});

test("impossible values are suspect, in rows and as latest value", async () => {
  const { app, customer } = await startPumps();
  await using _ = app;
  await app.measure("T-GW", PUMP, { WaterflowRate_in_lpm: -5 });
  expect(rows(await customer.get("/v1/pumps/P-1/readings"))[0]).toMatchObject({
    flowLitrePerMinute: -5,
    quality: "suspect",
  });
  const [latest] = (await customer.get("/v1/telemetry/latest?devices=P-1")).json<DeviceReadings[]>();
  expect(latest?.values.find(({ param_id }) => param_id === "WaterflowRate_in_lpm")?.quality).toBe("suspect");
});

test("a pump has its customer's record and its days", async () => {
  const { app, customer } = await startPumps();
  await using _ = app;
  const pump = (await customer.get("/v1/pumps/P-1")).json<PumpDetails>();
  expect(pump.customer).toEqual({ name: "pumpCustomer", city: "Hoskote", state: "Karnataka" });
  expect(pump.days).toHaveLength(14);
  expect(pump.days.at(-1)).toMatchObject({
    date: "2026-01-05",
    litres: 200,
    runHours: 0.25,
    kilowattHour: 0.45,
  });
  expect(pump.days.at(-1)?.completenessPercent).toBeCloseTo((100 * 2) / 54, 5);
  expect(pump.days[0]).toEqual({
    date: "2025-12-23",
    litres: null,
    runHours: null,
    kilowattHour: null,
    completenessPercent: 0,
  });
});

test("a pump that has just begun to send has run for the time that its values cover", async () => {
  const { app, customer } = await startPumps();
  await using _ = app;
  app.advance(9 * MINUTE_MS);
  await app.measure("T-GW", PUMP, { MotorStatus: 1, power_in_watt: 1_800 }, 32_000);
  const today = (await customer.get("/v1/pumps/P-1")).json<PumpDetails>().days.at(-1);
  expect(today?.runHours).toBeCloseTo(0.25 + 1 / 60, 5);
  expect(today?.kilowattHour).toBeCloseTo(0.45 + 1.8 / 60, 5);
});

test("today's litres are those of the statement: without yesterday's count, and with a counter that began again", async () => {
  const { app, customer } = await startPumps();
  await using _ = app;
  const midnight = Date.parse("2026-01-04T18:30:00Z");
  const counts: [minute: number, litres: number][] = [
    [-10, 500],
    [1, 500],
    [20, 0],
    [13 * 60 + 20, 30],
  ];
  await app.send("T-GW", [
    {
      device: PUMP,
      point: "WF_per_Day_in_L",
      values: counts.map(([minute, litres]): [number, number] => [midnight + minute * MINUTE_MS, litres]),
    },
  ]);
  const { days } = (await customer.get("/v1/pumps/P-1")).json<PumpDetails>();
  expect(days.slice(-2).map(({ litres }) => litres)).toEqual([500, 230]);
});

test("exports the rows as CSV in the words of the grid", async () => {
  const { app, customer } = await startPumps();
  await using _ = app;
  const answer = await customer.get("/v1/pumps/P-1/export");
  expect(answer.headers["content-type"]).toContain("text/csv");
  expect(answer.headers["content-disposition"]).toContain('filename="P-1.csv"');
  expect(answer.body.replace("\uFEFF", "").split("\r\n")).toEqual([
    "date,time,MotorStatus,WaterflowRate(lpm),WF_per_Day(L),voltage(v),Current(A),Power(W),FaultCondition,WarningCondition,Quality",
    "2026-01-05,13:00:00,On,96.5,200,305,5.9,1800,NO FAULT,DIRTY PANEL,good",
    "2026-01-05,12:00:00,Off,0,100,372,0,0,DRY RUN,NO WARNING,good",
    "",
  ]);
});

test("the specification's call answers the last hour, or between two local times", async () => {
  const { app, customer } = await startPumps();
  await using _ = app;
  const call = async (query = "") => (await customer.get(`/v1/gl_analytics/P-1/solarpump${query}`)).json();
  expect(await call()).toEqual([
    {
      measured_time: "2026-01-05 13:00:00",
      MotorStatus: "On",
      WaterflowRate_in_lpm: 96.5,
      WF_per_Day_in_L: 200,
      voltage_in_v: 305,
      Current_in_A: 5.9,
      power_in_watt: 1_800,
      FaultCondition: "NO FAULT",
      WarningCondition: "DIRTY PANEL",
      quality: "good",
    },
  ]);
  expect(await call("?start=2026-01-05 11:00:00&end=2026-01-05 12:30:00")).toMatchObject([
    { measured_time: "2026-01-05 12:00:00", FaultCondition: "DRY RUN" },
  ]);
});

test.each([
  ["from=2026-01-05T08:00:00Z&to=2026-01-05T08:00:00Z", { to: "End date should be greater than start date" }],
  ["from=2025-12-01T00:00:00Z&to=2026-01-02T00:00:00Z", { from: "Choose at most 31 days" }],
])("rejects the range %s", async (query, fields) => {
  const { app, customer } = await startPumps();
  await using _ = app;
  for (const call of ["readings", "export"]) {
    const answer = await customer.get(`/v1/pumps/P-1/${call}?${query}`);
    expect([answer.statusCode, answer.json().fields]).toEqual([400, fields]);
  }
});

test.each([
  [
    "start=2026-01-05 08:00:00&end=2026-01-05 08:00:00",
    { end: "End date should be greater than start date" },
  ],
  ["start=2025-12-01 00:00:00&end=2026-01-02 00:00:00", { start: "Choose at most 31 days" }],
])("the specification's call names the fields of %s in its errors", async (query, fields) => {
  const { app, customer } = await startPumps();
  await using _ = app;
  const answer = await customer.get(`/v1/gl_analytics/P-1/solarpump?${query}`);
  expect([answer.statusCode, answer.json().fields]).toEqual([400, fields]);
});

test.each([
  "/v1/pumps/P-2",
  "/v1/pumps/P-2/readings",
  "/v1/pumps/P-2/export",
  "/v1/gl_analytics/P-2/solarpump",
  "/v1/telemetry/P-2/trend?param_id=power_in_watt&from=2026-01-05T00:00:00Z&to=2026-01-05T01:00:00Z",
])("answers 404 at %s for another customer's pump", async (url) => {
  const { app, customer } = await startPumps();
  await using _ = app;
  expect((await customer.get(url)).statusCode).toBe(404);
  expect((await customer.get(url.replace("P-2", "P-1"))).statusCode).toBe(200);
  expect((await (await app.as("other-administrator")).get(url)).statusCode).toBe(404);
});

test("lists at most 50 pumps, and a search finds the others", async () => {
  const site = aSite("T");
  for (let number = 1; number <= 60; number++)
    site.devices.push(
      aDevice("SOLARPUMP", `N-${String(number).padStart(2, "0")}`, ["FaultCondition"], {
        location: "T/g",
        edge: "T-GW",
      }),
    );
  await using app = await startTestApp({ sites: [site] });
  const viewer = await app.as("viewer");
  expect((await viewer.get("/v1/pumps")).json()).toHaveLength(50);
  const found = (await viewer.get("/v1/pumps?search=n-59")).json<{ ssid: string }[]>();
  expect(found.map(({ ssid }) => ssid)).toEqual(["N-59"]);
  expect((await viewer.get("/v1/pumps?search=100%25")).json()).toEqual([]);
});
