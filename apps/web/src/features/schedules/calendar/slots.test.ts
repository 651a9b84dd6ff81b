import { expect, test } from "vitest";

import { slotOfDay } from "./slots.ts";

const slotAt = (day: string, now: string) => {
  const { start, end } = slotOfDay(day, Date.parse(now), "Asia/Kolkata");
  return [start, end];
};

test.each([
  ["another day", "2026-01-06", "2026-01-05T06:00:00Z", ["2026-01-06T09:00", "2026-01-06T10:00"]],
  ["today before nine", "2026-01-05", "2026-01-05T02:30:00Z", ["2026-01-05T09:00", "2026-01-05T10:00"]],
  ["today after nine", "2026-01-05", "2026-01-05T06:04:00Z", ["2026-01-05T12:00", "2026-01-05T13:00"]],
  ["a day that is over", "2026-01-04", "2026-01-05T06:00:00Z", ["2026-01-04T09:00", "2026-01-04T10:00"]],
])("%s", (_name, day, now, slot) => {
  expect(slotAt(day, now)).toEqual(slot);
});
