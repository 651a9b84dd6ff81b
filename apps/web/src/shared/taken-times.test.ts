import { expect, test } from "vitest";

import { spaceNow } from "./taken-times.ts";

const at = (time: string) => `2026-01-05T${time}:00.000Z`;
const ms = (time: string) => Date.parse(at(time));
const booked = (from: string, to: string) => ({ from: at(from), to: at(to), status: "booked" as const });
const day = [booked("09:00", "10:00"), booked("10:00", "11:00"), booked("12:00", "13:00")];

test.each([
  ["08:59", undefined, "09:00"],
  ["09:00", "09:00", "11:00"],
  ["10:59", "10:00", "11:00"],
  ["11:00", undefined, "12:00"],
  ["13:00", undefined, undefined],
])("at %s the booking from %s, and the next change at %s", (time, current, changesAt) => {
  const now = spaceNow(day, ms(time));
  expect(now.current?.from).toBe(current && at(current));
  expect(now.changesAtMs).toBe(changesAt && ms(changesAt));
});

test("a booking within a longer one does not end the time that is taken", () => {
  const outside = [booked("09:00", "12:00"), booked("10:00", "11:00"), booked("11:30", "13:00")];
  expect(spaceNow(outside, ms("10:30")).changesAtMs).toBe(ms("13:00"));
});
