import { expect, test } from "vitest";

import { instantOfWallTime, wallTime } from "./wall-time.ts";

test("an instant is read from the campus's clock, and back", () => {
  expect(wallTime(Date.parse("2026-01-05T03:42:59.000Z"), "Asia/Kolkata")).toBe("2026-01-05T09:12");
  expect(instantOfWallTime("2026-01-05T09:12", "Asia/Kolkata")).toBe("2026-01-05T03:42:00.000Z");
});

test("the hour after the clocks change is the right one", () => {
  expect(instantOfWallTime("2026-03-29T01:59", "Europe/Berlin")).toBe("2026-03-29T00:59:00.000Z");
  expect(instantOfWallTime("2026-03-29T03:00", "Europe/Berlin")).toBe("2026-03-29T01:00:00.000Z");
});

test("rejects invalid times", () => {
  expect(instantOfWallTime("", "Asia/Kolkata")).toBeUndefined();
});

test.each([
  "0002-01-05T09:12",
  "0999-12-31T23:59",
  "1000-01-01T00:00",
  "10000-01-01T00:00",
  "+010000-01-01T00:00",
  "2026-02-31T00:00",
  "9999-12-31T23:59:60",
])("%s is no time of a year from 1000 to 9999", (text) => {
  expect(instantOfWallTime(text, "Asia/Kolkata")).toBeUndefined();
});

test.each(["America/New_York", "Asia/Kolkata"])("the ends of those years are no error in %s", (timeZone) => {
  for (const end of ["1000-01-01T00:00", "9999-12-31T23:59"])
    expect(() => instantOfWallTime(end, timeZone)).not.toThrow();
  expect(instantOfWallTime("1000-01-03T00:00", timeZone)).toMatch(/^1000-01-0/);
  expect(instantOfWallTime("9999-12-30T00:00", timeZone)).toMatch(/^9999-12-/);
});
