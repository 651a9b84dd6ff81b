import { bookingTimeErrors } from "@verandah/contract/bookings/booking-times.ts";
import {
  BOOKING_MIN_MINUTES,
  BOOKING_STEP_MINUTES,
  type SpaceKind,
} from "@verandah/contract/bookings/bookings.ts";
import { addDays, createWallClock } from "@verandah/time/wall-clock.ts";
import { useState } from "react";

import { useSession } from "#data/query/session.ts";
import { instantOfWallTime, wallDay, wallTime } from "#shared/format/wall-time.ts";
import { fieldText } from "#shared/texts/field-text.ts";
import { useNow } from "#shared/use-now.ts";

const MINUTE_MS = 60_000;
const STEP_MS = BOOKING_STEP_MINUTES * MINUTE_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** How long a person may take to choose before a proposed time begins, ms. */
const CHOOSING_MS = 5 * MINUTE_MS;
/** The hours of a workday, on the clock of the campus. */
const WORK = { from: "09:00", to: "18:00" };

interface Typed {
  from: string;
  to: string;
}

interface Proposal {
  kind: SpaceKind;
  /** Days that the proposal may be on, the earliest first. */
  workdays: readonly string[];
  /** A day that the user came for, such as that of a link. */
  wantedDay: string | undefined;
}

/**
 * The time with which the booking of a seat or room begins: the first workday whose 09:00 is still to come, a seat until 18:00 and a room
 * for an hour, because a meeting takes no whole day. A wanted day comes before it, also a weekend or a holiday; today it begins as soon
 * as possible, and in the evening it is an hour. Without any such day the time is an hour from now.
 */
export function proposedTimes(
  { kind, workdays, wantedDay = "" }: Proposal,
  nowMs: number,
  timeZone: string,
): Typed {
  const isAhead = (one: string) => workMs(one, WORK.from, timeZone) > nowMs;
  const isWanted =
    wantedDay >= wallDay(nowMs, timeZone) && !Number.isNaN(workMs(wantedDay, WORK.from, timeZone));
  const day = isWanted ? wantedDay : workdays.find(isAhead);
  const fromMs = Math.max(day === undefined ? 0 : workMs(day, WORK.from, timeZone), soonestMs(nowMs));
  const hourMs = fromMs + HOUR_MS;
  const toMs =
    kind === "room" || day === undefined ? hourMs : Math.max(workMs(day, WORK.to, timeZone), hourMs);
  return { from: new Date(fromMs).toISOString(), to: new Date(toMs).toISOString() };
}

/** Whether a seat can be booked until 18:00 of a day. */
export const hasWorkLeft = (day: string, nowMs: number, timeZone: string): boolean =>
  workMs(day, WORK.to, timeZone) - soonestMs(nowMs) >= BOOKING_MIN_MINUTES * MINUTE_MS;

const soonestMs = (nowMs: number) => Math.ceil((nowMs + CHOOSING_MS) / STEP_MS) * STEP_MS;

/** `NaN` for a text that is no day. */
const workMs = (day: string, time: string, timeZone: string) =>
  Date.parse(instantOfWallTime(`${day}T${time}`, timeZone) ?? "");

/** Begin and end of a booking as they are typed, and the instants. */
export function useBookingTimes(initial: { from: string; to: string }) {
  const { timeZone } = useSession().campus;
  const [typed, setTyped] = useState<Typed>(() => ({
    from: wallTime(Date.parse(initial.from), timeZone),
    to: wallTime(Date.parse(initial.to), timeZone),
  }));
  const from = instantOfWallTime(typed.from, timeZone);
  const to = instantOfWallTime(typed.to, timeZone);
  const range = from !== undefined && to !== undefined && from < to ? { from, to } : undefined;
  // Half a typed date has none.
  const [lastDay, setLastDay] = useState(() => typed.from.slice(0, 10));
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
  const setBoth = (begin: string, end: string) => {
    setTyped({ from: begin, to: end });
    setLastDay(begin.slice(0, 10));
  };
  /** Chooses instants, ms. */
  const setRange = (fromMs: number, toMs: number) =>
    setBoth(wallTime(fromMs, timeZone), wallTime(toMs, timeZone));
  /** Moves both to another day at the same time of the wall. */
  const moveDays = (days: number) => {
    const moved = (text: string) => `${addDays(text.slice(0, 10), days)}${text.slice(10)}`;
    setBoth(moved(typed.from), moved(typed.to));
  };
  return {
    typed,
    /** Another day of the begin moves the end by as many days, so that one field chooses a day. */
    setTyped: (ends: Partial<Typed>) => {
      const next = { ...typed, ...ends };
      setTyped(next);
      if (instantOfWallTime(next.from, timeZone) === undefined) return;
      const day = next.from.slice(0, 10);
      const days = (Date.parse(day) - Date.parse(lastDay)) / DAY_MS;
      setLastDay(day);
      if (days !== 0 && ends.to === undefined && to !== undefined)
        setTyped({ ...next, to: `${addDays(next.to.slice(0, 10), days)}${next.to.slice(10)}` });
    },
    range,
    isBookable: range !== undefined && !errors,
    problem,
    setRange,
    moveDays,
  };
}
