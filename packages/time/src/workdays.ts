import { weekdayOf } from "./wall-clock.ts";

/** Whether a day is from Monday to Friday and no holiday. */
export function createIsWorkday(holidays: readonly string[]): (day: string) => boolean {
  const free = new Set(holidays);
  return (day) => weekdayOf(day) >= 1 && weekdayOf(day) <= 5 && !free.has(day);
}
