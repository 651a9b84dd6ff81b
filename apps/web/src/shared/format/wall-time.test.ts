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

test("what is no time is none", () => {
  expect(instantOfWallTime("", "Asia/Kolkata")).toBeUndefined();
});
