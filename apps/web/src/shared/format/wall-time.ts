import { createWallClock } from "@verandah/time/wall-clock.ts";

/** What a clock on the wall of `timeZone` shows at an instant, to the minute, as a date field takes it: `2026-01-05T09:12`. */
export function wallTime(instantMs: number, timeZone: string): string {
  const { day, time } = createWallClock(timeZone).read(instantMs);
  return `${day}T${time}`;
}

/** The day of an instant in `timeZone`: `2026-01-05`. */
export const wallDay = (instantMs: number, timeZone: string): string =>
  createWallClock(timeZone).read(instantMs).day;

/** Whether a date, a time or an instant is of a year from 1000 to 9999. */
export const hasFourDigitYear = (text: string): boolean => /^[1-9]\d{3}-/.test(text);

/** Whether a date and time is one of the calendar: there is no 31st of February. */
function isOfCalendar(text: string, atMs: number): boolean {
  return !Number.isNaN(atMs) && new Date(atMs).toISOString().startsWith(text.slice(0, 10));
}

/**
 * The instant at which a wall clock of `timeZone` shows a time; undefined when the text is no time, or one that lies, there or in UTC,
 * outside of the years 1000 to 9999.
 */
export function instantOfWallTime(text: string, timeZone: string): string | undefined {
  const asUtcMs = Date.parse(`${text}Z`);
  if (!hasFourDigitYear(text) || !isOfCalendar(text, asUtcMs)) return undefined;
  const [day = "", time = ""] = text.split("T");
  const instant = createWallClock(timeZone).instantOf(day, time).toISOString();
  return hasFourDigitYear(instant) ? instant : undefined;
}
