import type { ReplyOf } from "@verandah/contract/route.ts";
import type { listHolidayCalendars } from "@verandah/contract/schedules/holiday-calendars.ts";
import type { previewHoliday, ScheduleDay } from "@verandah/contract/schedules/schedule-days.ts";
import { expect, test } from "vitest";

import { refreshDeviceStates } from "#features/devices/devices.service.ts";

import { startSchedules } from "../../../testing/benches/schedule-bench.ts";

// 12:00 on a Monday in Kolkata.
const MONDAY_NOON = "2026-01-05T06:30:00Z";
const url = "/v1/holiday_calendars";
const pongal = { day: "2026-01-15", kind: "holiday", name: "Pongal", isYearly: true } as const;

/** Two buildings with a unit in each, and T-AHU2 in the first one. */
async function begin() {
  const bench = await startSchedules(MONDAY_NOON, undefined, (site) => {
    const unit = site.devices.find(({ type }) => type === "AHU");
    if (unit) site.devices.push({ ...unit, ssid: "T-AHU3", name: "Unit T-AHU3", location: "T/hall" });
    const hall = { key: "T/hall", name: "Hall", type: "wlms" as const, level: 0, image: null, zones: [] };
    site.buildings.push({
      key: "T/annex",
      name: "Annex",
      floors: [{ ...site.buildings[0]!.floors[0]!, ...hall }],
    });
  });
  const { operator } = bench;
  const annexId = bench.idOf("Annex");
  const both = [bench.buildingId, annexId];
  const list = async () => (await operator.get(url)).json<ReplyOf<typeof listHolidayCalendars>>();
  const create = async (name: string, buildings: number[]) =>
    (await operator.post(url, { name, buildings })).json<{ id: number }>().id;
  const daysOf = async (building: number, from = "2026-01-01", to = "2027-12-31") =>
    (await operator.get(`/v1/schedule_days?building=${building}&from=${from}&to=${to}`))
      .json<ScheduleDay[]>()
      .map(({ day, name, calendar }) => [day, name, calendar?.name].filter(Boolean).join(" "));
  return { ...bench, annexId, both, list, create, daysOf };
}

test("a holiday of a calendar applies in all its buildings, and a change of it once in all", async () => {
  await using bench = await begin();
  const id = await bench.create("Karnataka", bench.both);
  const day = await bench.addDay({ ...pongal, calendar: id });
  const dates = ["2026-01-15 Pongal Karnataka", "2027-01-15 Pongal Karnataka"];
  for (const building of bench.both) expect(await bench.daysOf(building)).toEqual(dates);
  expect(await bench.list()).toEqual({
    calendars: [
      {
        id,
        name: "Karnataka",
        buildings: [
          { id: bench.buildingId, name: "Tower" },
          { id: bench.annexId, name: "Annex" },
        ],
        days: 1,
      },
    ],
    buildings: [
      { id: bench.buildingId, name: "Tower" },
      { id: bench.annexId, name: "Annex" },
    ],
  });
  await bench.operator.post(`/v1/schedule_days/${day.id}/delete`);
  for (const building of bench.both) expect(await bench.daysOf(building)).toEqual([]);
});

test("units of all buildings follow a holiday of today at once, and the preview counts them", async () => {
  await using bench = await begin();
  await bench.setDefault("09:00", "18:00");
  await bench.operator.post(`/v1/hvac_recuuring_schedule/${bench.annexId}/updateschedule`, {
    timeData: [{ ON: "09:00", OFF: "18:00" }],
    weekData: [1],
  });
  await bench.app.measure("T-GW", "T-AHU3", { "Return Air Temperature": 24 });
  await refreshDeviceStates(bench.app.ctx);
  expect(await bench.follow()).toContain("T-AHU3=10");
  const calendar = await bench.create("Karnataka", bench.both);
  const preview = await bench.operator.get(
    `/v1/schedule_days/holiday_preview?calendar=${calendar}&day=2026-01-05`,
  );
  expect(preview.json<ReplyOf<typeof previewHoliday>>().unitsOff).toBe(3);
  await bench.addDay({ ...pongal, day: "2026-01-05", calendar });
  expect(await bench.follow()).toEqual(["T-AHU2=0", "T-AHU3=0", "T-AHU=0"]);
  // A building that leaves the calendar works again at once.
  await bench.operator.post(`${url}/${calendar}/edit`, { name: "Karnataka", buildings: [bench.buildingId] });
  expect(await bench.follow()).toEqual(["T-AHU3=10"]);
});

test("a day of the building overrides the calendar's", async () => {
  await using bench = await begin();
  const calendar = await bench.create("Karnataka", bench.both);
  await bench.addDay({ ...pongal, calendar });
  const timeData = [{ ON: "09:00", OFF: "13:00" }];
  await bench.addDay({ day: pongal.day, kind: "exception", name: "Inventory", timeData });
  expect(await bench.daysOf(bench.buildingId)).toEqual([
    "2026-01-15 Inventory",
    "2027-01-15 Pongal Karnataka",
  ]);
  expect(await bench.daysOf(bench.annexId)).toContain("2026-01-15 Pongal Karnataka");
});

test("past holidays stay when a building leaves its calendar or the calendar is deleted", async () => {
  await using bench = await begin();
  const calendar = await bench.create("Karnataka", [bench.buildingId]);
  await bench.addDay({ ...pongal, day: "2026-01-06", calendar });
  await bench.goTo("2026-01-06T20:00:00Z");
  const operator = await bench.app.as("operator");
  const daysOf = async (building: number) =>
    (await operator.get(`/v1/schedule_days?building=${building}&from=2026-01-01&to=2028-12-31`))
      .json<ScheduleDay[]>()
      .map(({ day }) => day);
  // A building that joins later did not have the holiday.
  await operator.post(`${url}/${calendar}/edit`, { name: "Karnataka", buildings: bench.both });
  expect(await daysOf(bench.annexId)).toEqual(["2027-01-06", "2028-01-06"]);
  await operator.post(`${url}/${calendar}/edit`, { name: "Karnataka", buildings: [bench.annexId] });
  expect(await daysOf(bench.buildingId)).toEqual(["2026-01-06"]);
  await operator.post(`${url}/${calendar}/delete`);
  expect(await daysOf(bench.buildingId)).toEqual(["2026-01-06"]);
  expect(await daysOf(bench.annexId)).toEqual([]);
  expect((await operator.get(url)).json<ReplyOf<typeof listHolidayCalendars>>().calendars).toEqual([]);
  const { rows } = await bench.app.query(
    "select action from audit where action like '%calendar' order by id",
  );
  expect(rows.map(({ action }) => action)).toEqual([
    "create-holiday-calendar",
    "edit-holiday-calendar",
    "edit-holiday-calendar",
    "delete-holiday-calendar",
  ]);
});

test("names of calendars differ, and a deleted one's is free again", async () => {
  await using bench = await begin();
  const id = await bench.create("Karnataka", []);
  const other = await bench.create("Company", []);
  const taken = { status: 409, code: "calendar-name-taken" };
  const save = async (path: string, name: string) =>
    (await bench.operator.post(`${url}${path}`, { name, buildings: [] })).json();
  expect(await save("", "KARNATAKA")).toMatchObject(taken);
  expect(await save(`/${other}/edit`, "karnataka")).toMatchObject(taken);
  expect(await save(`/${id}/edit`, "KARNATAKA")).toEqual({ id });
  await bench.operator.post(`${url}/${id}/delete`);
  expect(await save(`/${other}/edit`, "karnataka")).toEqual({ id: other });
});

test("rejects a change and a deletion of a calendar that another person has changed, and overwrites nothing", async () => {
  await using bench = await begin();
  const id = await bench.create("Karnataka", [bench.buildingId]);
  const openedOn = { name: "Karnataka", buildings: [bench.buildingId] };
  const send = async (path: string, input: object) =>
    (await bench.operator.post(`${url}/${id}/${path}`, input)).json();
  const theirs = { name: "State", buildings: bench.both };
  expect(await send("edit", { ...theirs, openedOn })).toEqual({ id });
  const refused = {
    status: 409,
    code: "holiday-calendar-changed",
    title: "Someone else has changed this holiday calendar.",
  };
  expect(await send("edit", { name: "Company", buildings: [], openedOn })).toMatchObject(refused);
  expect(await send("delete", { openedOn })).toMatchObject(refused);
  expect((await bench.list()).calendars).toMatchObject([
    { id, name: "State", buildings: [{ name: "Tower" }, { name: "Annex" }] },
  ]);
  const seen = { name: "State", buildings: bench.both.toReversed() };
  expect(await send("edit", { name: "Company", buildings: [], openedOn: seen })).toEqual({ id });
  // A client without `openedOn` changes it always.
  expect(await send("delete", {})).toEqual({ id });
});

test("answers 404 to an unknown calendar and to a place that is not a building", async () => {
  await using bench = await begin();
  const statusOf = async (path: string, input: object) => (await bench.operator.post(path, input)).statusCode;
  expect(await statusOf(url, { name: "Other", buildings: [bench.ground.id] })).toBe(404);
  expect(await statusOf("/v1/schedule_days", { ...pongal, calendar: 999 })).toBe(404);
});
