import { createWallClock } from "@verandah/time/wall-clock.ts";

import { readIcal } from "#features/room-calendars/calendars/read-ical.ts";

export const clock = createWallClock("Asia/Kolkata");
export const week = { from: new Date("2026-01-05T00:00:00Z"), to: new Date("2026-01-12T00:00:00Z") };
export const calendar = (...lines: string[]) =>
  ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Test//EN", ...lines, "END:VCALENDAR"].join("\r\n");
export const event = (...lines: string[]) => [
  "BEGIN:VEVENT",
  "UID:a",
  "DTSTAMP:20260101T000000Z",
  ...lines,
  "END:VEVENT",
];
export const times = (text: string) =>
  readIcal(text, week, clock).entries.map(({ from, to }) => [from.toISOString(), to.toISOString()]);

export const atTen = (zone: string) =>
  event(`DTSTART;TZID=${zone}:20260105T100000`, `DTEND;TZID=${zone}:20260105T110000`);

/** The starts that a calendar program reads in a text. */
export const startsOf = (text: string, range: { from: Date; to: Date }) =>
  readIcal(text, range, createWallClock("UTC")).entries.map(({ from }) => from.toISOString());
