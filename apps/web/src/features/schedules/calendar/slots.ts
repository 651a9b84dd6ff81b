import { wallTime } from "#shared/format/wall-time.ts";

const STEP_MS = 15 * 60_000;

/** A stretch of the calendar as it was chosen: `2026-01-05T09:00`. */
export interface Slot {
  start: string;
  end: string;
}

/** An end at midnight becomes 23:59 of the day before. Source: spec 1 §4 Schedule lifecycle. */
export function withoutMidnight({ start, end }: Slot): Slot {
  if (!end.endsWith("T00:00")) return { start, end };
  const before = new Date(Date.parse(`${end}Z`) - 60_000).toISOString().slice(0, 16);
  return { start, end: before };
}

/** The next hour from a quarter of an hour on that is far enough ahead. */
export function nextSlot(nowMs: number, timeZone: string): Slot {
  const startMs = (Math.floor(nowMs / STEP_MS) + 2) * STEP_MS;
  return withoutMidnight({
    start: wallTime(startMs, timeZone),
    end: wallTime(startMs + 4 * STEP_MS, timeZone),
  });
}

/** The slot of a day that was chosen as a whole: from 9 to 10, later today the next hour. */
export function slotOfDay(day: string, nowMs: number, timeZone: string): Slot {
  const next = nextSlot(nowMs, timeZone);
  const office = { start: `${day}T09:00`, end: `${day}T10:00` };
  return next.start.startsWith(day) && next.start > office.start ? next : office;
}
