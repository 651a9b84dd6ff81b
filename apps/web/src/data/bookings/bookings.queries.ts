import {
  cancelRoomBooking,
  cancelSeatBooking,
  checkIn,
  createBookings,
  listBookings,
  listMeetingRooms,
  listOwnBookings,
  searchBookable,
  type SpaceKind,
  updateRoomBooking,
  updateSeatBooking,
} from "@verandah/contract/bookings/bookings.ts";
import { getSpaceNow } from "@verandah/contract/bookings/room-displays.ts";
import type { Route, SentOf } from "@verandah/contract/route.ts";

import { routeQuery, useRouteMutation } from "../query/route-query.ts";

/** Others book meanwhile, ms. */
const BOOKINGS_POLL_MS = 10_000;

interface Searched {
  id: number;
  kind: SpaceKind;
  from: string;
  to: string;
}

export const bookableQuery = (searched: Searched) =>
  routeQuery(searchBookable, searched, { refetchInterval: BOOKINGS_POLL_MS });

export const bookingsQuery = (searched: Searched & { search?: string }) =>
  routeQuery(listBookings, searched, { refetchInterval: BOOKINGS_POLL_MS });

/** The caller's bookings in all buildings. */
export const ownBookingsQuery = (searched: SentOf<typeof listOwnBookings>) =>
  routeQuery(listOwnBookings, searched, { refetchInterval: BOOKINGS_POLL_MS });

/** The rooms of a building and when each is taken. */
export const meetingRoomsQuery = (searched: Omit<Searched, "kind">) =>
  routeQuery(listMeetingRooms, searched, { refetchInterval: BOOKINGS_POLL_MS });

/** A change of bookings, after which they are loaded again, also after a refusal: the list may be old. */
const useBookingMutation = <R extends Route>(route: R) =>
  useRouteMutation(
    route,
    "refusal too",
    searchBookable,
    listBookings,
    listOwnBookings,
    listMeetingRooms,
    getSpaceNow,
  );

export const useBook = () => useBookingMutation(createBookings);
export const useCancelBooking = (kind: SpaceKind) =>
  useBookingMutation(kind === "seat" ? cancelSeatBooking : cancelRoomBooking);
export const useChangeBooking = (kind: SpaceKind) =>
  useBookingMutation(kind === "seat" ? updateSeatBooking : updateRoomBooking);
export const useCheckIn = () => useBookingMutation(checkIn);
