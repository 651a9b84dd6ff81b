import { expect, test } from "vitest";

import { atTen, calendar, clock, event, times, week } from "../../../testing/ical-texts.ts";
import { readIcal } from "./read-ical.ts";

test("reads times in UTC, of a zone, of no zone and whole days", () => {
  const zone = [
    "BEGIN:VTIMEZONE",
    "TZID:Berlin",
    "BEGIN:STANDARD",
    "DTSTART:19701025T030000",
    "TZOFFSETFROM:+0200",
    "TZOFFSETTO:+0100",
    "END:STANDARD",
    "END:VTIMEZONE",
  ];
  const nineToTen = ["2026-01-05T09:00:00.000Z", "2026-01-05T10:00:00.000Z"];
  expect(times(calendar(...event("DTSTART:20260105T090000Z", "DTEND:20260105T100000Z")))).toEqual([
    nineToTen,
  ]);
  expect(
    times(
      calendar(...zone, ...event("DTSTART;TZID=Berlin:20260105T100000", "DTEND;TZID=Berlin:20260105T110000")),
    ),
  ).toEqual([nineToTen]);
  expect(times(calendar(...event("DTSTART:20260105T143000", "DURATION:PT1H")))).toEqual([nineToTen]);
  expect(times(calendar(...event("DTSTART;VALUE=DATE:20260106", "DTEND;VALUE=DATE:20260107")))).toEqual([
    ["2026-01-05T18:30:00.000Z", "2026-01-06T18:30:00.000Z"],
  ]);
});

test("reads a time of a zone that the feed does not define by its IANA name", () => {
  expect(times(calendar(...atTen("Europe/Berlin")))).toEqual([
    ["2026-01-05T09:00:00.000Z", "2026-01-05T10:00:00.000Z"],
  ]);
  expect(times(calendar(...atTen("UTC")))).toEqual([
    ["2026-01-05T10:00:00.000Z", "2026-01-05T11:00:00.000Z"],
  ]);
});

test("repeats an event across a change of the clocks of an IANA zone", () => {
  const text = calendar(
    ...event("DTSTART;TZID=Europe/Berlin:20260327T100000", "DURATION:PT1H", "RRULE:FREQ=DAILY;COUNT=3"),
  );
  const spring = { from: new Date("2026-03-27T00:00:00Z"), to: new Date("2026-04-01T00:00:00Z") };
  expect(readIcal(text, spring, clock).entries.map(({ from }) => from.toISOString().slice(5, 13))).toEqual([
    "03-27T09",
    "03-28T09",
    "03-29T08",
  ]);
});

test("a time zone that one feed defines does not apply to another feed", () => {
  const zone = ["BEGIN:VTIMEZONE", "TZID:Local", "BEGIN:STANDARD", "DTSTART:19701025T030000"];
  const offset = ["TZOFFSETFROM:+0100", "TZOFFSETTO:+0100", "END:STANDARD", "END:VTIMEZONE"];
  expect(times(calendar(...zone, ...offset, ...atTen("Local")))).toHaveLength(1);
  expect(readIcal(calendar(...atTen("Local")), week, clock)).toMatchObject({
    entries: [],
    skipped: [{ reason: "unknown-zone", detail: "Local" }],
  });
});

test("reads the title and the organizer, and leaves out entries that do not occupy the room", () => {
  const nine = ["DTSTART:20260105T090000Z", "DTEND:20260105T100000Z", "SUMMARY:Stand-up\\, daily"];
  expect(
    readIcal(calendar(...event(...nine, "ORGANIZER;CN=Asha Rao:mailto:asha@campus.example")), week, clock)
      .entries,
  ).toMatchObject([{ title: "Stand-up, daily", organizer: "Asha Rao", bookingId: null }]);
  expect(
    readIcal(calendar(...event(...nine, "ORGANIZER:mailto:asha@campus.example")), week, clock).entries,
  ).toMatchObject([{ organizer: "asha@campus.example" }]);
  expect(times(calendar(...event(...nine, "STATUS:CANCELLED")))).toEqual([]);
  expect(times(calendar(...event(...nine, "TRANSP:TRANSPARENT")))).toEqual([]);
  expect(times(calendar(...event("DTSTART:20260101T090000Z", "DTEND:20260101T100000Z")))).toEqual([]);
});

test("repeats an event with its exceptions", () => {
  const text = calendar(
    ...event(
      "DTSTART:20251229T090000Z",
      "DTEND:20251229T100000Z",
      "RRULE:FREQ=DAILY",
      "EXDATE:20260106T090000Z",
    ),
    ...event("RECURRENCE-ID:20260107T090000Z", "DTSTART:20260107T120000Z", "DTEND:20260107T130000Z"),
    ...event(
      "RECURRENCE-ID:20260108T090000Z",
      "DTSTART:20260108T090000Z",
      "DTEND:20260108T100000Z",
      "STATUS:CANCELLED",
    ),
  );
  expect(times(text).map(([from]) => from?.slice(5, 13))).toEqual([
    "01-05T09",
    "01-07T12",
    "01-09T09",
    "01-10T09",
    "01-11T09",
  ]);
});

const moved = (day: string, hour: string) =>
  event(`RECURRENCE-ID:202601${day}T090000Z`, `DTSTART:202601${day}T${hour}0000Z`, "DURATION:PT1H");

test("reads the times after one that was moved beyond the range", () => {
  const text = calendar(
    ...event("DTSTART:20260109T090000Z", "DURATION:PT1H", "RRULE:FREQ=DAILY"),
    ...moved("09", "12"),
    ...event("RECURRENCE-ID:20260110T090000Z", "DTSTART:20260120T090000Z", "DURATION:PT1H"),
  );
  expect(times(text).map(([from]) => from?.slice(5, 13))).toEqual(["01-09T12", "01-11T09"]);
});

test("reads a time of an old series that was moved into the range", () => {
  const text = calendar(
    ...event("DTSTART:20251101T090000Z", "DURATION:PT1H", "RRULE:FREQ=WEEKLY"),
    ...event("RECURRENCE-ID:20251108T090000Z", "DTSTART:20260105T120000Z", "DURATION:PT1H"),
    ...event("RECURRENCE-ID:20251115T090000Z", "DTSTART:20251116T090000Z", "DURATION:PT1H"),
  );
  expect(times(text).map(([from]) => from?.slice(5, 13))).toEqual(["01-05T12", "01-10T09"]);
});

test("reads added times of a series, also times with another length than the series", () => {
  const text = calendar(
    ...event(
      "DTSTART:20260105T090000Z",
      "DURATION:PT1H",
      "RRULE:FREQ=DAILY;COUNT=1",
      "RDATE;VALUE=PERIOD:20260106T090000Z/20260106T120000Z,20260107T090000Z/PT30M",
      "RDATE:20260108T090000Z",
    ),
  );
  expect(times(text).map((range) => range.map((at) => at.slice(5, 16)))).toEqual([
    ["01-05T09:00", "01-05T10:00"],
    ["01-06T09:00", "01-06T12:00"],
    ["01-07T09:00", "01-07T09:30"],
    ["01-08T09:00", "01-08T10:00"],
  ]);
});

test.each([
  ["RDATE:20260107T090000Z", ["05", "07"]],
  ["RDATE:20260105T090000Z,20260107T090000Z", ["05", "07"]],
  ["RDATE:20260107T090000Z\r\nEXDATE:20260105T090000Z", ["07"]],
])("reads the start of an event without a rule, with %j", (dates, days) => {
  const text = calendar(...event("DTSTART:20260105T090000Z", "DURATION:PT1H", dates));
  expect(times(text).map(([from]) => from?.slice(8, 10))).toEqual(days);
});

test("reads a time that began days before the range", () => {
  const text = calendar(...event("DTSTART:20251222T090000Z", "DURATION:P10D", "RRULE:FREQ=WEEKLY"));
  expect(times(text).map(([from]) => from?.slice(5, 13))).toEqual(["12-29T09", "01-05T09"]);
});

test("reads exceptions of a series without its first event", () => {
  expect(times(calendar(...moved("07", "12"), ...moved("08", "09"))).map(([from]) => from)).toEqual([
    "2026-01-07T12:00:00.000Z",
    "2026-01-08T09:00:00.000Z",
  ]);
});
