import type { TakenTimes } from "@verandah/contract/bookings/room-displays.ts";

/** The state of a space at an instant, from its booked times (earliest first). */
export interface SpaceNow {
  /** The present booking. */
  current: TakenTimes[number] | undefined;
  /** Start of the next booking of a free space, or end of the present booking; undefined: not within the known times. */
  changesAtMs: number | undefined;
}

/** Bookings without a gap count as one. Those of an outside calendar can overlap. */
export function spaceNow(taken: TakenTimes, nowMs: number): SpaceNow {
  const current = taken.find(({ from, to }) => Date.parse(from) <= nowMs && nowMs < Date.parse(to));
  const next = taken.find(({ from }) => Date.parse(from) > nowMs);
  if (!current) return { current, changesAtMs: next && Date.parse(next.from) };
  let endMs = Date.parse(current.to);
  for (const { from, to } of taken) if (Date.parse(from) <= endMs) endMs = Math.max(endMs, Date.parse(to));
  return { current, changesAtMs: endMs };
}
