const DAY_MS = 86_400_000;
/** Days whose offsets a clock keeps. */
const KEPT_DAYS_MAX = 10_000;

/** Converts between instants and the local time of one place. Days are `2026-01-05`, times `08:30`. */
export interface WallClock {
  /** Difference to UTC at an instant, ms; positive east of Greenwich. */
  offsetMs: (atMs: number) => number;
  /** The local time at an instant. */
  read: (at: Date | number) => { day: string; time: string };
  /**
   * The instant of a local time. A local time that a clock change skips has the offset before the change. A local time that occurs twice
   * means the first one. Source: RFC 5545 §3.3.5.
   */
  instantOf: (day: string, time: string) => Date;
}

const clocks = new Map<string, WallClock>();

/** The clock of an IANA time zone, the same one for each caller. @throws RangeError for an unknown zone */
export function createWallClock(timeZone: string): WallClock {
  const clock = clocks.get(timeZone) ?? openWallClock(timeZone);
  clocks.set(timeZone, clock);
  return clock;
}

function openWallClock(timeZone: string): WallClock {
  const format = new Intl.DateTimeFormat("en-CA", {
    timeZone,
    hourCycle: "h23",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
  });

  /** The offsets at midnights of UTC, by their day since 1970: reading one from `Intl` takes 20 µs. */
  const offsets = new Map<number, number>();

  function readOffset(atMs: number): number {
    const { year, month, day, hour, minute, second }: Partial<Record<Intl.DateTimeFormatPartTypes, string>> =
      Object.fromEntries(format.formatToParts(atMs).map(({ type, value }) => [type, value]));
    const shownMs = Date.UTC(
      Number(year),
      Number(month) - 1,
      Number(day),
      Number(hour),
      Number(minute),
      Number(second),
    );
    return shownMs - Math.floor(atMs / 1_000) * 1_000;
  }

  function offsetAtMidnight(day: number): number {
    const offset = offsets.get(day) ?? readOffset(day * DAY_MS);
    if (offsets.size >= KEPT_DAYS_MAX) offsets.clear();
    offsets.set(day, offset);
    return offset;
  }

  /** No zone changes its clock twice in a day. */
  function offsetMs(atMs: number): number {
    const day = Math.floor(atMs / DAY_MS);
    const offset = offsetAtMidnight(day);
    return offset === offsetAtMidnight(day + 1) ? offset : readOffset(atMs);
  }

  return {
    offsetMs,
    read(at) {
      const local = new Date(Number(at) + offsetMs(Number(at))).toISOString();
      return { day: local.slice(0, 10), time: local.slice(11, 16) };
    },
    instantOf: (day, time) => new Date(instantOfWall(Date.parse(`${day}T${time}Z`), offsetMs)),
  };
}

/** The instant of a local time, ms, as `WallClock.instantOf`. `wallMs` is the local time as if it were in UTC. */
export function instantOfWall(wallMs: number, offsetMs: WallClock["offsetMs"]): number {
  const [before, after] = [offsetMs(wallMs - DAY_MS), offsetMs(wallMs + DAY_MS)];
  const fits = [before, after].filter((offset) => offsetMs(wallMs - offset) === offset);
  return wallMs - Math.max(...(fits.length > 0 ? fits : [before]));
}

/** The day after `days` days. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
}

/** Sunday is 0. */
export const weekdayOf = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay();
