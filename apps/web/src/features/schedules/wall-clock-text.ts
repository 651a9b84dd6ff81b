import { SCHEDULE_LEAD_MS } from "@verandah/contract/schedules/schedules.ts";

import { instantOfWallTime } from "#shared/format/wall-time.ts";

import type { Slot } from "./calendar/slots.ts";

/** An end at midnight becomes 23:59 of the day before. Source: spec 1 §4 Schedule lifecycle. */
export function withoutMidnight({ start, end }: Slot): Slot {
  if (!end.endsWith("T00:00")) return { start, end };
  const before = new Date(Date.parse(`${end}Z`) - 60_000).toISOString().slice(0, 16);
  return { start, end: before };
}

/** Whether a wall time is not in the future. */
export function isPast(text: string, timeZone: string): boolean {
  return Date.parse(instantOfWallTime(text, timeZone) ?? "") <= Date.now();
}

/** Whether it is too late for something that begins (or, once it runs, ends) at an instant. */
export const isTooLate = (instant: string | Date): boolean =>
  Number(new Date(instant)) - Date.now() <= SCHEDULE_LEAD_MS;

/** One that runs may be deleted until it is about to end. Source: spec 2 §4 Schedule. */
export const isTooLateToDelete = ({ start, end }: { start: Date; end: Date }): boolean =>
  isTooLate(start.getTime() <= Date.now() ? end : start);
