import { bookingTimeErrors } from "@verandah/contract/bookings/booking-times.ts";
import { addDays, createWallClock } from "@verandah/time/wall-clock.ts";
import { useState } from "react";

import { useSession } from "#data/query/session.ts";
import { instantOfWallTime, wallTime } from "#shared/format/wall-time.ts";
import { fieldText } from "#shared/texts/field-text.ts";
import { useNow } from "#shared/use-now.ts";

const HOUR_MS = 3_600_000;

interface Typed {
  from: string;
  to: string;
}

/** Begin and end of a booking as they are typed, and the instants; without them the next full hour. */
export function useBookingTimes(initial?: { from: string; to: string }) {
  const { timeZone } = useSession().campus;
  const [typed, setTyped] = useState<Typed>(() => {
    const nextMs = Math.ceil((Date.now() + 1) / HOUR_MS) * HOUR_MS;
    const [fromMs, toMs] = initial
      ? [Date.parse(initial.from), Date.parse(initial.to)]
      : [nextMs, nextMs + HOUR_MS];
    return { from: wallTime(fromMs, timeZone), to: wallTime(toMs, timeZone) };
  });
  const from = instantOfWallTime(typed.from, timeZone);
  const to = instantOfWallTime(typed.to, timeZone);
  const range = from !== undefined && to !== undefined && from < to ? { from, to } : undefined;
  const nowMs = useNow();
  const clock = createWallClock(timeZone);
  const errors =
    from === undefined || to === undefined
      ? undefined
      : bookingTimeErrors(
          { from: new Date(from), to: new Date(to) },
          {
            now: new Date(nowMs),
            sameTimeNextDay: clock.instantOf(addDays(typed.from.slice(0, 10), 1), typed.from.slice(11)),
          },
        );
  /** Why no booking can have the time, at its field. */
  const problem = (field: string) => fieldText(errors?.[field]);
  /** Chooses instants, ms. */
  const setRange = (fromMs: number, toMs: number) =>
    setTyped({ from: wallTime(fromMs, timeZone), to: wallTime(toMs, timeZone) });
  /** Moves both to another day at the same time of the wall. */
  const moveDays = (days: number) => {
    const moved = (text: string) => `${addDays(text.slice(0, 10), days)}${text.slice(10)}`;
    setTyped({ from: moved(typed.from), to: moved(typed.to) });
  };
  return {
    typed,
    setTyped: (ends: Partial<Typed>) => setTyped({ ...typed, ...ends }),
    range,
    isBookable: range !== undefined && !errors,
    problem,
    setRange,
    moveDays,
  };
}
