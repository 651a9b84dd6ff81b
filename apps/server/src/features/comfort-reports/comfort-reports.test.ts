import type { Booking } from "@verandah/contract/bookings/bookings.ts";
import type { ComfortReport, LiveZone, OwnComfortReport } from "@verandah/contract/comfort-reports.ts";
import { ahuSwitch, SUPPLY_FAN } from "@verandah/equipment/types/ahu.ts";
import { AIR_FLOW, DAMPER_MODE, ZONE_SETPOINT, ZONE_TEMPERATURE } from "@verandah/equipment/types/vav.ts";
import { expect, test } from "vitest";

import { recordEdgeStatus } from "#features/devices/devices.service.ts";

import { startBookingBench } from "../../testing/benches/booking-bench.ts";
import { bringUp } from "../../testing/benches/command-bench.ts";
import { aDevice, aSite, point } from "../../testing/sites.ts";

const HOUR_MS = 3_600_000;

type Bench = Awaited<ReturnType<typeof startBookingBench>>;

const report = (bench: Bench, change: object = {}, as = bench.member) =>
  as.post("/v1/comfort_reports", { space: bench.seatId(1), kind: "too-warm", ...change });
const own = async (bench: Bench, as = bench.member) =>
  (await as.get("/v1/comfort_reports/own")).json<OwnComfortReport[]>();
const list = async (bench: Bench, place = "T/tower", as = bench.operator) =>
  (await as.get(`/v1/comfort_reports?place=${bench.idOf(place)}`)).json<ComfortReport[]>();
const close = (bench: Bench, id: number | undefined, body: object = {}, as = bench.operator) =>
  as.post(`/v1/comfort_reports/${String(id)}/outcome`, { outcome: "setpoint-changed", ...body });

test("a member reports a seat that is booked for today, once, and sees the outcome", async () => {
  await using bench = await startBookingBench();
  expect((await report(bench)).json().code).toBe("space-not-booked");
  const [booking] = (await bench.book({})).json<Booking[]>();
  expect(booking?.space).toMatchObject({ floorId: bench.idOf("T/g"), zoneId: bench.idOf("T/g/z1") });
  const made = (await report(bench)).json<OwnComfortReport>();
  expect(made).toMatchObject({
    space: { name: "Seat 1" },
    floor: "Ground",
    zoneId: bench.idOf("T/g/z1"),
    zone: "Zone 1",
    kind: "too-warm",
    at: "2026-01-05T06:00:00.000Z",
    outcome: null,
  });
  // A person has at most one open report for a zone, for any kind and seat.
  expect((await report(bench, { kind: "too-cold" })).json().code).toBe("comfort-report-open");
  bench.app.advance(HOUR_MS);
  expect((await close(bench, made.id, { note: "Now 23 °C" })).statusCode).toBe(200);
  const outcome = { code: "setpoint-changed", note: "Now 23 °C", at: "2026-01-05T07:00:00.000Z" };
  expect(await own(bench)).toEqual([{ ...made, outcome }]);
  expect((await list(bench))[0]).toMatchObject({ outcome: { ...outcome, by: "operator" }, live: null });
  // The member may report again.
  expect((await report(bench)).statusCode).toBe(200);
});

test("an outcome is listed until a day after its person saw it, at most 30 days", async () => {
  await using bench = await startBookingBench();
  await bench.book({});
  const made = (await report(bench)).json<OwnComfortReport>();
  await close(bench, made.id);
  // From Friday to Monday.
  bench.app.advance(64 * HOUR_MS);
  const member = await bench.app.as("member");
  expect(await own(bench, member)).toMatchObject([{ id: made.id, isSeen: false }]);
  await (await bench.app.as("operator")).post("/v1/comfort_reports/own/seen", { ids: [made.id] });
  const seen = await member.post("/v1/comfort_reports/own/seen", { ids: [made.id] });
  expect(seen.json()).toMatchObject([{ id: made.id, isSeen: true }]);
  bench.app.advance(24 * HOUR_MS - 1);
  expect(await own(bench, await bench.app.as("member"))).toHaveLength(1);
  bench.app.advance(1);
  expect(await own(bench, await bench.app.as("member"))).toEqual([]);
  await bench.app.query("update comfort_reports set seen_at = null");
  expect(await own(bench, await bench.app.as("member"))).toHaveLength(1);
  bench.app.advance(27 * 24 * HOUR_MS);
  expect(await own(bench, await bench.app.as("member"))).toEqual([]);
});

test("only a booking of today counts, on the clock of the campus", async () => {
  await using bench = await startBookingBench();
  await bench.book({});
  const tomorrow = { from: "2026-01-05T18:30:00Z", to: "2026-01-05T19:30:00Z" };
  await bench.book({ ...tomorrow, spaces: [bench.seatId(2)] });
  expect((await report(bench, { space: bench.seatId(2) })).json().code).toBe("space-not-booked");
  await bench.book({ spaces: [bench.seatId(3)] }, bench.operator);
  expect((await report(bench, { space: bench.seatId(3) })).json().code).toBe("space-not-booked");
  await bench.app.query("update bookings set status = 'cancelled'");
  expect((await report(bench)).json().code).toBe("space-not-booked");
  const stranger = await bench.app.as("other-member");
  expect((await report(bench, {}, stranger)).statusCode).toBe(404);
  expect((await report(bench, {}, await bench.app.as("viewer"))).statusCode).toBe(403);
});

test("shortly before midnight a booking of the next day counts as soon as its check-in is open", async () => {
  await using bench = await startBookingBench();
  await bench.book({ from: "2026-01-05T18:30:00Z", to: "2026-01-05T19:30:00Z" });
  bench.app.advance(Date.parse("2026-01-05T18:14:59Z") - bench.app.now().getTime());
  const member = await bench.app.as("member");
  expect((await report(bench, {}, member)).json().code).toBe("space-not-booked");
  bench.app.advance(2_000);
  expect((await report(bench, {}, member)).statusCode).toBe(200);
});

test("the staff of a building see the number of open reports, counted once per zone and kind", async () => {
  await using bench = await startBookingBench();
  await bench.book({});
  await bench.book({ spaces: [bench.seatId(2)] }, bench.operator);
  const count = (place: string, as = bench.operator) =>
    as.get(`/v1/comfort_reports/open?place=${bench.idOf(place)}`);
  expect((await count("T/g")).json()).toEqual({ open: 0 });
  await report(bench);
  await report(bench, { space: bench.seatId(2) }, bench.operator);
  expect((await count("T/g")).json()).toEqual({ open: 1 });
  expect((await count("T/f1")).json()).toEqual({ open: 0 });
  const [open] = await list(bench);
  await close(bench, open?.id);
  expect((await count("T/g")).json()).toEqual({ open: 0 });
  expect((await count("T/g", bench.member)).statusCode).toBe(403);
  expect((await count("T/g", await bench.app.as("other-operator"))).statusCode).toBe(404);
});

test("reports of several people about a zone are one entry with names, closed together and audited", async () => {
  await using bench = await startBookingBench();
  await bench.book({});
  await bench.book({ spaces: [bench.seatId(2)] }, bench.operator);
  await report(bench);
  await report(bench, { space: bench.seatId(2) }, bench.operator);
  const [open, ...others] = await list(bench);
  expect(others).toEqual([]);
  expect(open).toMatchObject({
    kind: "too-warm",
    zone: { name: "Zone 1" },
    floor: { name: "Ground" },
    reporters: 2,
    names: ["member", "operator"],
    outcome: null,
  });
  expect(await list(bench, "T/f1")).toEqual([]);
  expect((await bench.member.get(`/v1/comfort_reports?place=${bench.idOf("T/g")}`)).statusCode).toBe(403);
  const stranger = await bench.app.as("other-operator");
  expect((await close(bench, open?.id, {}, stranger)).statusCode).toBe(404);
  expect((await close(bench, open?.id, {}, bench.member)).statusCode).toBe(403);
  expect((await close(bench, open?.id, { note: "x".repeat(201) })).statusCode).toBe(400);
  await close(bench, open?.id, { outcome: "fault-reported", note: "x".repeat(200) });
  const { rows } = await bench.app.query(
    "select target, after ->> 'outcome' as outcome from audit where action = 'close-comfort-report'",
  );
  expect(rows).toEqual([{ target: "comfort-reports:1,2", outcome: "fault-reported" }]);
  expect((await own(bench))[0]?.outcome?.code).toBe("fault-reported");
});

test("of two operators who close a report at once the second gets the name of the first", async () => {
  await using bench = await startBookingBench();
  await bench.book({});
  const { id } = (await report(bench)).json<OwnComfortReport>();
  const administrator = await bench.app.as("administrator");
  // Both calls wait for the row, so that both have begun before the report is closed.
  const calls = await bench.app.db.transaction().execute(async (held) => {
    await held.selectFrom("comfortReports").select("id").forUpdate().execute();
    const started = [close(bench, id), close(bench, id, { outcome: "unit-started" }, administrator)];
    await expect
      .poll(() =>
        bench.app.query(
          "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
        ),
      )
      .toMatchObject({ rows: [{}, {}] });
    return { started };
  });
  const answers = await Promise.all(calls.started);
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200, 409]));
  const [closed] = await list(bench);
  const refused = answers.find(({ statusCode }) => statusCode === 409);
  expect(refused?.json()).toMatchObject({
    code: "comfort-report-closed",
    fields: { closedBy: closed?.outcome?.by },
  });
});

async function startZoneBench() {
  const site = aSite();
  const vav = {
    ...aDevice("VAV", "T-V1", [AIR_FLOW], { location: "T/g/z1", edge: "T-GW" }),
    fedBy: "T-AHU",
  };
  vav.points.push(
    point(ZONE_TEMPERATURE, "degC"),
    point(ZONE_SETPOINT, "degC", { kind: "setpoint", min: 15, max: 35 }),
    point(DAMPER_MODE, "none", { kind: "command", min: 0, max: 1 }),
  );
  site.devices.push(vav);
  site.devices.find(({ ssid }) => ssid === "T-AHU")?.points.push(point(SUPPLY_FAN, "none"));
  const bench = await startBookingBench(site);
  const gateway = await bringUp(bench.app);
  const { app } = bench;
  await app.measure("T-GW", "T-V1", {
    [AIR_FLOW]: 400,
    [ZONE_TEMPERATURE]: 26,
    [ZONE_SETPOINT]: 24,
    [DAMPER_MODE]: 0,
  });
  await app.measure("T-GW", "T-AHU", { [SUPPLY_FAN]: 1, ahu_on_off_sp: 10 });
  await app.measure("T-S1", "T-S1", { TEMPERATURE: 24.5 });
  await gateway.refresh();
  await bench.book({});
  await report(bench);
  const live = async () => (await list(bench))[0]?.live;
  return {
    ...bench,
    gateway,
    live,
    causes: async () => (await live())?.causes.map(({ code, unit }) => [code, unit.ssid]),
  };
}

test("a zone near its setpoint has no cause; one that is far has its setpoint as one", async () => {
  await using bench = await startZoneBench();
  expect(await bench.live()).toMatchObject({
    temperature: { param_value: 24.5, unit: "degC", quality: "good" },
    limits: { min: 20, max: 28 },
    trend: [
      { ssid: "T-S1", name: "Sensor T-S1", param_id: "TEMPERATURE", isSetpoint: false },
      { ssid: "T-V1", param_id: ZONE_SETPOINT, isSetpoint: true },
    ],
    neighbours: null,
    causes: [],
  });
  await bench.app.measure("T-S1", "T-S1", { TEMPERATURE: 25.1 }, -1);
  expect((await bench.live())?.causes).toEqual([
    {
      code: "setpoint-far",
      unit: { ssid: "T-V1", name: "Device T-V1", type: "VAV" },
      setpoint: 24,
      kelvin: 1.1,
    },
  ]);
});

test("any zone has its temperature and causes, without a report; other places and campuses have none", async () => {
  await using bench = await startZoneBench();
  const diagnose = (place: string, as = bench.operator) =>
    as.get(`/v1/gl_zone/${bench.idOf(place)}/diagnosis`);
  await bench.app.measure("T-S2", "T-S2", { TEMPERATURE: 26.1 });
  const unreported = (await diagnose("T/g/z2")).json<LiveZone>();
  expect(unreported.temperature.param_value).toBe(26.1);
  expect(unreported.neighbours).toEqual({ mean: 24.5, isOnlyHere: true });
  const administrator = await bench.app.as("administrator");
  await administrator.post(`/v1/gl_zone/${bench.idOf("T/g/z2")}/configuration`, {
    temperature: { min: 21, max: 25 },
  });
  expect((await diagnose("T/g/z2")).json<LiveZone>().limits).toEqual({ min: 21, max: 25 });
  // Cooler than the others is as unusual as warmer.
  const cooler = (await diagnose("T/g/z1")).json<LiveZone>();
  expect(cooler.neighbours).toEqual({ mean: 26.1, isOnlyHere: true });
  expect((await diagnose("T/g")).statusCode).toBe(404);
  expect((await diagnose("T/g/z1", await bench.app.as("other-operator"))).statusCode).toBe(404);
  expect((await diagnose("T/g/z1", bench.member)).statusCode).toBe(403);
  expect((await diagnose("T/g/z1", await bench.app.as("viewer"))).statusCode).toBe(200);
});

test("the other zones of the floor show whether only this one is warm", async () => {
  await using bench = await startZoneBench();
  await bench.app.measure("T-S2", "T-S2", { TEMPERATURE: 23.4 });
  expect((await bench.live())?.neighbours).toEqual({ mean: 23.4, isOnlyHere: true });
  await bench.app.measure("T-S2", "T-S2", { TEMPERATURE: 23.6 }, -1);
  expect((await bench.live())?.neighbours).toEqual({ mean: 23.6, isOnlyHere: false });
});

test("a unit that is off, a box without air, and a value that a person set are causes", async () => {
  await using bench = await startZoneBench();
  const { app, gateway, operator, causes } = bench;
  await app.measure("T-GW", "T-AHU", { [SUPPLY_FAN]: 0 }, -1);
  await app.measure("T-GW", "T-V1", { [AIR_FLOW]: 0 }, -1);
  expect(await causes()).toEqual([["off", "T-AHU"]]);
  expect((await bench.live())?.causes[0]).toMatchObject({ source: "unknown", boxes: [{ ssid: "T-V1" }] });
  await app.measure("T-GW", "T-AHU", { [SUPPLY_FAN]: 1 }, -2);
  expect(await causes()).toEqual([["no-air", "T-V1"]]);
  await operator.post("/v1/gl_analytics/T-V1/setpoints", { param_id: ZONE_SETPOINT, param_value: 25 });
  await gateway.verifyAll();
  await app.measure("T-GW", "T-V1", { [ZONE_SETPOINT]: 25, [DAMPER_MODE]: 1 }, -2);
  const held = (await bench.live())?.causes.filter(({ code }) => code === "held");
  expect(held).toEqual([
    expect.objectContaining({
      point: { param_id: ZONE_SETPOINT, value: 25, unit: "degC" },
      by: "operator",
      since: "2026-01-05T06:00:00.000Z",
    }),
    expect.objectContaining({ point: { param_id: DAMPER_MODE, value: 1, unit: "none" }, by: null }),
  ]);
});

test("a unit that a person switched off is one cause, with the person and the boxes without air", async () => {
  await using bench = await startZoneBench();
  const { app, gateway, operator } = bench;
  await operator.post("/v1/gl_analytics/T-AHU/setpoints", { param_id: ahuSwitch.point, param_value: 0 });
  await gateway.verifyAll();
  await app.measure("T-GW", "T-AHU", { [SUPPLY_FAN]: 0, [ahuSwitch.point]: 0 }, -1);
  await app.measure("T-GW", "T-V1", { [AIR_FLOW]: 0 }, -1);
  expect((await bench.live())?.causes).toEqual([
    {
      code: "off",
      unit: { ssid: "T-AHU", name: "Unit T-AHU", type: "AHU" },
      source: "person",
      by: "operator",
      since: "2026-01-05T06:00:00.000Z",
      boxes: [{ ssid: "T-V1", name: "Device T-V1", type: "VAV" }],
    },
  ]);
});

test("a silent unit and its alarms are causes", async () => {
  await using bench = await startZoneBench();
  const { app, gateway, causes } = bench;
  await app.query(
    `insert into alarms (campus_id, location_id, device_id, code, subject_kind, rule, message, source_name, raised_at)
     select campus_id, location_id, id, 221, 'device', 'test', 'Valve leaks', name, now() from devices where ssid = 'T-AHU'`,
  );
  app.endSharedAnswers();
  expect(await causes()).toEqual([["alarm", "T-AHU"]]);
  await recordEdgeStatus(app.ctx, gateway.gateway, { state: "offline", at: 0 });
  await gateway.refresh();
  expect(await causes()).toEqual([
    ["alarm", "T-AHU"],
    ["silent", "T-AHU"],
    ["silent", "T-V1"],
  ]);
});
