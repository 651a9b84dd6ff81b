import type { getReasons } from "@verandah/contract/commands/why.ts";
import type { ReplyOf } from "@verandah/contract/route.ts";
import type { listDeviceChanges } from "@verandah/contract/schedules/schedule-days.ts";
import { expect, test } from "vitest";

import { evaluateAlarms } from "#features/alarms/evaluation/alarm-evaluation.service.ts";

import { startSchedules } from "../../testing/benches/schedule-bench.ts";
import { aDevice } from "../../testing/sites.ts";
import { suspectUnfollowed } from "./occurrences/reconcile.service.ts";

// 12:00 on a Monday in Kolkata.
const MONDAY_NOON = "2026-01-05T06:30:00Z";
const EVENING = "2026-01-05T12:30:00Z";
const MORNING = "2026-01-06T03:30:00Z";
const everyDay = [0, 1, 2, 3, 4, 5, 6];
const SETPOINT = "ahu_in_air_temperature_sp";

/** Units that are on from 09:00 to 18:00, and hold 28 °C outside these hours. */
async function begin(changeSite?: Parameters<typeof startSchedules>[2]) {
  const bench = await startSchedules(MONDAY_NOON, undefined, changeSite);
  await bench.setDefault("09:00", "18:00", everyDay, 28);
  expect(await bench.follow()).toEqual(["T-AHU2=10", "T-AHU=10"]);
  const showAll = (onOff: number, celsius: number) => {
    for (const ssid of ["T-AHU", "T-AHU2"]) {
      bench.show(ssid, onOff);
      bench.show(ssid, celsius, SETPOINT);
    }
  };
  return { ...bench, showAll };
}

test("outside their hours units hold the setback, and at the begin of the hours their setpoint is released", async () => {
  await using bench = await begin();
  await bench.goTo(EVENING);
  expect(await bench.follow()).toEqual(["T-AHU2=10", "T-AHU2=28", "T-AHU=10", "T-AHU=28"]);
  const [setpoint] = bench.sent.filter(({ point }) => point === SETPOINT);
  expect(setpoint).toMatchObject({ value: 28, priority: 16 });
  expect(await bench.occurrences()).toContain("01-05T12:30 setback default done");
  expect((await bench.list()).find(({ action }) => action === "setback")?.units).toBe(2);
  const report = await bench.operator.get(
    "/v1/reports/ahu-schedule-activity?from=2026-01-05T12:00:00Z&to=2026-01-06T00:00:00Z",
  );
  const keys = report.json<{ rows: { Key: string }[] }>().rows.map(({ Key }) => Key);
  expect(keys).toContain("Schedule: setback");
  await bench.goTo(MORNING);
  expect(await bench.follow()).toEqual(["T-AHU2=10", "T-AHU2=null", "T-AHU=10", "T-AHU=null"]);
});

test("a changed setback takes effect at once, and without one the units are off", async () => {
  await using bench = await begin();
  await bench.goTo(EVENING);
  await bench.follow();
  await bench.setDefault("09:00", "18:00", everyDay, 26.5);
  expect(await bench.follow()).toEqual(["T-AHU2=26.5", "T-AHU=26.5"]);
  await bench.setDefault("09:00", "18:00");
  expect(await bench.follow()).toEqual(["T-AHU2=0", "T-AHU2=null", "T-AHU=0", "T-AHU=null"]);
});

test("a setback that fails is written again, and one that was not released is released", async () => {
  await using bench = await begin();
  await bench.goTo(EVENING);
  await bench.follow();
  bench.showAll(10, 24);
  await bench.goTo("2026-01-05T12:40:00Z");
  expect(await bench.restore()).toEqual([]);
  await bench.goTo("2026-01-05T12:41:00Z");
  expect(await bench.restore()).toEqual(["T-AHU2=28", "T-AHU=28"]);
  // No server runs at the begin of the hours.
  bench.showAll(10, 28);
  await bench.goTo("2026-01-06T04:00:00Z");
  expect(await bench.follow()).toEqual([]);
  await bench.restore();
  await bench.goTo("2026-01-06T04:01:05Z");
  expect(await bench.restore()).toEqual(["T-AHU2=null", "T-AHU=null"]);
});

test("a unit in setback is not on against its schedule, and one that is off is", async () => {
  await using bench = await begin();
  await bench.goTo(EVENING);
  await bench.follow();
  bench.showAll(10, 28);
  bench.show("T-AHU2", 0);
  for (const at of ["12:41", "12:42", "12:53"]) {
    await bench.goTo(`2026-01-05T${at}:00Z`);
    await bench.reconcile();
  }
  await evaluateAlarms(bench.app.ctx, [suspectUnfollowed]);
  const { rows } = await bench.app.query("select rule, source_name from alarms where restored_at is null");
  expect(rows.filter(({ rule }) => String(rule).includes("schedule"))).toEqual([
    { rule: "off-against-schedule", source_name: "Unit T-AHU2" },
  ]);
});

test("a holiday switches units in setback off and releases their setpoint", async () => {
  await using bench = await begin();
  await bench.addDay({ day: "2026-01-06", kind: "holiday", name: "Pongal" });
  await bench.goTo(EVENING);
  await bench.follow();
  await bench.goTo("2026-01-05T18:30:00Z");
  expect(await bench.follow()).toEqual(["T-AHU2=0", "T-AHU2=null", "T-AHU=0", "T-AHU=null"]);
  await bench.goTo("2026-01-06T18:30:00Z");
  expect(await bench.follow()).toEqual(["T-AHU2=10", "T-AHU2=28", "T-AHU=10", "T-AHU=28"]);
});

test("a unit without the setpoint is off outside its hours", async () => {
  await using bench = await begin((site) => {
    const unit = site.devices.find(({ ssid }) => ssid === "T-AHU2");
    if (unit) unit.points = unit.points.filter(({ paramId }) => paramId !== SETPOINT);
  });
  await bench.goTo(EVENING);
  expect(await bench.follow()).toEqual(["T-AHU2=0", "T-AHU=10", "T-AHU=28"]);
});

test("a group has a setback of its own", async () => {
  await using bench = await begin();
  const { rows } = await bench.app.query("select id from devices where ssid = 'T-AHU2'");
  await bench.operator.post("/v1/unit_groups", {
    name: "Labs",
    timeData: [{ ON: "09:00", OFF: "18:00" }],
    weekData: everyDay,
    setbackCelsius: 25,
    units: [rows[0]?.["id"]],
  });
  await bench.goTo(EVENING);
  expect(await bench.follow()).toEqual(["T-AHU2=10", "T-AHU2=25", "T-AHU=10", "T-AHU=28"]);
});

test("the schedule of a unit and the reason of its setpoint name the setback with its end", async () => {
  await using bench = await begin();
  await bench.goTo(EVENING);
  await bench.follow();
  bench.showAll(10, 28);
  await bench.goTo("2026-01-05T12:31:00Z");
  const changes = (await bench.operator.get("/v1/devices/T-AHU/schedule")).json<
    ReplyOf<typeof listDeviceChanges>
  >();
  expect(changes?.slice(0, 2).map(({ at, param_id: id, value }) => [at.slice(5, 16), id, value])).toEqual([
    ["01-06T03:30", "ahu_on_off_sp", 10],
    ["01-06T03:30", SETPOINT, null],
  ]);
  const { points } = (await bench.operator.get("/v1/devices/T-AHU/why")).json<ReplyOf<typeof getReasons>>();
  expect(points.find(({ param_id: id }) => id === SETPOINT)).toMatchObject({
    source: "schedule",
    value: 28,
    until: "2026-01-06T03:30:00.000Z",
  });
});

test("a floor whose unit is in setback wastes no energy", async () => {
  await using bench = await begin((site) => {
    const at = { location: "T/g", edge: "T-GW" };
    site.devices.push(
      aDevice("ENERGYMETER", "T-EM", ["activePowerTotal"], at),
      aDevice("ENVIRONMENT", "T-P", ["OCCUPANCY"], at),
    );
  });
  await bench.goTo(EVENING);
  await bench.follow();
  /** Whether a floor wastes energy after 20 minutes. */
  async function isWasting(minutes: readonly number[]) {
    for (const minute of minutes) {
      await bench.goTo(new Date(Date.parse(EVENING) + minute * 60_000).toISOString());
      await bench.app.measure("T-GW", "T-EM", { activePowerTotal: 90_000 });
      await bench.app.measure("T-GW", "T-P", { OCCUPANCY: 0 });
      await evaluateAlarms(bench.app.ctx);
    }
    const { rows } = await bench.app.query("select id from alarms where rule = 'energy-wasted'");
    return rows.length > 0;
  }
  expect(await isWasting([1, 21])).toBe(false);
  await bench.setDefault("09:00", "18:00");
  await bench.follow();
  expect(await isWasting([22, 42])).toBe(true);
});

test.each([14.5, 35.5, 20.3, "28"])("rejects a setback of %j °C", async (setbackCelsius) => {
  await using bench = await startSchedules(MONDAY_NOON);
  const answer = await bench.operator.post(`/v1/hvac_recuuring_schedule/${bench.buildingId}/updateschedule`, {
    timeData: [{ ON: "09:00", OFF: "18:00" }],
    weekData: everyDay,
    setbackCelsius,
  });
  expect([answer.statusCode, answer.json().fields]).toEqual([
    400,
    { setbackCelsius: "15 to 35 in steps of 0.5" },
  ]);
});

test("the default has its setback in its data, and none without one", async () => {
  await using bench = await begin();
  const data = async () =>
    (await bench.operator.get("/v1/hvac_recuuring_schedule/getSchedule")).json<{ data: string }[]>()[0]?.data;
  expect(JSON.parse((await data()) ?? "")).toMatchObject({ setbackCelsius: 28 });
  await bench.setDefault("09:00", "18:00");
  expect(await data()).not.toContain("setback");
});
