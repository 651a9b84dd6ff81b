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
import type { SentOf } from "@verandah/contract/route.ts";

import { routeQuery, useRouteMutation } from "../query/route-query.ts";

interface Searched {
  id: number;
  kind: SpaceKind;
  from: string;
  to: string;
}

export const bookableQuery = (searched: Searched) => routeQuery(searchBookable, searched);

export const bookingsQuery = (searched: Searched & { search?: string }) => routeQuery(listBookings, searched);

/** The caller's bookings in all buildings. */
export const ownBookingsQuery = (searched: SentOf<typeof listOwnBookings>) =>
  routeQuery(listOwnBookings, searched);

/** The rooms of a building and when each is taken. */
export const meetingRoomsQuery = (searched: Omit<Searched, "kind">) => routeQuery(listMeetingRooms, searched);

export const useBook = () => useRouteMutation(createBookings);
export const useCancelBooking = (kind: SpaceKind) =>
  useRouteMutation(kind === "seat" ? cancelSeatBooking : cancelRoomBooking);
export const useChangeBooking = (kind: SpaceKind) =>
  useRouteMutation(kind === "seat" ? updateSeatBooking : updateRoomBooking);
export const useCheckIn = () => useRouteMutation(checkIn);
