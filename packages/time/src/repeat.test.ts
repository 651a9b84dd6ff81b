import { expect, test } from "vitest";

import { repeatedSpans } from "./repeat.ts";
import { createWallClock } from "./wall-clock.ts";

const kolkata = createWallClock("Asia/Kolkata");
const evening = {
  start: new Date("2026-01-05T18:00:00+05:30"),
  end: new Date("2026-01-05T20:00:00+05:30"),
  repeat: { weekdays: [1, 3], until: "2026-01-14" },
};
const range = { from: new Date("2026-01-01T00:00:00Z"), to: new Date("2026-02-01T00:00:00Z") };
const starts = (spans: { start: Date }[]) => spans.map(({ start }) => start.toISOString());

test("repeats on its weekdays from the first day through the last", () => {
  expect(starts(repeatedSpans(evening, kolkata, range))).toEqual([
    "2026-01-05T12:30:00.000Z",
    "2026-01-07T12:30:00.000Z",
    "2026-01-12T12:30:00.000Z",
    "2026-01-14T12:30:00.000Z",
  ]);
});

test("leaves out skipped days and the spans outside the range", () => {
  const from = new Date("2026-01-07T14:30:00Z");
  expect(starts(repeatedSpans(evening, kolkata, { ...range, from }, (day) => day === "2026-01-12"))).toEqual([
    "2026-01-07T12:30:00.000Z",
    "2026-01-14T12:30:00.000Z",
  ]);
});

test("includes a span over midnight that runs at the start of the range", () => {
  const night = { ...evening, end: new Date("2026-01-06T06:00:00+05:30") };
  const noon = { from: new Date("2026-01-06T00:00:00Z"), to: new Date("2026-01-06T01:00:00Z") };
  expect(repeatedSpans(night, kolkata, noon)).toEqual([
    { start: new Date("2026-01-05T12:30:00Z"), end: new Date("2026-01-06T00:30:00Z") },
  ]);
});

test("keeps its local times when the clocks change", () => {
  const berlin = createWallClock("Europe/Berlin");
  const office = {
    start: new Date("2026-03-27T08:00:00+01:00"),
    end: new Date("2026-03-27T09:00:00+01:00"),
    repeat: { weekdays: [1, 5], until: "2026-03-30" },
  };
  const march = { from: new Date("2026-03-01T00:00:00Z"), to: new Date("2026-04-01T00:00:00Z") };
  expect(starts(repeatedSpans(office, berlin, march))).toEqual([
    "2026-03-27T07:00:00.000Z",
    "2026-03-30T06:00:00.000Z",
  ]);
});

test("returns a span without repetition unchanged, if it overlaps the range", () => {
  const once = { ...evening, repeat: null };
  expect(repeatedSpans(once, kolkata, range)).toHaveLength(1);
  expect(repeatedSpans(once, kolkata, { from: new Date("2026-01-06T00:00:00Z"), to: range.to })).toEqual([]);
});
