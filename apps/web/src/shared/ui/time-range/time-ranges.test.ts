import { expect, test } from "vitest";

import { daysOf, instantsOf, timeRangeNames } from "./time-ranges.ts";

const rangesAt = (now: string, timeZone: string) =>
  Object.fromEntries(
    timeRangeNames.map((name) => {
      const range = instantsOf(name, Date.parse(now), timeZone);
      const days = daysOf(name, range, Date.parse(now), timeZone);
      return [
        name,
        `${range.from.slice(0, 16)} ${range.to.slice(0, 16)} ${days.from.slice(5)} ${days.to.slice(5)}`,
      ];
    }),
  );

test("ranges follow the days of the campus", () => {
  // 08:30 on 1 March in Kolkata.
  expect(rangesAt("2026-03-01T03:00:00Z", "Asia/Kolkata")).toEqual({
    "1h": "2026-03-01T02:00 2026-03-01T03:00 03-01 03-01",
    "24h": "2026-02-28T03:00 2026-03-01T03:00 03-01 03-01",
    night: "2026-02-28T12:30 2026-03-01T00:30 02-28 03-01",
    today: "2026-02-28T18:30 2026-03-01T03:00 03-01 03-01",
    yesterday: "2026-02-27T18:30 2026-02-28T18:30 02-28 02-28",
    "7d": "2026-02-22T03:00 2026-03-01T03:00 02-23 03-01",
    "30d": "2026-01-30T03:00 2026-03-01T03:00 01-31 03-01",
    "this-month": "2026-02-28T18:30 2026-03-01T03:00 03-01 03-01",
    "last-month": "2026-01-31T18:30 2026-02-28T18:30 02-01 02-28",
  });
});

test("a night that is not over ends now, and a day with a clock change has 23 hours", () => {
  expect(rangesAt("2026-03-01T22:00:00Z", "Asia/Kolkata")["night"]).toBe(
    "2026-03-01T12:30 2026-03-01T22:00 03-01 03-02",
  );
  // On 8 March clocks in New York go forward.
  expect(rangesAt("2026-03-09T12:00:00Z", "America/New_York")["yesterday"]).toBe(
    "2026-03-08T05:00 2026-03-09T04:00 03-08 03-08",
  );
});

test("at midnight the last day is the one that begins", () => {
  const ranges = rangesAt("2026-03-01T18:30:00Z", "Asia/Kolkata");
  const daysIn = (name: string) => ranges[name]?.slice(-11);
  expect(daysIn("today")).toBe("03-02 03-02");
  expect(daysIn("7d")).toBe("02-24 03-02");
  expect(daysIn("yesterday")).toBe("03-01 03-01");
});
