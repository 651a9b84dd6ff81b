const DAY_MS = 86_400_000;

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

/** The clock of an IANA time zone. @throws RangeError for an unknown zone */
export function createWallClock(timeZone: string): WallClock {
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

  function partsAt(atMs: number): Partial<Record<Intl.DateTimeFormatPartTypes, string>> {
    return Object.fromEntries(format.formatToParts(atMs).map(({ type, value }) => [type, value]));
  }

  function offsetMs(atMs: number): number {
    const { year, month, day, hour, minute, second } = partsAt(atMs);
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

  return {
    offsetMs,
    read(at) {
      const { year = "", month, day, hour, minute } = partsAt(Number(at));
      return { day: `${year.padStart(4, "0")}-${month}-${day}`, time: `${hour}:${minute}` };
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
