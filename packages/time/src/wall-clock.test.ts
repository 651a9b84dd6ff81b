import { expect, test } from "vitest";

import { addDays, createWallClock, weekdayOf } from "./wall-clock.ts";

test.each([
  ["Asia/Kolkata", "2026-01-05", "09:12", "2026-01-05T03:42:00.000Z"],
  ["Asia/Kolkata", "2026-01-05", "00:00", "2026-01-04T18:30:00.000Z"],
  ["Europe/Berlin", "2026-01-05", "08:00", "2026-01-05T07:00:00.000Z"],
  ["Europe/Berlin", "2026-07-05", "08:00", "2026-07-05T06:00:00.000Z"],
  ["America/Los_Angeles", "2026-01-05", "23:59", "2026-01-06T07:59:00.000Z"],
  ["Pacific/Kiritimati", "2026-01-05", "00:00", "2026-01-04T10:00:00.000Z"],
])("converts %s %s %s to an instant and back", (zone, day, time, instant) => {
  const clock = createWallClock(zone);
  expect(clock.instantOf(day, time).toISOString()).toBe(instant);
  expect(clock.read(new Date(instant))).toEqual({ day, time });
});

test.each([
  ["01:59", "2026-03-29T00:59:00.000Z"],
  ["02:00", "2026-03-29T01:00:00.000Z"],
  ["02:30", "2026-03-29T01:30:00.000Z"],
  ["03:00", "2026-03-29T01:00:00.000Z"],
  ["03:30", "2026-03-29T01:30:00.000Z"],
])(
  "when the clocks go forward, %s counts from the start of the gap as if there were no gap",
  (time, instant) => {
    expect(createWallClock("Europe/Berlin").instantOf("2026-03-29", time).toISOString()).toBe(instant);
  },
);

test.each([
  ["01:59", "2026-10-24T23:59:00.000Z"],
  ["02:00", "2026-10-25T00:00:00.000Z"],
  ["02:30", "2026-10-25T00:30:00.000Z"],
  ["03:00", "2026-10-25T02:00:00.000Z"],
])("when the clocks go back, %s means the first of the two", (time, instant) => {
  expect(createWallClock("Europe/Berlin").instantOf("2026-10-25", time).toISOString()).toBe(instant);
});

test("converts every minute of a year and back, except skipped ones", () => {
  const clock = createWallClock("Europe/Berlin");
  for (
    let atMs = Date.parse("2026-01-01T00:00:00Z");
    atMs < Date.parse("2027-01-01T00:00:00Z");
    atMs += 3_540_000
  ) {
    const shown = clock.read(new Date(atMs));
    const again = clock.instantOf(shown.day, shown.time).getTime();
    // The second pass of a repeated hour has the same local times as the first.
    expect([0, 3_600_000]).toContain(atMs - again);
  }
});

test("adds days across the ends of months and years", () => {
  expect([addDays("2026-02-28", 1), addDays("2026-12-31", 1), addDays("2026-03-01", -1)]).toEqual([
    "2026-03-01",
    "2027-01-01",
    "2026-02-28",
  ]);
  expect([weekdayOf("2026-01-04"), weekdayOf("2026-01-10")]).toEqual([0, 6]);
});

test.each([
  ["Asia/Kolkata", "2026-03-28T00:00:00Z"],
  ["America/New_York", "2026-03-07T00:00:00Z"],
  ["America/New_York", "2026-10-31T00:00:00Z"],
  ["Australia/Lord_Howe", "2026-04-03T00:00:00Z"],
  ["Africa/Casablanca", "2026-02-13T00:00:00Z"],
  // Without 30 December 2011.
  ["Pacific/Apia", "2011-12-28T00:00:00Z"],
])("reads each quarter of an hour as Intl does: %s from %s", (timeZone, from) => {
  const clock = createWallClock(timeZone);
  const options = { timeZone, hourCycle: "h23", dateStyle: "short", timeStyle: "short" } as const;
  const format = new Intl.DateTimeFormat("sv-SE", options);
  for (let at = Date.parse(from), quarters = 0; quarters < 4 * 96; at += 900_000, quarters += 1) {
    const { day, time } = clock.read(at);
    expect(`${day} ${time}`).toBe(format.format(at));
  }
});
