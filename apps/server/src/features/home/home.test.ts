import type { HomeCounts, HomeFigures, SinceEvening } from "@verandah/contract/home.ts";
import { OCCUPANCY } from "@verandah/equipment/types/environment.ts";
import { expect, test } from "vitest";

import { storeAlarms } from "../../testing/benches/alarms.ts";
import { startSchedules } from "../../testing/benches/schedule-bench.ts";
import { aDevice, point } from "../../testing/sites.ts";
import { startTestApp } from "../../testing/start-test-app.ts";

type App = Awaited<ReturnType<typeof startTestApp>>;

async function evening(app: App): Promise<{ happened: SinceEvening; changesInMs: number }> {
  const user = await app.as("viewer");
  const reply = await user.get(`/v1/gl_zone/${user.session.building.id}/since_evening`);
  return { happened: reply.json<SinceEvening>(), changesInMs: Number(reply.headers["changes-in-ms"]) };
}

test("counts alarms, commands of users and actions of schedules since 18:00", async () => {
  // 08:00 on a Monday in Kolkata.
  await using bench = await startSchedules("2026-01-05T02:30:00Z");
  const { app, operator } = bench;
  await storeAlarms(app, 4);
  await app.query("update alarms set restored_at = raised_at, code = 220 where rule = 'test-1'");
  await app.query("update alarms set raised_at = '2026-01-04T12:29:59.999Z' where rule = 'test-2'");
  // An imported one counts as others do: the reports have it too.
  await app.query("update alarms set is_imported = true where rule = 'test-1'");
  await app.query(
    "update alarms set explained_by = (select id from alarms where rule = 'test-1') where rule = 'test-3'",
  );
  const write = { ssid: "T-AHU", param_id: "ahu_in_air_temperature_sp", value: 22 };
  await operator.post("/v1/commands", { writes: [write] });
  await bench.dispatch();
  await bench.answer(String(bench.sent.at(-1)?.id), "failed", { failure: "not-verified" });
  app.advance(1_000);
  await bench.setDefault("09:00", "18:00");
  await bench.follow();
  await bench.goTo("2026-01-05T03:30:00Z");
  await bench.follow();
  expect((await evening(app)).happened).toEqual({
    since: "2026-01-04T12:30:00.000Z",
    alarms: { critical: 0, low: 2, active: 1 },
    commands: { sent: 1, failed: 1 },
    // The new default, and its first start.
    schedules: { done: 2, missed: 0 },
  });
  await bench.goTo("2026-01-05T12:45:00Z");
  await bench.follow();
  expect((await evening(app)).happened).toEqual({
    since: "2026-01-05T12:30:00.000Z",
    alarms: { critical: 0, low: 0, active: 0 },
    commands: { sent: 0, failed: 0 },
    // 15 minutes are too late for the end of the day.
    schedules: { done: 0, missed: 1 },
  });
});

test.each([
  ["2026-01-05T12:29:59.999Z", "2026-01-04T12:30:00.000Z", 1],
  ["2026-01-05T12:30:00.000Z", "2026-01-05T12:30:00.000Z", 86_400_000],
])("at %s the evening began at %s, and the next one is %i ms away", async (now, since, changesInMs) => {
  await using app = await startTestApp({ now });
  expect(await evening(app)).toMatchObject({ happened: { since }, changesInMs });
});

test("a floor is no building", async () => {
  await using app = await startTestApp();
  const user = await app.as("viewer");
  const { rows } = await app.query("select id from locations where zone_type = 'GL_LOCATION_TYPE_FLOOR'");
  const reply = await user.get(`/v1/gl_zone/${String(rows[0]?.["id"])}/since_evening`);
  expect(reply.statusCode).toBe(404);
});

test("counts overrides of users, and UPSs on battery with the shortest time left", async () => {
  await using bench = await startSchedules("2026-01-05T02:30:00Z", undefined, (site) => {
    const at = { location: "T/g", edge: "T-GW" };
    for (const ssid of ["T-UPS1", "T-UPS2", "T-UPS3"])
      site.devices.push({ ...aDevice("UPS", ssid, ["ups_Status", "ups_Runtime"], at), subsystem: "ups" });
  });
  const { app, operator } = bench;
  const counts = async () => {
    app.endSharedAnswers();
    return (await operator.get(`/v1/gl_zone/${bench.buildingId}/counts`)).json<HomeCounts>();
  };
  const zones = { held: 0, missed: 0, off: 0, unknown: 0 };
  expect(await counts()).toEqual({
    overrides: 0,
    overriddenDevices: 0,
    onBattery: 0,
    minutesLeft: null,
    zones,
  });
  const write = { ssid: "T-AHU", param_id: "ahu_in_air_temperature_sp" };
  for (const value of [22, 23]) {
    await operator.post("/v1/commands", { writes: [{ ...write, value }] });
    await bench.verifyAll();
    app.advance(1_000);
  }
  await app.measure("T-GW", "T-UPS1", { ups_Status: 5, ups_Runtime: 119 });
  await app.measure("T-GW", "T-UPS2", { ups_Status: 5, ups_Runtime: 240 });
  await app.measure("T-GW", "T-UPS3", { ups_Status: 3, ups_Runtime: 20 });
  expect(await counts()).toEqual({
    overrides: 1,
    overriddenDevices: 1,
    onBattery: 2,
    minutesLeft: 119,
    zones,
  });
  // Values that are too old are not of now.
  app.advance(60_000);
  expect(await counts()).toMatchObject({ onBattery: 0, minutesLeft: null });
});

test("key values have the zone with the worst air, the people, and the energy of overrides", async () => {
  await using bench = await startSchedules("2026-01-05T02:30:00Z", undefined, (site) => {
    for (const sensor of site.devices.filter(({ type }) => type === "ENVIRONMENT"))
      sensor.points.push(point(OCCUPANCY, "none"));
  });
  const { app, operator } = bench;
  const figures = async () => {
    app.endSharedAnswers();
    return (await operator.get(`/v1/gl_zone/${bench.buildingId}/figures`)).json<HomeFigures>();
  };
  const nothing = { kilowattHour: 0, rupees: null, unknown: 0 };
  expect(await figures()).toMatchObject({ air: null, people: null, overrides: nothing });
  await app.measure("T-S1", "T-S1", { CO2: 600, [OCCUPANCY]: 3 });
  await app.measure("T-S3", "T-S3", { CO2: 1_900, [OCCUPANCY]: 4 });
  await operator.post("/v1/commands", {
    writes: [{ ssid: "T-AHU", param_id: "ahu_in_air_temperature_sp", value: 22 }],
  });
  await bench.verifyAll();
  const measured = await figures();
  expect(measured).toMatchObject({
    air: { zone: "Zone 1", floor: "First", value: 1_900, unit: "ppm", isAboveLimit: true, ssid: "T-S3" },
    people: 7,
    // The energy of a setpoint is unknown.
    overrides: { kilowattHour: 0, unknown: 1 },
  });
  // Values that are too old are not of now.
  app.advance(60_000);
  expect(await figures()).toMatchObject({ air: null, people: null });
});
