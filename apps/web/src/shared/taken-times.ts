import type { TakenTimes } from "@verandah/contract/bookings/room-displays.ts";

/** What a space is at an instant, from the times at which it is taken (the earliest first). */
export interface SpaceNow {
  /** The booking of this moment. */
  current: TakenTimes[number] | undefined;
  /** When a free space is taken next, and when a taken one is free again; undefined: not within the known times. */
  changesAtMs: number | undefined;
}

/** Bookings without a gap count as one. */
export function spaceNow(taken: TakenTimes, nowMs: number): SpaceNow {
  const current = taken.find(({ from, to }) => Date.parse(from) <= nowMs && nowMs < Date.parse(to));
  const next = taken.find(({ from }) => Date.parse(from) > nowMs);
  if (!current) return { current, changesAtMs: next && Date.parse(next.from) };
  let endMs = Date.parse(current.to);
  for (const { from, to } of taken) if (Date.parse(from) === endMs) endMs = Date.parse(to);
  return { current, changesAtMs: endMs };
}
