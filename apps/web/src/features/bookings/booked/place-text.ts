import type { Booking } from "@verandah/contract/bookings/bookings.ts";

import { useSession } from "#data/query/session.ts";

/** Writes where a booking is, with the building when one of the bookings is in another building than the user. */
export function usePlaceText(bookings: readonly Booking[]): (booking: Booking) => string {
  const { building } = useSession();
  const hasSeveral = bookings.some(({ space }) => space.building !== building.name);
  return ({ space, title }) =>
    [hasSeveral && space.building, space.floor, space.zone, title].filter(Boolean).join(", ");
}
