import type { ReplyOf } from "@verandah/contract/route.ts";
import type { getDeviceWeek, listUnitGroups } from "@verandah/contract/schedules/unit-groups.ts";
import { expect, test } from "vitest";

import { startSchedules } from "../../../testing/benches/schedule-bench.ts";

// 12:00 on a Monday in Kolkata.
const MONDAY_NOON = "2026-01-05T06:30:00Z";
const url = "/v1/unit_groups";
const week = (ON: string, OFF: string, weekData = [0, 1, 2, 3, 4, 5, 6]) => ({
  timeData: [{ ON, OFF }],
  weekData,
  setbackCelsius: null,
});

/** The default is from 09:00 to 18:00, and the units follow it. */
async function begin() {
  const bench = await startSchedules(MONDAY_NOON);
  const { rows } = await bench.app.query("select id, ssid from devices where type = 'AHU'");
  const unitId = (ssid: string) => Number(rows.find((row) => row["ssid"] === ssid)?.["id"]);
  await bench.setDefault("09:00", "18:00");
  await bench.follow();
  const save = (change: object = {}, path = "") =>
    bench.operator.post(`${url}${path}`, {
      name: "Night",
      units: [unitId("T-AHU2")],
      ...week("20:00", "22:00"),
      ...change,
    });
  const create = async (change?: object) => (await save(change)).json<{ id: number }>().id;
  const list = async () => (await bench.operator.get(url)).json<ReplyOf<typeof listUnitGroups>>();
  return { ...bench, unitId, save, create, list };
}

test("the units of a group follow its times at once, and the others the default", async () => {
  await using bench = await begin();
  const id = await bench.create();
  expect(await bench.follow()).toEqual(["T-AHU2=0"]);
  const switched = [];
  for (const at of ["12:30", "14:30", "16:30"]) {
    await bench.goTo(`2026-01-05T${at}:00Z`);
    switched.push([at, await bench.follow()]);
  }
  expect(switched).toEqual([
    ["12:30", ["T-AHU=0"]],
    ["14:30", ["T-AHU2=10"]],
    ["16:30", ["T-AHU2=0"]],
  ]);
  expect((await bench.occurrences()).filter((one) => one.includes("Night"))).toContain(
    "01-05T14:30 on Night done",
  );
  expect(await bench.list()).toMatchObject({
    groups: [{ id, name: "Night", units: [{ name: "Unit T-AHU2" }] }],
    units: [{ name: "Unit T-AHU" }, { name: "Unit T-AHU2" }],
  });
});

test("a group's times are local ones of the building when the clocks change", async () => {
  await using bench = await startSchedules("2026-03-28T11:00:00Z", "Europe/Berlin");
  const { rows } = await bench.app.query("select id from devices where ssid = 'T-AHU'");
  await bench.operator.post(url, { name: "Early", units: [rows[0]?.["id"]], ...week("08:00", "09:00") });
  const planned = (await bench.occurrences()).filter((one) => one.includes(" on Early"));
  expect(planned).toEqual(["03-29T06:00 on Early planned", "03-30T06:00 on Early planned"]);
});

test("a deleted group gives its units back to the default at once", async () => {
  await using bench = await begin();
  const id = await bench.create();
  await bench.follow();
  expect((await bench.operator.post(`${url}/${id}/delete`)).statusCode).toBe(200);
  expect(await bench.follow()).toEqual(["T-AHU2=10"]);
  expect((await bench.occurrences()).filter((one) => one.includes("planned"))).not.toContainEqual(
    expect.stringContaining("Night"),
  );
  expect((await bench.list()).groups).toEqual([]);
  const { rows } = await bench.app.query(
    "select action from audit where action like '%unit-group' order by id",
  );
  expect(rows).toEqual([{ action: "create-unit-group" }, { action: "delete-unit-group" }]);
});

test("a unit that leaves its group follows the default, and one that joins follows the group", async () => {
  await using bench = await begin();
  const id = await bench.create();
  await bench.follow();
  await bench.save({ units: [bench.unitId("T-AHU")] }, `/${id}/edit`);
  expect(await bench.follow()).toEqual(["T-AHU2=10", "T-AHU=0"]);
});

test("with all units in groups the default plans nothing", async () => {
  await using bench = await begin();
  await bench.create({ units: [bench.unitId("T-AHU"), bench.unitId("T-AHU2")] });
  await bench.follow();
  expect((await bench.occurrences()).filter((one) => one.includes("default planned"))).toEqual([]);
});

test("a holiday switches off the units of a group too, and a schedule overrides the group", async () => {
  await using bench = await begin();
  await bench.create({ ...week("09:00", "20:00"), units: [bench.unitId("T-AHU")] });
  await bench.follow();
  const hours = { start: "2026-01-05T07:00:00Z", end: "2026-01-05T08:00:00Z" };
  await bench.operator.post("/v1/hvac_schedules", { data: bench.data({ ...hours, action: 0 }) });
  await bench.goTo(hours.start);
  expect(await bench.follow()).toEqual(["T-AHU=0"]);
  await bench.goTo(hours.end);
  expect(await bench.follow()).toEqual(["T-AHU=10"]);
  await bench.addDay({ day: "2026-01-05", kind: "holiday", name: "Storm" });
  expect(await bench.follow()).toContain("T-AHU=0");
});

test("a unit is in one group, and names of groups differ in a building", async () => {
  await using bench = await begin();
  const id = await bench.create();
  const code = async (change: object, path?: string) => (await bench.save(change, path)).json().code;
  expect(await code({ name: "Other" })).toBe("unit-in-group");
  expect(await code({ name: "NIGHT", units: [bench.unitId("T-AHU")] })).toBe("group-name-taken");
  expect(await code({ units: [999_999] })).toBe("not-found");
  expect((await bench.save({ name: "NIGHT" }, `/${id}/edit`)).statusCode).toBe(200);
});

test("rejects a change of a group that another person has changed, and overwrites nothing", async () => {
  await using bench = await begin();
  const id = await bench.create();
  const openedOn = { name: "Night", units: [bench.unitId("T-AHU2")], ...week("20:00", "22:00") };
  const edit = async (change: object) => (await bench.save(change, `/${id}/edit`)).json();
  const theirs = { name: "Late", units: [bench.unitId("T-AHU"), bench.unitId("T-AHU2")] };
  expect(await edit({ ...theirs, openedOn })).toEqual({ id });
  expect(await edit({ ...week("06:00", "07:00"), openedOn })).toMatchObject({
    status: 409,
    code: "unit-group-changed",
    title: "Someone else has changed this group of units.",
  });
  expect((await bench.list()).groups).toMatchObject([
    { name: "Late", ...week("20:00", "22:00"), units: [{ ssid: "T-AHU" }, { ssid: "T-AHU2" }] },
  ]);
  const remove = async (input?: object) => (await bench.operator.post(`${url}/${id}/delete`, input)).json();
  expect(await remove({ openedOn })).toMatchObject({ status: 409, code: "unit-group-changed" });
  expect(await edit({ openedOn: { ...openedOn, ...theirs } })).toEqual({ id });
  expect(await remove({ openedOn })).toEqual({ id });
});

test.each([
  [{ name: " " }, { name: "Name Cannot be Empty!" }],
  [{ units: [] }, { units: "Choose a unit" }],
  [{ weekData: [] }, { weekData: "Choose a weekday" }],
  [{ timeData: [] }, { timeData: "Add the times" }],
])("rejects a group with %j", async (change, fields) => {
  await using bench = await begin();
  const answer = await bench.save(change);
  expect([answer.statusCode, answer.json().fields]).toEqual([400, fields]);
});

test("the week of a unit is that of its group, or the default; other devices have none", async () => {
  await using bench = await begin();
  const id = await bench.create();
  const weekOf = async (ssid: string) =>
    (await bench.operator.get(`/v1/devices/${ssid}/week`)).json<ReplyOf<typeof getDeviceWeek>>();
  expect(await weekOf("T-AHU2")).toEqual({ group: { id, name: "Night" }, ...week("20:00", "22:00") });
  expect(await weekOf("T-AHU")).toEqual({ group: null, ...week("09:00", "18:00") });
  expect(await weekOf("T-S1")).toBeNull();
  const changes = (await bench.operator.get("/v1/devices/T-AHU2/schedule")).json<{ name: string }[]>();
  expect(changes[0]).toMatchObject({ kind: "group", name: "Night", value: 10 });
});
