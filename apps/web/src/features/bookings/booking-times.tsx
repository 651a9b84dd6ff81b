import { useLingui } from "@lingui/react/macro";
import { TextInput } from "@mantine/core";
import { bookingTimeErrors } from "@verandah/contract/bookings/booking-times.ts";
import { BOOKING_STEP_MINUTES } from "@verandah/contract/bookings/bookings.ts";
import { addDays, createWallClock } from "@verandah/time/wall-clock.ts";
import { useState } from "react";

import { useSession } from "#data/query/session.ts";
import { instantOfWallTime, WALL_TIME_MAX, wallTime } from "#shared/format/wall-time.ts";
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
  return { typed, setTyped, range, isBookable: range !== undefined && !errors, problem, setRange, moveDays };
}

interface Props {
  typed: Typed;
  problem: (field: "from" | "to") => string | undefined;
  onChange: (typed: Typed) => void;
}

/** Begin and end of a booking on the clock of the campus. */
export function BookingTimes({ typed, problem, onChange }: Props) {
  const { t } = useLingui();
  const labels = {
    from: t({ message: "From", comment: "Begin of a time range" }),
    to: t({ message: "To", comment: "End of a time range" }),
  };
  return (["from", "to"] as const).map((field) => (
    <TextInput
      key={field}
      type="datetime-local"
      step={BOOKING_STEP_MINUTES * 60}
      max={WALL_TIME_MAX}
      label={labels[field]}
      value={typed[field]}
      error={problem(field)}
      onChange={({ currentTarget }) => onChange({ ...typed, [field]: currentTarget.value })}
    />
  ));
}
