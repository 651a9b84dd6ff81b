import { expect, test } from "vitest";

import { commonRange, commonRangeNames } from "./common-ranges.ts";

const rangesAt = (now: string, timeZone: string) =>
  Object.fromEntries(
    commonRangeNames.map((name) => {
      const { from, to } = commonRange(name, Date.parse(now), timeZone);
      return [name, `${from.slice(0, 16)} ${to.slice(0, 16)}`];
    }),
  );

test("ranges follow the days of the campus", () => {
  // 08:30 on 1 March in Kolkata.
  expect(rangesAt("2026-03-01T03:00:00Z", "Asia/Kolkata")).toEqual({
    night: "2026-02-28T12:30 2026-03-01T00:30",
    today: "2026-02-28T18:30 2026-03-01T03:00",
    yesterday: "2026-02-27T18:30 2026-02-28T18:30",
    day: "2026-02-28T03:00 2026-03-01T03:00",
    week: "2026-02-22T03:00 2026-03-01T03:00",
    month: "2026-01-31T18:30 2026-02-28T18:30",
  });
});

test("a night that is not over ends now, and a day with a clock change has 23 hours", () => {
  expect(rangesAt("2026-03-01T22:00:00Z", "Asia/Kolkata")["night"]).toBe("2026-03-01T12:30 2026-03-01T22:00");
  // On 8 March clocks in New York go forward.
  expect(rangesAt("2026-03-09T12:00:00Z", "America/New_York")["yesterday"]).toBe(
    "2026-03-08T05:00 2026-03-09T04:00",
  );
});
