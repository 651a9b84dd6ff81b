import { expect, test } from "vitest";

import { startSchedules } from "../../../testing/benches/schedule-bench.ts";

// 12:00 on a Monday in Kolkata.
const MONDAY_NOON = "2026-01-05T06:30:00Z";

test("a changed default changes future occurrences and the current state, but not the past", async () => {
  await using bench = await startSchedules(MONDAY_NOON);
  await bench.setDefault("11:00", "18:00");
  expect(await bench.follow()).toEqual(["T-AHU2=10", "T-AHU=10"]);
  await bench.goTo("2026-01-05T12:00:00Z");
  await bench.setDefault("11:00", "19:00");
  expect(await bench.follow()).toEqual([]);
  await bench.goTo("2026-01-05T12:30:00Z");
  expect(await bench.follow()).toEqual([]);
  await bench.goTo("2026-01-05T13:30:00Z");
  expect(await bench.follow()).toEqual(["T-AHU2=0", "T-AHU=0"]);
  expect((await bench.occurrences()).slice(0, 2)).toEqual([
    "01-05T06:30 change default done",
    "01-05T13:30 off default done",
  ]);
});

test("a default without a weekday releases the units", async () => {
  await using bench = await startSchedules(MONDAY_NOON);
  await bench.setDefault("11:00", "18:00");
  await bench.follow();
  await bench.setDefault("11:00", "18:00", []);
  expect(await bench.follow()).toEqual(["T-AHU2=null", "T-AHU=null"]);
  expect(await bench.occurrences()).toEqual([
    "01-05T06:30 change default done",
    "01-05T06:30 change default done",
  ]);
});

test("after two changes at the same time the units follow the last one", async () => {
  await using bench = await startSchedules(MONDAY_NOON);
  await bench.setDefault("11:00", "18:00");
  await bench.setDefault("13:00", "18:00");
  expect(await bench.follow()).toEqual(["T-AHU2=0", "T-AHU=0"]);
});

test("a schedule switches the units of its floor and zones only, and then the default applies", async () => {
  await using bench = await startSchedules(MONDAY_NOON);
  await bench.setDefault("09:00", "13:00");
  await bench.follow();
  await bench.create(bench.data({ start: "2026-01-05T07:00:00Z", end: "2026-01-05T09:00:00Z" }));
  await bench.goTo("2026-01-05T07:00:00Z");
  expect(await bench.follow()).toEqual(["T-AHU=10"]);
  await bench.goTo("2026-01-05T07:30:00Z");
  expect(await bench.follow()).toEqual(["T-AHU2=0"]);
  await bench.goTo("2026-01-05T09:00:00Z");
  expect(await bench.follow()).toEqual(["T-AHU=0"]);
});

test("without a default the end of a schedule releases the unit", async () => {
  await using bench = await startSchedules(MONDAY_NOON);
  await bench.create(bench.data({ action: 0, start: "2026-01-05T07:00:00Z", end: "2026-01-05T09:00:00Z" }));
  await bench.goTo("2026-01-05T07:00:00Z");
  expect(await bench.follow()).toEqual(["T-AHU=0"]);
  await bench.goTo("2026-01-05T09:00:00Z");
  expect(await bench.follow()).toEqual(["T-AHU=null"]);
});

test("deleting a running schedule restores its units at once, and only once", async () => {
  await using bench = await startSchedules(MONDAY_NOON);
  await bench.setDefault("13:00", "18:00");
  await bench.follow();
  const { id } = await bench.create(
    bench.data({ start: "2026-01-05T06:45:00Z", end: "2026-01-05T07:15:00Z" }),
  );
  await bench.goTo("2026-01-05T06:45:00Z");
  expect(await bench.follow()).toEqual(["T-AHU=10"]);
  await bench.goTo("2026-01-05T07:00:00Z");
  await bench.operator.post(`/v1/hvac_schedules/${id}`, { running: true });
  expect(await bench.follow()).toEqual(["T-AHU=0"]);
  await bench.goTo("2026-01-05T07:15:00Z");
  expect(await bench.follow()).toEqual([]);
});

test("a holiday suppresses the default, is announced in the plan, and can be removed again", async () => {
  await using bench = await startSchedules(MONDAY_NOON);
  await bench.setDefault("13:00", "18:00");
  await bench.follow();
  const { id } = await bench.addDay({ day: "2026-01-06", kind: "holiday", name: "Pongal" });
  expect(await bench.occurrences()).toContain("01-06T07:30 on default skipped overruled");
  expect((await bench.list()).find((one) => one.reason === "overruled")?.detail).toBe("Pongal");
  await bench.operator.post(`/v1/schedule_days/${id}/delete`);
  expect(await bench.occurrences()).toContain("01-06T07:30 on default planned");
});

test("a holiday for today switches off at once, and after its end the default applies", async () => {
  await using bench = await startSchedules(MONDAY_NOON);
  await bench.setDefault("09:00", "18:00");
  await bench.follow();
  const { id } = await bench.addDay({ day: "2026-01-05", kind: "holiday", name: "Storm" });
  expect(await bench.follow()).toEqual(["T-AHU2=0", "T-AHU=0"]);
  await bench.operator.post(`/v1/schedule_days/${id}/delete`);
  expect(await bench.follow()).toEqual(["T-AHU2=10", "T-AHU=10"]);
});

test("a default that starts when a holiday ends is not shown as overridden, because the holiday's end switches the units", async () => {
  await using bench = await startSchedules(MONDAY_NOON);
  await bench.setDefault("00:00", "18:00");
  await bench.follow();
  await bench.addDay({ day: "2026-01-05", kind: "holiday", name: "Storm" });
  await bench.follow();
  const midnight = (await bench.occurrences()).filter((one) => one.startsWith("01-05T18:30"));
  expect(midnight).toEqual(["01-05T18:30 end Storm planned"]);
  await bench.goTo("2026-01-05T18:30:00Z");
  expect(await bench.follow()).toEqual(["T-AHU2=10", "T-AHU=10"]);
});

test("an exception's times replace those of the default", async () => {
  await using bench = await startSchedules(MONDAY_NOON);
  await bench.setDefault("09:00", "18:00");
  await bench.follow();
  await bench.addDay({
    day: "2026-01-06",
    kind: "exception",
    name: "Half day",
    timeData: [{ ON: "10:00", OFF: "13:00" }],
  });
  await bench.goTo("2026-01-05T12:30:00Z");
  await bench.follow();
  const switched = [];
  for (const at of ["03:30", "04:30", "07:30", "12:30"]) {
    await bench.goTo(`2026-01-06T${at}:00Z`);
    switched.push([at, await bench.follow()]);
  }
  expect(switched).toEqual([
    ["03:30", []],
    ["04:30", ["T-AHU2=10", "T-AHU=10"]],
    ["07:30", ["T-AHU2=0", "T-AHU=0"]],
    ["12:30", []],
  ]);
});
