import { type Booking, listOwnBookings } from "@verandah/contract/bookings/bookings.ts";

import { useSession } from "#data/query/session.ts";
import { useRoute } from "#data/query/use-route.ts";
import { wallDay } from "#shared/format/wall-time.ts";
import { useNow } from "#shared/use-now.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Whether a booking begins today, or began before. */
export const isOfToday = ({ from }: Booking, nowMs: number, timeZone: string): boolean =>
  wallDay(Date.parse(from), timeZone) <= wallDay(nowMs, timeZone);

/** The caller's bookings of today that are not over, the earliest first; undefined while they are loaded. */
export function useTodaysBookings(): { bookings: Booking[] | undefined; error: Error | null } {
  const { campus } = useSession();
  const nowMs = useNow();
  // Whole hours, so that the query stays the same for a while.
  const hourMs = Math.floor(nowMs / HOUR_MS) * HOUR_MS;
  const range = {
    from: new Date(hourMs - DAY_MS).toISOString(),
    to: new Date(hourMs + DAY_MS).toISOString(),
  };
  const { data, error } = useRoute(listOwnBookings, range);
  const isToday = (booking: Booking) =>
    (booking.status === "booked" || booking.status === "checkedIn") &&
    Date.parse(booking.to) > nowMs &&
    isOfToday(booking, nowMs, campus.timeZone);
  const bookings = data
    ?.filter(isToday)
    .toSorted((one, other) => Date.parse(one.from) - Date.parse(other.from));
  return { bookings, error };
}
