import { expect, test } from "vitest";

import { atTen, calendar, clock, event, times, week } from "../../../testing/ical-texts.ts";
import { ENTRIES_MAX } from "./outside-calendar.ts";
import { readIcal } from "./read-ical.ts";

test.each(["", "<html></html>", "BEGIN:VEVENT\r\nEND:VEVENT"])("refuses %j", (text) => {
  expect(() => readIcal(text, week, clock)).toThrow("There is no calendar");
});

const nine = ["DTSTART:20260105T090000Z", "DTEND:20260105T100000Z"];
const good = event("SUMMARY:Good", ...nine);

const bad = (title: string, ...lines: string[]) => event(`SUMMARY:${title}`, ...lines);

test("reads the entries beside those that cannot be read, and lists these with the reason", () => {
  const text = calendar(
    ...bad("No start"),
    ...bad("No date", "DTSTART:SOON"),
    ...bad("Thirteenth month", "DTSTART:20261301T090000Z"),
    ...bad("Semicolons", "DTSTART;;VALUE=DATE-TIME:20260105T090000"),
    ...bad("Backwards", "DTSTART:20260105T090000Z", "DTEND:20260105T080000Z"),
    ...bad("Before", "DTSTART:20260105T090000Z", "DURATION:-PT1H"),
    ...bad("For ever", "DTSTART:20260105T090000Z", "DURATION:P99999999W"),
    ...bad("No rule", ...nine, "RRULE:RRULE:x;FREQ=DAILY"),
    ...bad("Lunar", ...nine, "RRULE:RSCALE=CHINESE;FREQ=YEARLY"),
    ...bad("Nowhere", "DTSTART;TZID=Moon/Base:20260105T090000"),
    ...bad("Each second", ...nine, "RRULE:FREQ=SECONDLY"),
    "BEGIN:VEVENT",
    "SUMMARY:No end",
    ...good,
  );
  const { entries, skipped, isWhole } = readIcal(text, week, clock);
  expect(entries.map(({ title }) => title)).toEqual(["Good"]);
  expect(isWhole).toBe(true);
  expect(skipped.map(({ title, reason, detail }) => [title, reason, detail])).toEqual([
    ["No start", "no-start", ""],
    ["No date", "bad-time", ""],
    ["Thirteenth month", "bad-time", ""],
    ["Semicolons", "bad-time", ""],
    ["Backwards", "bad-length", ""],
    ["Before", "bad-length", ""],
    ["For ever", "bad-length", ""],
    ["Nowhere", "unknown-zone", "Moon/Base"],
    ["No end", "cut-off", ""],
    ["No rule", "bad-rule", ""],
    ["Lunar", "bad-rule", ""],
    ["Each second", "too-often", ""],
  ]);
});

test("a feed of many repeating entries returns the first of them, and one more than take the room", () => {
  const hourly = Array.from({ length: 60 }, (_entry, n) =>
    event(...nine, "RRULE:FREQ=HOURLY").map((line) => (line === "UID:a" ? `UID:${n}` : line)),
  );
  const { entries, skipped } = readIcal(calendar(...hourly.flat()), week, clock);
  expect(skipped).toEqual([]);
  expect(entries).toHaveLength(ENTRIES_MAX + 1);
  expect(new Set(entries.slice(0, 60).map(({ from }) => from.getTime())).size).toBe(1);
});

test("reads a calendar without its end, and reports that", () => {
  const text = calendar(...good, ...event("SUMMARY:Half", ...nine))
    .split("DTEND")
    .slice(0, 2)
    .join("DTEND");
  expect(readIcal(text, week, clock)).toMatchObject({
    entries: [{ title: "Good" }],
    isWhole: false,
    skipped: [
      { title: "", reason: "cut-off" },
      { title: "Half", reason: "cut-off" },
    ],
  });
});

test("reads several calendars of one answer, also after a byte order mark, spaces and empty lines", () => {
  const text = `\uFEFF   ${calendar(...good).replaceAll("\r\n", "\n\n")}\n\n${calendar(...event("UID:b", ...nine))}`;
  expect(times(text)).toHaveLength(2);
});

test.each([
  "FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30",
  "FREQ=MONTHLY;BYDAY=1TH;BYSETPOS=2",
  "FREQ=SECONDLY;BYMONTH=2;BYMONTHDAY=30",
])("a rule that has no time leaves the other entries: %s", (rule) => {
  expect(times(calendar(...event(...nine, `RRULE:${rule}`), ...event("UID:b", ...nine)))).toHaveLength(1);
});

test("a rule without a time in the definition of a zone leaves the other entries", () => {
  const zone = [
    "BEGIN:VTIMEZONE",
    "TZID:Local",
    "BEGIN:STANDARD",
    "DTSTART:19701025T030000",
    "TZOFFSETFROM:+0100",
  ];
  const rule = [
    "TZOFFSETTO:+0100",
    "RRULE:FREQ=SECONDLY;BYMONTH=2;BYMONTHDAY=30",
    "END:STANDARD",
    "END:VTIMEZONE",
  ];
  expect(times(calendar(...zone, ...rule, ...atTen("Local"), ...event("UID:b", ...nine)))).toHaveLength(1);
});

test.each([
  ["W. Europe Standard Time", "09"],
  ["/mozilla.org/20070129_1/Europe/Berlin", "09"],
  ["posix/Europe/Berlin", "09"],
  ["UTC+01", "09"],
  ['"(GMT +01:00)"', "09"],
  ['"(UTC-05:00) Eastern Time (US & Canada)"', "15"],
  ['"(UTC+01:00) Amsterdam, Berlin, Bern"', "09"],
])("reads a time of a zone with the name %s", (zone, hour) => {
  expect(times(calendar(...atTen(zone))).map(([from]) => from?.slice(11, 13))).toEqual([hour]);
});

test("reads a zone whose definition has a rule with a count and an end", () => {
  const zone = [
    "BEGIN:VTIMEZONE",
    "TZID:Local",
    "BEGIN:STANDARD",
    "DTSTART:19790930T030000",
    "TZOFFSETFROM:+0200",
    "TZOFFSETTO:+0100",
    "RRULE:FREQ=YEARLY;UNTIL=19961027T030000;COUNT=17;BYDAY=-1SU;BYMONTH=9",
    "END:STANDARD",
    "BEGIN:STANDARD",
    "DTSTART:19971026T030000",
    "TZOFFSETFROM:+0200",
    "TZOFFSETTO:+0100",
    "RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10",
    "END:STANDARD",
    "BEGIN:DAYLIGHT",
    "DTSTART:19810329T020000",
    "TZOFFSETFROM:+0100",
    "TZOFFSETTO:+0200",
    "RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3",
    "END:DAYLIGHT",
    "END:VTIMEZONE",
  ];
  const spring = { from: new Date("2026-03-27T00:00:00Z"), to: new Date("2026-04-01T00:00:00Z") };
  const daily = event("DTSTART;TZID=Local:20260327T100000", "DURATION:PT1H", "RRULE:FREQ=DAILY;COUNT=4");
  const { entries } = readIcal(calendar(...zone, ...daily), spring, clock);
  expect(entries.map(({ from }) => from.toISOString().slice(5, 13))).toEqual([
    "03-27T09",
    "03-28T09",
    "03-29T08",
    "03-30T08",
  ]);
});

test.each([
  ["FREQ=DAILY;UNTIL=20260107T235959Z;COUNT=10", ["05", "06", "07"]],
  ["FREQ=DAILY;UNTIL=20260107T235959Z;COUNT=2", ["05", "06"]],
  ["FREQ=DAILY;UNTIL=20260107T235959Z;COUNT=-1", ["05", "06", "07"]],
  ["FREQ=DAILY;UNTIL=20260107", ["05", "06", "07"]],
  ["FREQ=WEEKLY;BYDAY=1FR", ["09"]],
])("reads the rule %s", (rule, days) => {
  expect(times(calendar(...event(...nine, `RRULE:${rule}`))).map(([from]) => from?.slice(8, 10))).toEqual(
    days,
  );
});

test.each([
  ["EXDATE;VALUE=DATE:20260107", ["05", "06", "08"]],
  ["EXDATE:20260107", ["05", "06", "08"]],
  ["EXRULE:FREQ=DAILY;INTERVAL=2", ["06", "08"]],
  ["EXDATE:not a time", ["05", "06", "07", "08"]],
])("leaves out the days of %s", (line, days) => {
  const text = calendar(...event(...nine, "RRULE:FREQ=DAILY;COUNT=4", line));
  expect(times(text).map(([from]) => from?.slice(8, 10))).toEqual(days);
});

test.each(["RECURRENCE-ID;TZID=W. Europe Standard Time:20260107T000000", "RECURRENCE-ID:20260106T183000Z"])(
  "moves a day of a series of whole days by %s",
  (original) => {
    const text = calendar(
      ...event("DTSTART;VALUE=DATE:20260106", "DTEND;VALUE=DATE:20260107", "RRULE:FREQ=DAILY;COUNT=3"),
      ...event(original, "DTSTART;VALUE=DATE:20260110", "DTEND;VALUE=DATE:20260111"),
    );
    expect(times(text).map(([, to]) => to?.slice(8, 10))).toEqual(["06", "08", "10"]);
  },
);

test("moves all later times of a series by a change of this time and the later ones", () => {
  const text = calendar(
    ...event(...nine, "RRULE:FREQ=DAILY;COUNT=4"),
    ...event(
      "RECURRENCE-ID;RANGE=THISANDFUTURE:20260107T090000Z",
      "DTSTART:20260107T120000Z",
      "DURATION:PT30M",
    ),
  );
  expect(times(text).map((range) => range.map((at) => at.slice(8, 16)))).toEqual([
    ["05T09:00", "05T10:00"],
    ["06T09:00", "06T10:00"],
    ["07T12:00", "07T12:30"],
    ["08T12:00", "08T12:30"],
  ]);
});

test("an entry without an end is its day, or takes no time", () => {
  expect(times(calendar(...event("DTSTART:20260105T090000Z")))).toEqual([]);
  expect(times(calendar(...event("DTSTART:20260106")))).toEqual([
    ["2026-01-05T18:30:00.000Z", "2026-01-06T18:30:00.000Z"],
  ]);
});

test.each([
  "X-MICROSOFT-CDO-BUSYSTATUS:FREE",
  "X-MICROSOFT-MSNCALENDAR-BUSYSTATUS:FREE",
  "TRANSP:TRANSPARENT",
])("an entry with %s takes no room", (line) => {
  expect(times(calendar(...event(...nine, line)))).toEqual([]);
});

test("a busy time of an organizer who intends it as free takes the room", () => {
  const lines = ["X-MICROSOFT-CDO-BUSYSTATUS:BUSY", "X-MICROSOFT-CDO-INTENDEDSTATUS:FREE"];
  expect(times(calendar(...event(...nine, ...lines)))).toHaveLength(1);
});

test("a private entry takes the room without its title", () => {
  const text = calendar(...event("SUMMARY:Salary", "CLASS:PRIVATE", ...nine));
  expect(readIcal(text, week, clock).entries).toMatchObject([{ title: "" }]);
});

const version = (sequence: number, hour: string) =>
  event(`SEQUENCE:${sequence}`, `DTSTART:20260105T${hour}0000Z`, "DURATION:PT1H");

test("of several versions of an entry the newest counts", () => {
  expect(
    times(calendar(...version(2, "10"), ...version(0, "09"))).map(([from]) => from?.slice(11, 13)),
  ).toEqual(["10"]);
});
