import { useEffect, useState } from "react";

import { wallDay } from "./format/wall-time.ts";

const MINUTE_MS = 60_000;

/** The time now, ms since 1970, renewed every `intervalMs` on its whole multiples, so that all clocks tick together. */
export function useNow(intervalMs = MINUTE_MS): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    function tick() {
      setNow(Date.now());
      timer = setTimeout(tick, intervalMs - (Date.now() % intervalMs));
    }
    timer = setTimeout(tick, intervalMs - (Date.now() % intervalMs));
    return () => clearTimeout(timer);
  }, [intervalMs]);
  return now;
}

/** The day that it is now in a zone: `2026-01-05`. */
export const useToday = (timeZone: string): string => wallDay(useNow(), timeZone);
