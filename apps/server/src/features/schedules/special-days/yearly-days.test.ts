import type { Occurrence, ScheduleDay } from "@verandah/contract/schedules/schedule-days.ts";
import { expect, test } from "vitest";

import { extendPlans } from "#features/schedules/schedule-plan.service.ts";

import { startSchedules } from "../../../testing/benches/schedule-bench.ts";

// 12:00 on a Monday in Kolkata.
const MONDAY_NOON = "2026-01-05T06:30:00Z";
const republicDay = { day: "2026-01-26", kind: "holiday", name: "Republic Day", isYearly: true } as const;

async function begin() {
  const bench = await startSchedules(MONDAY_NOON);
  let operator = bench.operator;
  /** Moves the clock by more than a session lasts. */
  async function goTo(instant: string) {
    await bench.goTo(instant);
    await extendPlans(bench.app.ctx);
    operator = await bench.app.as("operator");
  }
  const planned = async (day: string) =>
    (await operator.get("/v1/schedule_occurrences"))
      .json<Occurrence[]>()
      .filter(({ at }) => at.startsWith(day))
      .map(({ at, name, kind, action, state }) => [at.slice(11, 16), name || kind, action, state].join(" "));
  /** The dates between two days, with their names. */
  const dates = async (from: string, to: string) =>
    (await operator.get(`/v1/schedule_days?from=${from}&to=${to}`))
      .json<ScheduleDay[]>()
      .map(({ day, name }) => `${day} ${name}`);
  const listed = async (from: string) =>
    (await operator.get(`/v1/schedule_days?from=${from}`)).json<ScheduleDay[]>();
  const remove = (id: number, from?: string) => operator.post(`/v1/schedule_days/${id}/delete`, { from });
  const post = (day: object) => operator.post("/v1/schedule_days", day);
  return { ...bench, goTo, planned, dates, listed, remove, post };
}

test("a yearly holiday applies on its date in each year, and is listed once with its next date", async () => {
  await using bench = await begin();
  await bench.addDay(republicDay);
  expect(await bench.dates("2025-01-01", "2028-12-31")).toEqual([
    "2026-01-26 Republic Day",
    "2027-01-26 Republic Day",
    "2028-01-26 Republic Day",
  ]);
  expect(await bench.dates("2027-01-27", "2028-01-25")).toEqual([]);
  const inAYear = await bench.listed("2026-01-27");
  expect(inAYear).toMatchObject([{ day: "2027-01-26", isYearly: true, until: null, calendar: null }]);
});

test("units stay off on a yearly holiday of a later year", async () => {
  await using bench = await begin();
  await bench.setDefault("09:00", "18:00");
  await bench.follow();
  await bench.addDay(republicDay);
  await bench.goTo("2029-01-24T12:30:00Z");
  expect(await bench.planned("2029-01-26")).toEqual(["03:30 default on skipped"]);
});

test("29 February is a holiday in leap years only", async () => {
  await using bench = await begin();
  await bench.addDay({ ...republicDay, day: "2028-02-29", name: "Leap day" });
  expect(await bench.dates("2026-01-01", "2036-12-31")).toEqual([
    "2028-02-29 Leap day",
    "2032-02-29 Leap day",
    "2036-02-29 Leap day",
  ]);
  // No leap day is between 2096 and 2104.
  expect(await bench.listed("2096-03-01")).toMatchObject([{ day: "2104-02-29" }]);
});

test("the end of a repetition keeps past dates, and later ones until the chosen day", async () => {
  await using bench = await begin();
  const { id } = await bench.addDay(republicDay);
  await bench.goTo("2027-06-01T06:30:00Z");
  const all = ["2026-01-26 Republic Day", "2027-01-26 Republic Day"];
  expect((await bench.remove(id, "2026-06-01")).statusCode).toBe(422);
  expect((await bench.remove(id, "2029-01-26")).statusCode).toBe(200);
  expect(await bench.dates("2025-01-01", "2040-12-31")).toEqual([...all, "2028-01-26 Republic Day"]);
  expect(await bench.listed("2027-06-01")).toMatchObject([{ day: "2028-01-26", until: "2029-01-25" }]);
  expect((await bench.remove(id)).statusCode).toBe(200);
  expect(await bench.dates("2025-01-01", "2040-12-31")).toEqual(all);
  expect(await bench.listed("2027-06-01")).toEqual([]);
  expect((await bench.remove(id)).statusCode).toBe(422);
  // A new repetition continues the old one.
  await bench.post({ ...republicDay, day: "2028-01-26" });
  expect(await bench.dates("2027-01-01", "2028-12-31")).toEqual([...all.slice(1), "2028-01-26 Republic Day"]);
});

test("a repetition that has not begun is deleted, and units follow at once today", async () => {
  await using bench = await begin();
  await bench.setDefault("09:00", "18:00");
  await bench.follow();
  const { id } = await bench.addDay({ ...republicDay, day: "2026-01-05" });
  expect(await bench.follow()).toEqual(["T-AHU2=0", "T-AHU=0"]);
  await bench.remove(id);
  expect(await bench.follow()).toEqual(["T-AHU2=10", "T-AHU=10"]);
  expect(await bench.dates("2026-01-01", "2028-12-31")).toEqual([]);
});

test("a single date overrides a yearly holiday, in that year only", async () => {
  await using bench = await begin();
  await bench.addDay(republicDay);
  const timeData = [{ ON: "09:00", OFF: "13:00" }];
  const worked = { day: "2027-01-26", kind: "exception", name: "Inventory", timeData } as const;
  await bench.addDay(worked);
  expect(await bench.dates("2026-01-01", "2028-12-31")).toEqual([
    "2026-01-26 Republic Day",
    "2027-01-26 Inventory",
    "2028-01-26 Republic Day",
  ]);
});

test("a date has one yearly holiday", async () => {
  await using bench = await begin();
  await bench.addDay({ ...republicDay, day: "2027-01-26" });
  for (const day of ["2026-01-26", "2027-01-26", "2030-01-26"])
    expect((await bench.post({ ...republicDay, day })).json()).toMatchObject({
      code: "schedule-day-taken",
    });
  await bench.addDay({ ...republicDay, day: "2026-01-27" });
  expect(await bench.dates("2027-01-01", "2027-12-31")).toHaveLength(2);
});

test("lighting pauses on a yearly holiday", async () => {
  await using bench = await begin();
  const start = "2026-01-19T12:00:00Z";
  const end = "2026-01-19T13:00:00Z";
  const repeat = { weekdays: [1], until: "2027-01-18" };
  await bench.create(bench.data({ start, end, repeat, action: 2, intensity: 60 }), "/v1/schedules");
  await bench.addDay(republicDay);
  await bench.goTo("2026-01-25T06:00:00Z");
  expect(await bench.planned("2026-01-26")).toEqual(["18:30 Republic Day end planned"]);
  await bench.goTo("2026-02-01T06:00:00Z");
  expect(await bench.planned("2026-02-02")).toEqual([
    "12:00 Lobby-AM on planned",
    "13:00 Lobby-AM end planned",
  ]);
});

test("the next workdays leave out a yearly holiday", async () => {
  await using bench = await begin();
  await bench.addDay({ ...republicDay, day: "2026-01-06" });
  await bench.goTo("2027-01-05T06:30:00Z");
  const operator = await bench.app.as("operator");
  const days = (await operator.get(`/v1/buildings/${bench.buildingId}/workdays`)).json<string[]>();
  expect(days.slice(0, 2)).toEqual(["2027-01-05", "2027-01-07"]);
});
