import { EVENING } from "@verandah/contract/home.ts";
import { addDays, createWallClock } from "@verandah/time/wall-clock.ts";

const HOUR_MS = 3_600_000;
const MORNING = "06:00";

export const commonRangeNames = ["night", "today", "yesterday", "day", "week", "month"] as const;
type CommonRange = (typeof commonRangeNames)[number];

/**
 * The time ranges that people ask for most, by the days of a time zone: the night until 06:00, today, yesterday, the last 24 hours, the
 * last 7 days and the whole month before this one.
 */
export function commonRange(
  name: CommonRange,
  nowMs: number,
  timeZone: string,
): { from: string; to: string } {
  const clock = createWallClock(timeZone);
  const at = (day: string, time = "00:00") => clock.instantOf(day, time).toISOString();
  const ago = (hours: number) => new Date(nowMs - hours * HOUR_MS).toISOString();
  const today = clock.read(nowMs).day;
  const yesterday = addDays(today, -1);
  const thisMonth = `${today.slice(0, 7)}-01`;
  const now = ago(0);
  const morning = at(today, MORNING);
  const ranges: Record<CommonRange, { from: string; to: string }> = {
    night: { from: at(yesterday, EVENING), to: now < morning ? now : morning },
    today: { from: at(today), to: now },
    yesterday: { from: at(yesterday), to: at(today) },
    day: { from: ago(24), to: now },
    week: { from: ago(7 * 24), to: now },
    month: { from: at(`${addDays(thisMonth, -1).slice(0, 7)}-01`), to: at(thisMonth) },
  };
  return ranges[name];
}
