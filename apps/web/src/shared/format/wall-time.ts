/** What a clock on the wall of `timeZone` shows at an instant, to the minute, as a date field takes it: `2026-01-05T09:12`. */
export function wallTime(instantMs: number, timeZone: string): string {
  const parts = new Intl.DateTimeFormat("en-CA", {
    timeZone,
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  }).formatToParts(instantMs);
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((one) => one.type === type)?.value ?? "";
  return `${part("year")}-${part("month")}-${part("day")}T${part("hour")}:${part("minute")}`;
}

/** The last time that a date field takes; what has more digits in its year is no wall time. */
export const WALL_TIME_MAX = "9999-12-31T23:59";

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
  const offsetMs = (at: number) =>
    Date.parse(`${wallTime(at, timeZone)}Z`) - Math.floor(at / 60_000) * 60_000;
  // The second look corrects a guess that fell on the other side of a change of the clocks.
  const guessMs = asUtcMs - offsetMs(asUtcMs);
  const atMs = Number.isNaN(guessMs) ? guessMs : asUtcMs - offsetMs(guessMs);
  if (Number.isNaN(atMs)) return undefined;
  const instant = new Date(atMs).toISOString();
  return hasFourDigitYear(instant) ? instant : undefined;
}
