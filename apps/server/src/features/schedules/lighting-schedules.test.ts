import type { Schedule, SchedulePreview } from "@verandah/contract/schedules/schedules.ts";
import { expect, test } from "vitest";

import { startSchedules } from "../../testing/benches/schedule-bench.ts";
import { aSite } from "../../testing/sites.ts";
import { startTestApp } from "../../testing/start-test-app.ts";
import { extendPlans } from "./schedule-plan.service.ts";

// 12:00 on a Monday in Kolkata.
const MONDAY_NOON = "2026-01-05T06:30:00Z";
const url = "/v1/schedules";
const start = "2026-01-05T07:00:00Z";
const end = "2026-01-05T09:00:00Z";
const atSixty = { action: 2, intensity: 60 } as const;

test("dims every channel of its zones at its start, and sets them to Auto at its end", async () => {
  await using bench = await startSchedules(MONDAY_NOON);
  const created = await bench.create(bench.data({ start, end, ...atSixty }), url);
  expect(created).toMatchObject({ type: 0, channel: 5, intensity: 60, hexColor: "#9acd32" });
  await bench.goTo(start);
  expect(await bench.follow()).toEqual(["50ac01=60", "50ac01=60", "50d001=60", "50d002=60"]);
  expect(bench.sent.map(({ point }) => point).toSorted()).toEqual([
    "light_level_sp",
    "light_level_sp",
    "light_level_sp_1",
    "light_level_sp_2",
  ]);
  expect(bench.sent.at(-1)).toMatchObject({ priority: 16 });
  await bench.goTo(end);
  expect(await bench.follow()).toEqual(["50ac01=null", "50ac01=null", "50d001=null", "50d002=null"]);
  expect(await bench.occurrences()).toEqual([
    "01-05T07:00 on Lobby-AM done",
    "01-05T09:00 end Lobby-AM done",
  ]);
});

test("four servers command each lamp once, also when two of them begin late", async () => {
  await using bench = await startSchedules(MONDAY_NOON);
  await bench.create(bench.data({ start, end }), url);
  await bench.goTo(start);
  await Promise.all([bench.run(), bench.run(), bench.run(), bench.run()]);
  await Promise.all([bench.run(), bench.run()]);
  await bench.dispatch();
  expect(bench.newCommands()).toEqual(["50ac01=100", "50ac01=100", "50d001=100", "50d002=100"]);
});

test("the plan names a zone without lamps, and no lamp of another zone is switched", async () => {
  await using bench = await startSchedules(MONDAY_NOON);
  const zones = [bench.zone("Zone 2", bench.ground.id)];
  await bench.create(bench.data({ start, end, zones }), url);
  await bench.goTo(start);
  expect(await bench.follow()).toEqual([]);
  expect(await bench.occurrences()).toContain("01-05T07:00 on Lobby-AM skipped no-units");
});

test("lighting and personal cooling are listed together, and each keeps its type when it is changed", async () => {
  await using bench = await startSchedules(MONDAY_NOON);
  const lighting = await bench.create(bench.data({ start, end }), url);
  const cooling = await bench.create({ ...bench.data({ start, end }), type: 1 }, url);
  expect(cooling).toMatchObject({ type: 1, channel: 0, title: "Lobby-AM" });
  const listed = async (path: string) =>
    (await bench.operator.get(path)).json<{ schedules: Schedule[] }>().schedules.map(({ id }) => id);
  expect(await listed(`${url}/fetch`)).toEqual([cooling.id, lighting.id]);
  expect(await listed("/v1/hvac_schedules/hvac_fetch")).toEqual([cooling.id]);
  const change = { data: { ...bench.data({ start, end, title: "Changed" }), type: 1 } };
  expect((await bench.operator.post(`${url}/${lighting.id}/edit`, change)).json()).toMatchObject({
    type: 0,
    title: "Changed",
  });
  // The calls for air handling do not find a lighting schedule.
  const other = await bench.operator.post(`/v1/hvac_schedules/${lighting.id}/edit`, change);
  expect(other.statusCode).toBe(404);
  expect((await bench.operator.post(`${url}/${cooling.id}`, {})).json()).toEqual({ id: cooling.id });
  expect(await listed(`${url}/fetch`)).toEqual([lighting.id]);
  expect(
    (await bench.operator.post(url, { data: { ...bench.data({ start, end }), type: 2 } })).json().fields,
  ).toEqual({
    "data.type": "One of: 0, 1",
  });
});

test("a floor of another campus is not found", async () => {
  await using app = await startTestApp({ now: MONDAY_NOON, sites: [aSite(), aSite("U", "Other")] });
  const operator = await app.as("operator");
  const idOf = async (key: string) => {
    const { rows } = await app.query(`select id from locations where key = '${key}'`);
    return { id: Number(rows[0]?.["id"]) };
  };
  const data = {
    title: "Lobby-AM",
    floor: await idOf("U/g"),
    zones: [await idOf("U/g/z1")],
    action: 1,
    start,
    end,
  };
  expect((await operator.post(url, { data })).statusCode).toBe(404);
  const own = { ...data, floor: await idOf("T/g") };
  expect((await operator.post(url, { data: own })).json().fields).toEqual({
    "data.zones": "Choose zones of the floor",
  });
});

const evenings = { weekdays: [1, 3], until: "2026-01-14" };

test("a repeating schedule runs on its weekdays until its last day, but not on a holiday", async () => {
  await using bench = await startSchedules(MONDAY_NOON);
  await bench.addDay({ day: "2026-01-07", kind: "holiday", name: "Pongal" });
  const created = await bench.create({ ...bench.data({ start, end }), repeat: evenings }, url);
  expect(created.repeat).toEqual(evenings);
  const ran: string[] = [];
  for (let day = 5; day <= 16; day += 1) {
    const date = `2026-01-${String(day).padStart(2, "0")}`;
    for (const time of ["07:00", "09:00"]) {
      await bench.goTo(`${date}T${time}:00Z`);
      await extendPlans(bench.app.ctx);
      if ((await bench.follow()).length > 0) ran.push(`${date} ${time}`);
    }
  }
  expect(ran).toEqual([
    "2026-01-05 07:00",
    "2026-01-05 09:00",
    "2026-01-12 07:00",
    "2026-01-12 09:00",
    "2026-01-14 07:00",
    "2026-01-14 09:00",
  ]);
  const over = await (await bench.app.as("operator")).post(`${url}/${created.id}`, {});
  expect([over.statusCode, over.json().title]).toEqual([
    422,
    "Schedule is about to start / running / already over",
  ]);
});

test("a holiday for today ends a repeating schedule of lights that runs", async () => {
  await using bench = await startSchedules(MONDAY_NOON);
  await bench.create({ ...bench.data({ start, end }), repeat: evenings }, url);
  await bench.goTo(start);
  await bench.follow();
  await bench.addDay({ day: "2026-01-05", kind: "holiday", name: "Today" });
  expect(await bench.follow()).toEqual(expect.arrayContaining(["50ac01=null", "50d001=null", "50d002=null"]));
});

test.each([
  ["2026-01-07T06:56:59.999Z", 200],
  // Its next day is about to start, runs and is over again.
  ["2026-01-07T06:57:00Z", 422],
  ["2026-01-07T08:00:00Z", 422],
  ["2026-01-07T09:00:01Z", 200],
])("at %s, a change of a repeating schedule gets %i", async (now, status) => {
  await using bench = await startSchedules(MONDAY_NOON);
  const { id } = await bench.create({ ...bench.data({ start, end }), repeat: evenings }, url);
  await bench.goTo(now);
  const data = bench.data({ start: "2026-01-12T07:00:00Z", end: "2026-01-12T08:00:00Z" });
  const operator = await bench.app.as("operator");
  const answer = await operator.post(`${url}/${id}/edit`, { data: { ...data, repeat: evenings } });
  expect(answer.statusCode).toBe(status);
});

test.each([
  ["2026-01-07T06:57:00Z", "about to start", 422],
  ["2026-01-07T08:56:59.999Z", "running", 200],
  ["2026-01-07T08:57:00Z", "about to end", 422],
  ["2026-01-07T09:00:01Z", "between two days", 200],
])("at %s, a repeating schedule is %s, and its deletion gets %i", async (now, _, status) => {
  await using bench = await startSchedules(MONDAY_NOON);
  const { id } = await bench.create({ ...bench.data({ start, end }), repeat: evenings }, url);
  await bench.goTo(now);
  const operator = await bench.app.as("operator");
  expect((await operator.post(`${url}/${id}`, {})).statusCode).toBe(status);
});

test.each([
  [{ repeat: { weekdays: [3], until: "2026-01-14" } }, { "data.repeat": "Include the weekday of the start" }],
  [
    { repeat: { weekdays: [1], until: "2026-01-04" } },
    { "data.repeat": "Choose a last day after the start" },
  ],
  [{ repeat: { weekdays: [1], until: "2027-01-07" } }, { "data.repeat": "Choose a last day within a year" }],
  [{ repeat: { weekdays: [1, 1], until: "2026-01-14" } }, { "data.repeat.weekdays": "Each weekday once" }],
  [{ repeat: { weekdays: [1] } }, { "data.repeat.until": "Choose a date" }],
  [
    { repeat: evenings, end: "2026-01-06T07:15:00Z" },
    { "data.end": "A repeating schedule lasts at most a day" },
  ],
])("reports the errors of %j", async (change, fields) => {
  await using bench = await startSchedules(MONDAY_NOON);
  const answer = await bench.operator.post(url, { data: { ...bench.data({ start, end }), ...change } });
  expect([answer.statusCode, answer.json().fields]).toEqual([400, fields]);
});

test.each(["2026-01-05", "2027-01-06"])("accepts a repetition until %s", async (until) => {
  await using bench = await startSchedules(MONDAY_NOON);
  const repeat = { weekdays: [1], until };
  const created = await bench.create({ ...bench.data({ start, end }), repeat }, url);
  expect(created.repeat).toEqual(repeat);
});

test("a lamp that another client switched is set again, unless a person set its level or set it to Auto", async () => {
  await using bench = await startSchedules(MONDAY_NOON);
  await bench.create(bench.data({ start, end, ...atSixty }), url);
  for (const ssid of ["50d001", "50d002"]) bench.show(ssid, 60, "light_level_sp");
  await bench.goTo(start);
  await bench.follow();
  const write = { ssid: "50d002", param_id: "light_mode_sp", value: 1 };
  await bench.operator.post("/v1/commands", { writes: [write] });
  await bench.verifyAll();
  bench.newCommands();
  bench.show("50d001", 0, "light_level_sp");
  bench.show("50d002", 20, "light_level_sp");
  await bench.goTo("2026-01-05T07:10:00Z");
  expect(await bench.restore()).toEqual([]);
  await bench.goTo("2026-01-05T07:11:30Z");
  expect(await bench.restore()).toEqual(["50d001=60"]);
});

test("a lamp that is offline at the start follows when it is back, and is named when it stays offline", async () => {
  await using bench = await startSchedules(MONDAY_NOON);
  await bench.create(bench.data({ start, end }), url);
  await bench.goTo(start, ["50d002"]);
  expect(await bench.follow()).toEqual(["50ac01=100", "50ac01=100", "50d001=100"]);
  await bench.goTo("2026-01-05T07:10:00.001Z", ["50d002"]);
  await bench.run();
  expect((await bench.list())[0]).toMatchObject({
    state: "failed",
    failed: [{ name: "DALI 2", why: "device-unreachable" }],
  });
});

test("a preview names lamps that are offline or held by a person at the start, and other schedules at the same times", async () => {
  await using bench = await startSchedules(MONDAY_NOON);
  const other = await bench.create(
    { ...bench.data({ start, end, title: "Cleaning" }), repeat: evenings },
    url,
  );
  await bench.operator.post("/v1/commands", {
    writes: [{ ssid: "50d001", param_id: "light_mode_sp", value: 1 }],
    until: "2026-01-07T08:00:01Z",
  });
  // It ends before the start.
  await bench.operator.post("/v1/commands", {
    writes: [{ ssid: "50ac01", param_id: "light_level_sp_1", value: 20 }],
    until: "2026-01-07T08:00:00Z",
  });
  await bench.verifyAll();
  await bench.goTo("2026-01-05T06:31:00Z", ["50d002"]);
  const data = { ...bench.data({ start: "2026-01-07T08:00:00Z", end: "2026-01-07T10:00:00Z" }), type: 0 };
  const preview = (id?: number) => bench.operator.post(`${url}/preview`, { id, data });
  const found = (await preview()).json<SchedulePreview>();
  expect(found.units.map(({ name, outcome, heldBy }) => [name, outcome, heldBy])).toEqual([
    ["DALI 1", "overridden", "operator"],
    ["DALI 2", "offline", null],
    ["WAC 1", "changes", null],
    ["WAC 1", "changes", null],
  ]);
  expect(found.overlaps).toEqual([{ id: other.id, title: "Cleaning" }]);
  expect((await preview(other.id)).json<SchedulePreview>().overlaps).toEqual([]);
  expect((await bench.operator.get(`${url}/fetch`)).json<{ schedules: Schedule[] }>().schedules).toHaveLength(
    1,
  );
});
