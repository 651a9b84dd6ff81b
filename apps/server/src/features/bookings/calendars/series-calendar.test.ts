import { expect, test } from "vitest";

import { startsOf } from "../../../testing/ical-texts.ts";
import { createSeriesWriter, type SeriesBooking } from "./series-calendar.ts";

const place = {
  spaceName: "Room 1",
  zoneName: "Zone 1",
  floorName: "Ground",
  title: "Board",
  reference: "ABC",
};
const spring = { from: new Date("2026-03-01T00:00:00Z"), to: new Date("2026-05-01T00:00:00Z") };

const bookingAt = (id: number, from: string, rest: Partial<SeriesBooking> = {}): SeriesBooking => ({
  ...place,
  id,
  seriesId: 1,
  sequence: 0,
  isCancelled: false,
  from: new Date(from),
  seriesFrom: new Date(from),
  to: new Date(Date.parse(from) + 3_600_000),
  ...rest,
});

test("a weekly repetition keeps its local time across a change of the clocks, without a day that is left out", () => {
  const starts = ["2026-03-23T08:00:00.000Z", "2026-03-30T07:00:00.000Z", "2026-04-13T07:00:00.000Z"];
  const rows = starts.map((from, id) => bookingAt(id, from));
  const text = createSeriesWriter(rows, "Europe/Berlin", new Date("2026-03-01T00:00:00Z")).writeAll();
  expect(text).toContain("FREQ=WEEKLY;");
  expect(text).toContain("EXDATE;TZID=Europe/Berlin:20260406T090000");
  expect(text.match(/BEGIN:VEVENT/g)).toHaveLength(1);
  expect(startsOf(text, spring)).toEqual(starts);
});

test("a changed first booking and a cancelled one are exceptions", () => {
  const rows = [
    bookingAt(1, "2026-03-27T08:00:00.000Z", {
      from: new Date("2026-03-27T10:00:00Z"),
      to: new Date("2026-03-27T12:00:00Z"),
      sequence: 2,
    }),
    bookingAt(2, "2026-03-28T08:00:00.000Z", { isCancelled: true, sequence: 1 }),
    bookingAt(3, "2026-03-29T07:00:00.000Z"),
  ];
  const text = createSeriesWriter(rows, "Europe/Berlin", new Date("2026-03-01T00:00:00Z")).writeAll();
  expect(text).toContain("SEQUENCE:3");
  expect(startsOf(text, spring)).toEqual(["2026-03-27T10:00:00.000Z", "2026-03-29T07:00:00.000Z"]);
});
