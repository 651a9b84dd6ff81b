import { useEffect, useState } from "react";

import { wallDay } from "./format/wall-time.ts";

const MINUTE_MS = 60_000;

/** One timer for each interval, however many components show its time. */
const clocks = new Map<
  number,
  { listeners: Set<(nowMs: number) => void>; timer: ReturnType<typeof setTimeout> }
>();

function startClock(intervalMs: number) {
  const next = () => setTimeout(tick, intervalMs - (Date.now() % intervalMs));
  function tick(): void {
    for (const listener of clock.listeners) listener(Date.now());
    clock.timer = next();
  }
  const clock = { listeners: new Set<(nowMs: number) => void>(), timer: next() };
  return clock;
}

function listen(intervalMs: number, listener: (nowMs: number) => void): () => void {
  const clock = clocks.get(intervalMs) ?? startClock(intervalMs);
  clocks.set(intervalMs, clock);
  clock.listeners.add(listener);
  return () => {
    clock.listeners.delete(listener);
    if (clock.listeners.size > 0) return;
    clearTimeout(clock.timer);
    clocks.delete(intervalMs);
  };
}

/** The time now, ms since 1970, renewed every `intervalMs` on its whole multiples, so that all clocks tick together. */
export function useNow(intervalMs = MINUTE_MS): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => listen(intervalMs, setNow), [intervalMs]);
  return now;
}

/** The day that it is now in a zone: `2026-01-05`. */
export const useToday = (timeZone: string): string => wallDay(useNow(), timeZone);
