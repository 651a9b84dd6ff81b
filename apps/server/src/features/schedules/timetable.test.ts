import { expect, test } from "vitest";

import {
  createTimetable,
  type OneTime,
  type PlannedEvent,
  type Rules,
  type SpecialDay,
} from "./timetable.ts";

const week = [1, 2, 3, 4, 5];
const office = { timeData: [{ ON: "08:00", OFF: "18:00" }], weekData: week, setbackCelsius: null };

const rules = (change: Partial<Rules> = {}): Rules => ({
  timeZone: "Asia/Kolkata",
  weekly: office,
  groups: [],
  oneTime: [],
  days: [],
  ...change,
});

const oneTime = (change: Partial<OneTime> & { startsAt: Date; endsAt: Date }): OneTime => ({
  id: 5,
  title: "Party",
  zoneIds: [10],
  percent: 100,
  isForBooking: false,
  ...change,
});

const holiday = (day: string, change: Partial<SpecialDay> = {}): SpecialDay => ({
  id: 3,
  day,
  kind: "holiday",
  name: "Pongal",
  timeData: [],
  ...change,
});

const unit = { zoneIds: [10, 11], groupId: null as number | null };
const elsewhere = { ...unit, zoneIds: [20] };
const ist = (text: string) => new Date(`${text}:00+05:30`);

/** Events in a range, as `action kind at` in UTC. */
const eventsOf = (of: Rules, from: Date, to: Date) =>
  createTimetable(of)
    .listEvents(from, to)
    .map((event) => `${event.action} ${event.kind} ${event.at.toISOString()}`);

const isOn = (of: Rules, at: Date, of_ = unit) => {
  const { percent } = createTimetable(of).decide(of_, at);
  return percent === undefined ? undefined : percent > 0;
};

/** The effect of an event at an instant on a unit of each floor; null where it does not switch the unit. */
function effects(
  of: Rules,
  at: Date,
): Record<string, { first: unknown; second: unknown; by: string | undefined }> {
  const timetable = createTimetable(of);
  const events = timetable.listEvents(new Date(at.getTime() - 1), at);
  const effectOn = (event: PlannedEvent, one: typeof unit) => {
    const { writes } = timetable.effectOf(event, [one]);
    const [write] = writes;
    if (!write) return null;
    const { percent } = write.after;
    return percent === undefined ? "released" : percent > 0;
  };
  return Object.fromEntries(
    events.map((event) => [
      `${event.action} ${event.kind}`,
      {
        first: effectOn(event, unit),
        second: effectOn(event, elsewhere),
        by: timetable.effectOf(event, [unit, elsewhere]).overriddenBy,
      },
    ]),
  );
}

test("the default switches on and off on its weekdays, in the building's time zone", () => {
  expect(eventsOf(rules(), ist("2026-01-02T00:00"), ist("2026-01-06T00:00"))).toEqual([
    "on default 2026-01-02T02:30:00.000Z",
    "off default 2026-01-02T12:30:00.000Z",
    "on default 2026-01-05T02:30:00.000Z",
    "off default 2026-01-05T12:30:00.000Z",
  ]);
  expect(isOn(rules(), ist("2026-01-05T07:59"))).toBe(false);
  expect(isOn(rules(), ist("2026-01-05T08:00"))).toBe(true);
  expect(isOn(rules(), ist("2026-01-05T17:59"))).toBe(true);
  expect(isOn(rules(), ist("2026-01-05T18:00"))).toBe(false);
  expect(isOn(rules(), ist("2026-01-04T12:00"))).toBe(false);
});

test("consecutive times switch nothing between them", () => {
  const weekly = {
    timeData: [
      { ON: "08:00", OFF: "12:00" },
      { ON: "12:00", OFF: "18:00" },
    ],
    weekData: week,
    setbackCelsius: null,
  };
  expect(eventsOf(rules({ weekly }), ist("2026-01-05T00:00"), ist("2026-01-06T00:00"))).toEqual([
    "on default 2026-01-05T02:30:00.000Z",
    "off default 2026-01-05T12:30:00.000Z",
  ]);
});

const wholeDay = [{ ON: "00:00", OFF: "23:59" }];

test("an end at 23:59 is the end of the day: a default that is on all day switches nothing at night", () => {
  const weekly = { ...office, timeData: wholeDay };
  const of = rules({ weekly });
  expect(eventsOf(of, ist("2026-01-04T12:00"), ist("2026-01-10T12:00"))).toEqual([
    "on default 2026-01-04T18:30:00.000Z",
    "off default 2026-01-09T18:30:00.000Z",
  ]);
  expect(isOn(of, new Date("2026-01-05T23:59:59+05:30"))).toBe(true);
  const withHoliday = rules({ weekly, days: [holiday("2026-01-06")] });
  expect(effects(withHoliday, ist("2026-01-06T00:00"))).toEqual({
    "off holiday": { first: false, second: false, by: undefined },
  });
  expect(effects(withHoliday, ist("2026-01-07T00:00"))).toEqual({
    "end holiday": { first: true, second: true, by: undefined },
  });
});

test("an exception until 23:59 ends with its day", () => {
  const timeData = [{ ON: "20:00", OFF: "23:59" }];
  const of = rules({ days: [holiday("2026-01-05", { kind: "exception", timeData })] });
  expect(eventsOf(of, ist("2026-01-05T19:00"), ist("2026-01-06T07:00"))).toEqual([
    "on exception 2026-01-05T14:30:00.000Z",
    "end exception 2026-01-05T18:30:00.000Z",
  ]);
  expect(effects(of, ist("2026-01-06T00:00"))["end exception"]).toMatchObject({ first: false });
});

test("excludes the start of the range and includes its end", () => {
  const at = ist("2026-01-05T08:00");
  expect(eventsOf(rules(), at, new Date(at.getTime() + 1))).toEqual([]);
  expect(eventsOf(rules(), new Date(at.getTime() - 1), at)).toHaveLength(1);
});

test("a one-time schedule overrides the default in its zones only, until its end", () => {
  const of = rules({
    oneTime: [oneTime({ startsAt: ist("2026-01-05T17:00"), endsAt: ist("2026-01-05T22:00") })],
  });
  expect(effects(of, ist("2026-01-05T17:00"))).toEqual({
    "on schedule": { first: true, second: null, by: undefined },
  });
  expect(effects(of, ist("2026-01-05T18:00"))).toEqual({
    "off default": { first: null, second: false, by: "Party" },
  });
  expect(effects(of, ist("2026-01-05T22:00"))).toEqual({
    "end schedule": { first: false, second: null, by: undefined },
  });
});

test("the end of a one-time schedule that switches off applies the default's on", () => {
  const off = oneTime({ percent: 0, startsAt: ist("2026-01-05T10:00"), endsAt: ist("2026-01-05T11:00") });
  const of = rules({ oneTime: [off] });
  expect(effects(of, ist("2026-01-05T10:00"))["off schedule"]?.first).toBe(false);
  expect(effects(of, ist("2026-01-05T11:00"))["end schedule"]?.first).toBe(true);
});

test("without a default the end of a schedule releases the unit", () => {
  const of = rules({
    weekly: undefined,
    oneTime: [oneTime({ startsAt: ist("2026-01-05T10:00"), endsAt: ist("2026-01-05T11:00") })],
  });
  expect(effects(of, ist("2026-01-05T11:00"))).toEqual({
    "end schedule": { first: "released", second: null, by: undefined },
  });
});

test("switches each unit once when a schedule ends and the default starts at the same instant", () => {
  const of = rules({
    oneTime: [oneTime({ startsAt: ist("2026-01-05T07:00"), endsAt: ist("2026-01-05T08:00") })],
  });
  expect(effects(of, ist("2026-01-05T08:00"))).toEqual({
    "end schedule": { first: true, second: null, by: undefined },
    "on default": { first: null, second: true, by: "Party" },
  });
});

test("of two one-time schedules the one created later applies, whichever begins or ends first", () => {
  const older = oneTime({
    id: 5,
    title: "Older",
    startsAt: ist("2026-01-05T11:00"),
    endsAt: ist("2026-01-05T13:00"),
  });
  const newer = oneTime({
    id: 6,
    title: "Newer",
    percent: 0,
    startsAt: ist("2026-01-05T10:00"),
    endsAt: ist("2026-01-05T12:00"),
  });
  const of = rules({ oneTime: [older, newer] });
  expect(effects(of, ist("2026-01-05T11:00"))["on schedule"]).toMatchObject({ first: null, by: "Newer" });
  expect(effects(of, ist("2026-01-05T12:00"))["end schedule"]?.first).toBe(true);
  expect(effects(of, ist("2026-01-05T13:00"))["end schedule"]?.first).toBe(true);
});

test("neither the default nor a one-time schedule switches on during a holiday", () => {
  const of = rules({
    days: [holiday("2026-01-05")],
    oneTime: [oneTime({ startsAt: ist("2026-01-05T10:00"), endsAt: ist("2026-01-05T11:00") })],
  });
  expect(effects(of, ist("2026-01-05T08:00"))["on default"]).toEqual({
    first: null,
    second: null,
    by: "Pongal",
  });
  expect(effects(of, ist("2026-01-05T10:00"))["on schedule"]).toMatchObject({ first: null, by: "Pongal" });
  expect(isOn(of, ist("2026-01-05T10:30"))).toBe(false);
  expect(isOn(of, ist("2026-01-06T10:30"))).toBe(true);
});

test("a schedule over midnight pauses for a holiday and continues after it", () => {
  const of = rules({
    days: [holiday("2026-01-06")],
    oneTime: [oneTime({ startsAt: ist("2026-01-05T22:00"), endsAt: ist("2026-01-07T02:00") })],
  });
  expect(effects(of, ist("2026-01-06T00:00"))).toEqual({
    "off holiday": { first: false, second: null, by: undefined },
  });
  expect(effects(of, ist("2026-01-07T00:00"))).toEqual({
    "end holiday": { first: true, second: null, by: undefined },
  });
});

test("an exception has its own times", () => {
  const exception = holiday("2026-01-05", {
    kind: "exception",
    name: "Half day",
    timeData: [{ ON: "09:00", OFF: "13:00" }],
  });
  const of = rules({ days: [exception] });
  expect(effects(of, ist("2026-01-05T08:00"))["on default"]).toMatchObject({ first: null, by: "Half day" });
  expect(effects(of, ist("2026-01-05T09:00"))["on exception"]).toMatchObject({ first: true, second: true });
  expect(effects(of, ist("2026-01-05T13:00"))["off exception"]).toMatchObject({
    first: false,
    second: false,
  });
});

test("an exception that is on at midnight follows a holiday", () => {
  const of = rules({
    days: [
      holiday("2026-01-05", { id: 9 }),
      holiday("2026-01-06", { id: 2, kind: "exception", timeData: [{ ON: "00:00", OFF: "06:00" }] }),
    ],
  });
  expect(effects(of, ist("2026-01-06T00:00"))["on exception"]).toMatchObject({ first: true, second: true });
});

test("times that end at the start of a special day switch once", () => {
  const times = [{ ON: "00:00", OFF: "06:00" }];
  const of = rules({ days: [holiday("2026-01-04", { kind: "exception", timeData: times })] });
  expect(eventsOf(of, ist("2026-01-03T12:00"), ist("2026-01-05T06:00"))).toEqual([
    "on exception 2026-01-03T18:30:00.000Z",
    "off exception 2026-01-04T00:30:00.000Z",
    "end exception 2026-01-04T18:30:00.000Z",
  ]);
});

test("names the rule that overrides an event at the first unit", () => {
  const times = { startsAt: ist("2026-01-05T07:00"), endsAt: ist("2026-01-05T09:00") };
  const of = rules({
    oneTime: [oneTime(times), oneTime({ ...times, id: 6, title: "Meeting", zoneIds: [20] })],
  });
  expect(effects(of, ist("2026-01-05T08:00"))["on default"]).toEqual({
    first: null,
    second: null,
    by: "Party",
  });
});

test("when the clocks go forward, a time within the gap moves after it", () => {
  const night = { timeData: [{ ON: "01:00", OFF: "02:30" }], weekData: [0], setbackCelsius: null };
  const of = rules({ timeZone: "Europe/Berlin", weekly: night });
  expect(eventsOf(of, new Date("2026-03-28T00:00Z"), new Date("2026-03-30T00:00Z"))).toEqual([
    "on default 2026-03-29T00:00:00.000Z",
    "off default 2026-03-29T01:30:00.000Z",
  ]);
});

test("leaves out times that are entirely within the gap", () => {
  const night = { timeData: [{ ON: "02:30", OFF: "03:00" }], weekData: [0], setbackCelsius: null };
  const of = rules({ timeZone: "Europe/Berlin", weekly: night });
  expect(eventsOf(of, new Date("2026-03-28T00:00Z"), new Date("2026-03-30T00:00Z"))).toEqual([]);
});

test("a repeated hour switches only the first time", () => {
  const night = { timeData: [{ ON: "01:30", OFF: "02:30" }], weekData: [0], setbackCelsius: null };
  const of = rules({ timeZone: "Europe/Berlin", weekly: night });
  expect(eventsOf(of, new Date("2026-10-24T00:00Z"), new Date("2026-10-26T00:00Z"))).toEqual([
    "on default 2026-10-24T23:30:00.000Z",
    "off default 2026-10-25T00:30:00.000Z",
  ]);
  expect(isOn(of, new Date("2026-10-25T01:00:00Z"))).toBe(false);
});

test("the same wall time is another instant before and after the clocks change", () => {
  const of = rules({ timeZone: "Europe/Berlin", weekly: { ...office, weekData: [0, 1, 2, 3, 4, 5, 6] } });
  expect(eventsOf(of, new Date("2026-03-28T00:00Z"), new Date("2026-03-30T00:00Z"))).toEqual([
    "on default 2026-03-28T07:00:00.000Z",
    "off default 2026-03-28T17:00:00.000Z",
    "on default 2026-03-29T06:00:00.000Z",
    "off default 2026-03-29T16:00:00.000Z",
  ]);
});

test("a unit of a group follows its group's times in place of the default", () => {
  const timeData = [{ ON: "20:00", OFF: "22:00" }];
  const night = { id: 7, name: "Night", timeData, weekData: [1], setbackCelsius: null };
  const of = rules({ groups: [night] });
  const member = { ...unit, groupId: 7 };
  const noon = new Date("2026-01-05T12:00:00+05:30");
  const evening = new Date("2026-01-05T21:00:00+05:30");
  expect([noon, evening].map((at) => [isOn(of, at), isOn(of, at, member)])).toEqual([
    [true, false],
    [false, true],
  ]);
  const [on] = createTimetable(of)
    .listEvents(noon, evening)
    .filter(({ action }) => action === "on");
  expect(on).toMatchObject({ kind: "group", sourceId: 7, name: "Night" });
  expect(on && createTimetable(of).effectOf(on, [unit, member]).writes).toMatchObject([
    { unit: member, after: { percent: 100 } },
  ]);
});

test("outside its hours a week may hold a setback in place of off, but not on a holiday", () => {
  const halfDay = { kind: "exception", timeData: [{ ON: "09:00", OFF: "13:00" }] } as const;
  const of = rules({
    weekly: { ...office, setbackCelsius: 28 },
    days: [holiday("2026-01-06"), holiday("2026-01-07", { id: 4, ...halfDay })],
  });
  const setbackAt = (at: string) => createTimetable(of).decide(unit, ist(at)).setbackCelsius;
  expect(setbackAt("2026-01-05T12:00")).toBeNull();
  expect(setbackAt("2026-01-05T20:00")).toBe(28);
  expect(setbackAt("2026-01-06T20:00")).toBeNull();
  expect(setbackAt("2026-01-07T12:00")).toBeNull();
  expect(setbackAt("2026-01-07T20:00")).toBe(28);
  expect(eventsOf(of, ist("2026-01-05T12:00"), ist("2026-01-07T14:00"))).toEqual([
    "setback default 2026-01-05T12:30:00.000Z",
    "off holiday 2026-01-05T18:30:00.000Z",
    "on default 2026-01-06T02:30:00.000Z",
    "setback default 2026-01-06T12:30:00.000Z",
    "end holiday 2026-01-06T18:30:00.000Z",
    "off exception 2026-01-06T18:30:00.000Z",
    "on default 2026-01-07T02:30:00.000Z",
    "on exception 2026-01-07T03:30:00.000Z",
    "setback exception 2026-01-07T07:30:00.000Z",
  ]);
});
