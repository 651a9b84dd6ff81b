import { bookingTimeErrors } from "@verandah/contract/bookings/booking-times.ts";
import {
  type Booking,
  BOOKING_MIN_MINUTES,
  BOOKING_STEP_MINUTES,
  CHECK_IN_MINUTES,
  checkIn,
  type SpaceKind,
} from "@verandah/contract/bookings/bookings.ts";
import { addDays, createWallClock } from "@verandah/time/wall-clock.ts";
import { useState } from "react";

import { useSession } from "#data/query/session.ts";
import { useChange } from "#data/query/use-change.ts";
import { instantOfWallTime, wallDay, wallTime } from "#shared/format/wall-time.ts";
import { searchText, useSearchState } from "#shared/search-state.ts";
import { fieldText } from "#shared/texts/field-text.ts";
import { toastFailure } from "#shared/ui/feedback/toast.ts";
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
export function useProposedTimes({ kind, workdays, wantedDay = "" }: Proposal): Typed {
  const { timeZone } = useSession().campus;
  const nowMs = useNow();
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
export function useHasWorkLeft(): (day: string) => boolean {
  const { timeZone } = useSession().campus;
  const fromMs = soonestMs(useNow());
  return (day) => workMs(day, WORK.to, timeZone) - fromMs >= BOOKING_MIN_MINUTES * MINUTE_MS;
}

const soonestMs = (now: number) => Math.ceil((now + CHOOSING_MS) / STEP_MS) * STEP_MS;

/** What a button for the check-in needs; undefined while the check-in of the booking is closed. */
export function useCheckIn({ id, from, status }: Booking) {
  const arrive = useChange(checkIn);
  const isOpen = Math.abs(Date.parse(from) - useNow()) <= CHECK_IN_MINUTES * MINUTE_MS;
  if (status !== "booked" || !isOpen) return undefined;
  return { loading: arrive.isPending, onClick: () => arrive.mutate({ id }, { onError: toastFailure }) };
}

/** `NaN` for a text that is no day. */
const workMs = (day: string, time: string, timeZone: string) =>
  Date.parse(instantOfWallTime(`${day}T${time}`, timeZone) ?? "");

/** Begin and end as date fields have them, and what keeps others. */
type KeptTimes = readonly [kept: Typed, keep: (next: Typed) => void];

const typedOf = ({ from, to }: { from: string; to: string }, timeZone: string): Typed => ({
  from: wallTime(Date.parse(from), timeZone),
  to: wallTime(Date.parse(to), timeZone),
});

/** Keeps the times as long as they are shown, the booking's at first. */
export function useOwnTimes(booking: { from: string; to: string }): KeptTimes {
  const { timeZone } = useSession().campus;
  return useState<Typed>(() => typedOf(booking, timeZone));
}

/** Keeps the times in the address. Without two of the calendar there, they are the proposed ones of the first moment. */
export function useAddressedTimes(proposed: { from: string; to: string }): KeptTimes {
  const { timeZone } = useSession().campus;
  const [search, change] = useSearchState();
  const [first] = useState<Typed>(() => typedOf(proposed, timeZone));
  const [from, to] = [search["from"], search["to"]].map((end) => addressedTime(end, timeZone));
  const addressed = from !== undefined && to !== undefined ? { from, to } : first;
  const address = JSON.stringify(addressed);
  // The address follows them a moment later. Another address, such as that of a link, has other times.
  const [own, setOwn] = useState({ times: addressed, of: address });
  if (own.of !== address) setOwn({ times: addressed, of: address });
  const keep = (next: Typed) => {
    setOwn({ times: next, of: address });
    change({ ...next }, { replace: true });
  };
  return [own.times, keep];
}

/** `2026-01-05T09:30` when it is a time of the calendar. */
function addressedTime(value: unknown, timeZone: string): string | undefined {
  const text = searchText(value) ?? "";
  const isTime = /T\d{2}:\d{2}$/.test(text) && instantOfWallTime(text, timeZone) !== undefined;
  return isTime ? text : undefined;
}

/** Begin and end of a booking as they are typed, and the instants. */
export function useBookingTimes([kept, keep]: KeptTimes) {
  const { timeZone } = useSession().campus;
  // Empty while no date can be read.
  const [unread, setUnread] = useState<Partial<Typed>>({});
  const typed = { ...kept, ...unread };
  const from = instantOfWallTime(typed.from, timeZone);
  const to = instantOfWallTime(typed.to, timeZone);
  const range = from !== undefined && to !== undefined && from < to ? { from, to } : undefined;
  const now = new Date(useNow());
  const clock = createWallClock(timeZone);
  const errors =
    from === undefined || to === undefined
      ? undefined
      : bookingTimeErrors(
          { from: new Date(from), to: new Date(to) },
          {
            now,
            sameTimeNextDay: clock.instantOf(addDays(typed.from.slice(0, 10), 1), typed.from.slice(11)),
          },
        );
  /** Why no booking can have the time, at its field. */
  const problem = (field: string) => fieldText(errors?.[field]);
  function set(next: Typed): void {
    const [isFromUnread, isToUnread] = [next.from, next.to].map(
      (text) => instantOfWallTime(text, timeZone) === undefined,
    );
    setUnread({ ...(isFromUnread && { from: next.from }), ...(isToUnread && { to: next.to }) });
    keep({ from: isFromUnread ? kept.from : next.from, to: isToUnread ? kept.to : next.to });
  }
  return {
    typed,
    /** Another day of the begin moves the end by as many days, so that one field chooses a day. */
    setTyped: (ends: Partial<Typed>) => {
      const next = { ...typed, ...ends };
      const isMoving =
        ends.to === undefined && to !== undefined && instantOfWallTime(next.from, timeZone) !== undefined;
      const days = isMoving ? (dayMs(next.from) - dayMs(kept.from)) / DAY_MS : 0;
      set(days === 0 ? next : { ...next, to: moved(next.to, days) });
    },
    range,
    isBookable: range !== undefined && !errors,
    problem,
    /** Chooses instants, ms. */
    setRange: (fromMs: number, toMs: number) =>
      set({ from: wallTime(fromMs, timeZone), to: wallTime(toMs, timeZone) }),
    /** Moves both to another day at the same time of the wall. */
    moveDays: (days: number) => set({ from: moved(typed.from, days), to: moved(typed.to, days) }),
  };
}

const moved = (text: string, days: number) => `${addDays(text.slice(0, 10), days)}${text.slice(10)}`;
const dayMs = (text: string) => Date.parse(text.slice(0, 10));
