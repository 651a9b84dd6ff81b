import { useQuery } from "@tanstack/react-query";
import type { Booking } from "@verandah/contract/bookings/bookings.ts";

import { ownBookingsQuery } from "#data/bookings/bookings.queries.ts";
import { useSession } from "#data/query/session.ts";
import { wallTime } from "#shared/format/wall-time.ts";
import { useNow } from "#shared/use-now.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const MINUTE_MS = 60_000;

/** The caller's bookings of today that are not over, the earliest first; undefined while they are loaded. */
export function useTodaysBookings(): { bookings: Booking[] | undefined; error: Error | null } {
  const { campus } = useSession();
  const nowMs = useNow(MINUTE_MS);
  // Whole hours, so that the query stays the same for a while.
  const hourMs = Math.floor(nowMs / HOUR_MS) * HOUR_MS;
  const range = {
    from: new Date(hourMs - DAY_MS).toISOString(),
    to: new Date(hourMs + DAY_MS).toISOString(),
  };
  const { data, error } = useQuery(ownBookingsQuery(range));
  const today = wallTime(nowMs, campus.timeZone).slice(0, 10);
  const isToday = ({ from, to, status }: Booking) =>
    (status === "booked" || status === "checkedIn") &&
    Date.parse(to) > nowMs &&
    wallTime(Date.parse(from), campus.timeZone) <= `${today}T23:59`;
  const bookings = data
    ?.filter(isToday)
    .toSorted((one, other) => Date.parse(one.from) - Date.parse(other.from));
  return { bookings, error };
}
