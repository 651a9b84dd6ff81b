import { SCHEDULE_LEAD_MS } from "@verandah/contract/schedules/schedules.ts";

import { instantOfWallTime } from "#shared/format/wall-time.ts";

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
