import type { ReplyOf } from "@verandah/contract/route.ts";
import type { listUpsTransfers, UpsBattery } from "@verandah/contract/ups.ts";
import { expect, test } from "vitest";

import { aDevice, aSite } from "../../testing/sites.ts";
import { startTestApp } from "../../testing/start-test-app.ts";

test("the specification's calls of a UPS have the specified format, and reject other devices", async () => {
  const site = aSite();
  const at = { location: "T/tower", edge: "T-GW" };
  site.devices.push(aDevice("UPS", "T-UPS", ["ups_InputVoltagePhaseA", "ups_Load"], at));
  await using app = await startTestApp({ sites: [site] });
  await app.measure("T-GW", "T-UPS", { ups_InputVoltagePhaseA: 230.5, ups_Load: 40 });
  const user = await app.as("viewer");
  const readings = (await user.get("/v1/gl_analytics/T-UPS/ups")).json();
  expect(readings).toEqual([
    expect.objectContaining({ param_id: "ups_InputVoltagePhaseA", param_value: 230.5, quality: "good" }),
    expect.objectContaining({ param_id: "ups_Load", param_value: 40 }),
  ]);
  const { graphData } = (await user.get("/v1/gl_analytics/T-UPS/ups/graph")).json();
  expect(graphData[0].ups_Load.param_value).toEqual([40]);
  expect(graphData[0].ups_Load.measured_time).toHaveLength(1);
  for (const ssid of ["T-AHU", "NO-SUCH"])
    expect((await user.get(`/v1/gl_analytics/${ssid}/ups`)).statusCode).toBe(404);
});

const MINUTE_MS = 60_000;

/** A UPS that has reported each minute since 08:00: the status, load and charge that each letter means, and nothing for a dot. */
async function startWith(minutes: string) {
  const site = aSite();
  const points = ["ups_Status", "ups_Load", "ups_BatteryCharge"];
  site.devices.push(aDevice("UPS", "T-UPS", points, { location: "T/tower", edge: "T-GW" }));
  const app = await startTestApp({ sites: [site] });
  const from = app.now().toISOString();
  let charge = 100;
  for (const letter of minutes) {
    const status = { m: 3, b: 5, y: 4 }[letter];
    charge = letter === "b" ? charge - 10 : 100;
    if (status)
      await app.measure("T-GW", "T-UPS", { ups_Status: status, ups_Load: 40, ups_BatteryCharge: charge });
    app.advance(MINUTE_MS);
  }
  const user = await app.as("viewer");
  const path = "/v1/gl_analytics/T-UPS/ups/transfers";
  return {
    app,
    user,
    path,
    from,
    transfers: async (to = app.now().toISOString()) =>
      (await user.get(`${path}?from=${from}&to=${to}`)).json<ReplyOf<typeof listUpsTransfers>>(),
    [Symbol.asyncDispose]: () => app[Symbol.asyncDispose](),
  };
}
const minute = (n: number) => new Date(Date.parse("2026-01-05T08:00:00Z") + n * MINUTE_MS).toISOString();

test("each change of the output source is a transfer with its length, load and lowest charge", async () => {
  await using bench = await startWith("mmmmmbbbmmmmyy");
  expect(await bench.transfers()).toEqual({
    periods: [
      { before: 3, source: 4, start: minute(12), end: null, loadPercent: 40, chargePercent: 100 },
      { before: 5, source: 3, start: minute(8), end: minute(12), loadPercent: null, chargePercent: null },
      { before: 3, source: 5, start: minute(5), end: minute(8), loadPercent: 40, chargePercent: 70 },
    ],
    transfers: 3,
    coveragePercent: 100,
  });
});

test("a time without readings is unknown: no transfer, and not mains", async () => {
  await using bench = await startWith("mmmmm.....mmmmm.....bbb");
  const { periods, transfers, coveragePercent } = await bench.transfers();
  expect(transfers).toBe(0);
  expect(periods).toEqual([
    expect.objectContaining({ before: null, source: 5, start: minute(20), end: null, chargePercent: 70 }),
    expect.objectContaining({ before: 3, source: null, start: minute(14), end: minute(20) }),
    expect.objectContaining({ before: 3, source: null, start: minute(4), end: minute(10) }),
  ]);
  expect(coveragePercent).toBeCloseTo((100 * 11) / 23, 5);
});

test("a UPS that is silent until now, and one without readings, are unknown", async () => {
  await using bench = await startWith("mmmm......");
  expect((await bench.transfers()).periods).toEqual([
    expect.objectContaining({ before: 3, source: null, start: minute(3), end: null }),
  ]);
  await using silent = await startWith("......");
  const { periods, coveragePercent } = await silent.transfers();
  expect(periods).toEqual([
    expect.objectContaining({ before: null, source: null, start: minute(0), end: null }),
  ]);
  expect(coveragePercent).toBe(0);
});

test("refuses a malformed range, another device and a UPS of another campus; a future range is empty", async () => {
  await using bench = await startWith("m");
  const get = (query: string, path = bench.path) => bench.user.get(`${path}?${query}`);
  const range = `from=${minute(0)}&to=${minute(1)}`;
  expect((await get(`from=${minute(1)}&to=${minute(0)}`)).statusCode).toBe(400);
  expect((await get("from=yesterday&to=now")).statusCode).toBe(400);
  expect((await get(`from=2020-01-01T00:00:00Z&to=${minute(1)}`)).statusCode).toBe(400);
  for (const ssid of ["T-AHU", "NO-SUCH"])
    expect((await get(range, `/v1/gl_analytics/${ssid}/ups/transfers`)).statusCode).toBe(404);
  expect((await get("from=2030-01-01T00:00:00Z&to=2030-01-02T00:00:00Z")).json().periods).toEqual([]);
});

const HOUR_MS = 3_600_000;

/** A UPS that has measured this temperature each hour for two days, and was on battery for an hour of them. */
async function startWithBattery(celsius: number) {
  const site = aSite();
  const points = ["ups_Status", "ups_BatteryCharge", "ups_Temperature"];
  site.devices.push(aDevice("UPS", "T-UPS", points, { location: "T/tower", edge: "T-GW" }));
  const app = await startTestApp({ sites: [site] });
  for (let hour = 0; hour < 48; hour += 1) {
    const isOut = hour === 20;
    await app.measure("T-GW", "T-UPS", {
      ups_Status: isOut ? 5 : 3,
      ups_BatteryCharge: 100,
      ups_Temperature: celsius,
    });
    app.advance(HOUR_MS / 2);
    await app.measure("T-GW", "T-UPS", { ups_Status: isOut ? 5 : 3, ups_BatteryCharge: isOut ? 50 : 100 });
    app.advance(HOUR_MS / 2);
  }
  const path = "/v1/gl_analytics/T-UPS/ups/battery";
  const administrator = await app.as("administrator");
  return {
    app,
    path,
    administrator,
    save: async (installedOn: string, ratedYears = 5) =>
      (await administrator.post(path, { installedOn, ratedYears })).json<UpsBattery>(),
    [Symbol.asyncDispose]: () => app[Symbol.asyncDispose](),
  };
}

test("the life of a battery is unknown until its installation date is known, and too few readings make no estimate", async () => {
  await using bench = await startWithBattery(25);
  const unknown = (await bench.administrator.get(bench.path)).json<UpsBattery>();
  expect(unknown).toMatchObject({ installedOn: null, ratedYears: 5, ageYears: null, endsOn: null });
  const old = await bench.save("2024-01-05");
  expect(old.ageYears).toBeCloseTo(2, 1);
  expect(old.coveragePercent).toBeLessThan(1);
  expect(old).toMatchObject({ discharges: 1, deepestPercent: 50, ageingFactor: null, endsOn: null });
});

test("a battery at 25 °C lasts its rated life less its discharges, and one at 33.3 °C half of it", async () => {
  await using cool = await startWithBattery(25);
  const life = await cool.save("2026-01-05");
  expect(life).toMatchObject({ ageingFactor: 1, meanCelsius: 25, fullDischarges: 0.5 });
  expect(life.coveragePercent).toBeGreaterThan(75);
  const calendar = (100 * (life.ageYears ?? 0)) / 5;
  expect(life.usedPercent).toBeCloseTo(calendar + (100 * 0.5) / 200, 5);
  await using warm = await startWithBattery(33.3);
  const aged = await warm.save("2026-01-05");
  expect(aged.ageingFactor).toBeCloseTo(2, 5);
  expect(aged.usedPercent).toBeCloseTo(2 * calendar + 0.25, 5);
  expect(Date.parse(aged.endsOn ?? "")).toBeLessThan(Date.parse(life.endsOn ?? ""));
});

test("a cold room does not make a battery last longer than its rated life", async () => {
  await using bench = await startWithBattery(15);
  expect(await bench.save("2026-01-05")).toMatchObject({ ageingFactor: 1, meanCelsius: 15 });
});

test("only an administrator enters a battery, on a day up to today, and the audit has it", async () => {
  await using bench = await startWithBattery(25);
  const operator = await bench.app.as("operator");
  const battery = { installedOn: "2026-01-05", ratedYears: 5 };
  expect((await operator.post(bench.path, battery)).statusCode).toBe(403);
  const fields = async (change: object) =>
    (await bench.administrator.post(bench.path, { ...battery, ...change })).json().fields;
  expect(await fields({ installedOn: "2030-01-05" })).toEqual({ installedOn: "Choose a day up to today" });
  expect(await fields({ installedOn: "soon" })).toEqual({ installedOn: "Choose a date" });
  expect(await fields({ ratedYears: 0 })).toEqual({ ratedYears: "Choose 1 to 20 years" });
  await bench.save("2026-01-05", 8);
  const { rows } = await bench.app.query("select after from audit where action = 'save-ups-battery'");
  expect(rows).toEqual([{ after: { installedOn: "2026-01-05", ratedYears: 8 } }]);
});

test("a UPS without temperature, charge, load and status has a battery of unknown life, and no transfers", async () => {
  const site = aSite();
  site.devices.push(aDevice("UPS", "T-UPS", ["ups_BatteryVoltage"], { location: "T/tower", edge: "T-GW" }));
  await using app = await startTestApp({ sites: [site] });
  const administrator = await app.as("administrator");
  const path = "/v1/gl_analytics/T-UPS/ups";
  const day = new Date(app.now().getTime() - 30 * 24 * HOUR_MS).toISOString();
  const installedOn = day.slice(0, 10);
  const saved = await administrator.post(`${path}/battery`, { installedOn, ratedYears: 5 });
  expect(saved.statusCode).toBe(200);
  expect(saved.json<UpsBattery>()).toMatchObject({ installedOn, discharges: null, usedPercent: null });
  const transfers = await administrator.get(`${path}/transfers?from=${day}&to=${app.now().toISOString()}`);
  expect(transfers.json()).toEqual({ periods: [], transfers: 0, coveragePercent: 0 });
});
