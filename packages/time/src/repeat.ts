import { addDays, type WallClock, weekdayOf } from "./wall-clock.ts";

/** A weekly repetition: its weekdays (Sunday is 0) and its last day. */
export interface WeeklyRepeat {
  weekdays: readonly number[];
  until: string;
}

export interface Span {
  start: Date;
  end: Date;
}

const DAY_MS = 86_400_000;

/**
 * The occurrences of a repeated span that touch a range, in order. Each has the local times of the first one. A day has no occurrence if a
 * clock change skips all of it.
 *
 * @param isSkipped days without a span
 */
export function repeatedSpans(
  first: Span & { repeat: WeeklyRepeat | null },
  clock: WallClock,
  range: { from: Date; to: Date },
  isSkipped: (day: string) => boolean = () => false,
): Span[] {
  const touches = ({ start, end }: Span) => end >= range.from && start <= range.to;
  const { repeat } = first;
  if (!repeat) return [first].filter(touches);
  const [begin, finish] = [clock.read(first.start), clock.read(first.end)];
  const spanDays = Math.round((Date.parse(finish.day) - Date.parse(begin.day)) / DAY_MS);
  const earliest = addDays(clock.read(range.from).day, -spanDays);
  const latest = clock.read(range.to).day;
  const spans: Span[] = [];
  for (
    let day = begin.day > earliest ? begin.day : earliest;
    day <= repeat.until && day <= latest;
    day = addDays(day, 1)
  ) {
    if (!repeat.weekdays.includes(weekdayOf(day)) || isSkipped(day)) continue;
    const start = clock.instantOf(day, begin.time);
    const end = clock.instantOf(addDays(day, spanDays), finish.time);
    if (start < end) spans.push({ start, end });
  }
  return spans.filter(touches);
}

const WEEK_MS = 7 * DAY_MS;

/** The current or next occurrence of a repeated span; the first span if it does not repeat, has not begun or is over. */
export function currentSpan(
  first: Span & { repeat: WeeklyRepeat | null },
  clock: WallClock,
  now: Date,
): Span {
  const { start, end, repeat } = first;
  if (!repeat || start > now) return { start, end };
  const from = new Date(now.getTime() + 1);
  const [found] = repeatedSpans(first, clock, { from, to: new Date(from.getTime() + WEEK_MS) });
  return found ?? { start, end };
}
