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

/** The instant at which a wall clock of `timeZone` shows a time; undefined when the text is no time. */
export function instantOfWallTime(text: string, timeZone: string): string | undefined {
  const asUtcMs = Date.parse(`${text}Z`);
  if (Number.isNaN(asUtcMs)) return undefined;
  const offsetMs = (at: number) =>
    Date.parse(`${wallTime(at, timeZone)}Z`) - Math.floor(at / 60_000) * 60_000;
  // The second look corrects a guess that fell on the other side of a change of the clocks.
  const guessMs = asUtcMs - offsetMs(asUtcMs);
  return new Date(asUtcMs - offsetMs(guessMs)).toISOString();
}
