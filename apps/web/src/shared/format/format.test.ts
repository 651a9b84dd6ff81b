import { i18n } from "@lingui/core";
import { expect, test, vi } from "vitest";

import { differenceText, numberText, quantity } from "./number.ts";
import { ageText, clockText, fieldDateText, fullText, momentText, readDate } from "./time.ts";

const now = Date.parse("2026-01-05T18:30:00.000Z");

test.each([
  [24.27, "degC", "24.3\u00a0°C"],
  [24, "°C", "24.0\u00a0°C"],
  [1_040.4, "ppm", "1,040\u00a0ppm"],
  [48.6, "percentRh", "49\u00a0%"],
  [120_500, "lux", "1,20,500\u00a0lx"],
  [0.0124, "second", "12\u00a0ms"],
  [0.4, "s", "400\u00a0ms"],
  [0, "second", "0.0\u00a0s"],
  [1.25, "second", "1.3\u00a0s"],
  [-5, "second", "-5.0\u00a0s"],
  [1, "none", "1"],
  [3, "furlong", "3\u00a0furlong"],
  [999_999_999_999_999, "ppm", "99,99,99,99,99,99,999\u00a0ppm"],
  [4.6e254, "percent", "4.6E254\u00a0%"],
  [-4.6e253, "degC", "-4.6E253\u00a0°C"],
])("%d %s reads %s", (value, unit, text) => {
  i18n.activate("en");
  expect(quantity(value, unit)).toBe(text);
});

test.each([
  [["en-IN", "en"], "en", "1,23,454"],
  [["en-US", "en"], "en", "123,454"],
  [["fr-FR", "en-GB"], "en", "123,454"],
  [["en"], "en", "1,23,454"],
  [["hi-IN", "en-US"], "hi", "1,23,454"],
  [["en-US"], "hi", "1,23,454"],
])("a browser with %j shows 123454 in %s as %s", (languages, language, text) => {
  vi.spyOn(navigator, "languages", "get").mockReturnValue(languages);
  i18n.loadAndActivate({ locale: language, messages: {} });
  expect(numberText(123_454)).toBe(text);
  vi.restoreAllMocks();
});

test.each([
  [1.6, "1.6"],
  [-1.03, "1.03"],
  [1.004, "1.004"],
  [0.4, "0.4"],
])("a difference of %d, of which 1 is tolerated, reads %s", (difference, text) => {
  expect(differenceText(difference, 1)).toBe(text);
});

test.each([
  [0, "0 s ago"],
  [59_999, "59 s ago"],
  [60_000, "1 min ago"],
  [3_599_999, "59 min ago"],
  [3_600_000, "1 h ago"],
  [86_399_999, "23 h ago"],
  [86_400_000, "1 day ago"],
  [172_800_000, "2 days ago"],
])("an age of %d ms reads '%s'", (ageMs, text) => {
  expect(ageText(now - ageMs, now)).toBe(text);
});

test("an instant from a clock ahead of ours is not in the future", () => {
  expect(ageText(now + 5_000, now)).toBe("0 s ago");
});

test("times are those of the campus's zone", () => {
  expect(clockText(now, "Asia/Kolkata")).toBe("00:00:00");
  expect(clockText(now, "Europe/Berlin")).toBe("19:30:00");
});

test("an instant of another day has its date", () => {
  expect(momentText("2026-01-05T18:31:00.000Z", now, "Asia/Kolkata")).toBe("00:01");
  expect(momentText("2026-01-05T18:29:00.000Z", now, "Asia/Kolkata")).toBe("5 Jan, 23:59");
});

test("an instant in full has day, year and time in the campus's zone", () => {
  expect(fullText("2026-01-05T18:31:00.000Z", "Asia/Kolkata")).toBe("6 Jan 2026, 00:01");
});

const days = Array.from({ length: 12 }, (_, month) => `2026-${String(month + 1).padStart(2, "0")}-05T09:30`);

test.each(["en", "hi", "kn"])("a date is read as it is shown in %s", (locale) => {
  i18n.loadAndActivate({ locale, messages: {} });
  expect(days.map((day) => readDate(fieldDateText(day, true), true))).toEqual(days);
  expect(days.map((day) => readDate(fieldDateText(day.slice(0, 10), false), false))).toEqual(
    days.map((day) => day.slice(0, 10)),
  );
});

test.each([
  ["2026-01-05T09:30", "2026-01-05T09:30"],
  ["2026-01-05 9:30", "2026-01-05T09:30"],
  ["5/1/2026 09:30", "2026-01-05T09:30"],
  ["5 january 2026 09:30", "2026-01-05T09:30"],
  ["5 Sep 2026, 23:59", "2026-09-05T23:59"],
  ["5 Jan 2026", undefined],
  ["5 Jan 2026, 9:30 pm", undefined],
  ["31 Feb 2026, 09:30", undefined],
  ["5 Jan 26, 09:30", undefined],
  ["5 Jan 2026, 24:00", undefined],
  ["5 Jan 2026, 09:3", undefined],
  ["0001-01-05T09:30", undefined],
  ["५/१/२०२६ ०९:३०", "2026-01-05T09:30"],
  ["೫ Jan ೨೦೨೬, ೦೯:೩೦", "2026-01-05T09:30"],
])("'%s' is read as %s", (text, date) => {
  i18n.activate("en");
  expect(readDate(text, true)).toBe(date);
});
