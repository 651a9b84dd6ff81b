export interface LocalTime {
  /** Sunday is 0. */
  weekday: number;
  /** Hour of the day with its fraction, 0 to 24. */
  hour: number;
  dayOfYear: number;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** How far the zone's clock is ahead of UTC at an instant, ms. */
function offsetMs(format: Intl.DateTimeFormat, atMs: number): number {
  const part: Record<string, number> = {};
  for (const { type, value } of format.formatToParts(atMs)) part[type] = Number(value);
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part;
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(atMs / 1000) * 1000;
}

/** A function from an instant to the local time of an IANA zone; the offset is looked up once per quarter of an hour. */
export function createLocalClock(timeZone: string): (atMs: number) => LocalTime {
  const format = new Intl.DateTimeFormat("en-GB", {
    timeZone,
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  });
  let cachedQuarter = Number.NaN;
  let cachedOffsetMs = 0;
  return (atMs) => {
    const quarter = Math.floor(atMs / (HOUR_MS / 4));
    if (quarter !== cachedQuarter) {
      cachedOffsetMs = offsetMs(format, atMs);
      cachedQuarter = quarter;
    }
    const localMs = atMs + cachedOffsetMs;
    const local = new Date(localMs);
    return {
      weekday: local.getUTCDay(),
      hour: (((localMs % DAY_MS) + DAY_MS) % DAY_MS) / HOUR_MS,
      dayOfYear: Math.floor((localMs - Date.UTC(local.getUTCFullYear(), 0, 1)) / DAY_MS) + 1,
    };
  };
}
