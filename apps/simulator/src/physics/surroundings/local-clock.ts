import { createWallClock } from "@verandah/time/wall-clock.ts";

export interface LocalTime {
  /** Sunday is 0. */
  weekday: number;
  /** Hour of the day with its fraction, 0 to 24. */
  hour: number;
  dayOfYear: number;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** A function from an instant to the local time of an IANA zone; the offset is looked up once per quarter of an hour. */
export function createLocalClock(timeZone: string): (atMs: number) => LocalTime {
  const { offsetMs } = createWallClock(timeZone);
  let cachedQuarter = Number.NaN;
  let cachedOffsetMs = 0;
  return (atMs) => {
    const quarter = Math.floor(atMs / (HOUR_MS / 4));
    if (quarter !== cachedQuarter) {
      cachedOffsetMs = offsetMs(atMs);
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
