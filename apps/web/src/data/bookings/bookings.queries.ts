import { useMutation, useQueryClient } from "@tanstack/react-query";
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
import type { SentOf } from "@verandah/contract/route.ts";

import { call } from "#shared/call.ts";

import { refreshRoutes, routeQuery } from "../query/route-query.ts";

/** Other users book meanwhile, ms. */
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
function useBookingMutation<Input, Reply>(change: (input: Input) => Promise<Reply>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSettled: () =>
      refreshRoutes(
        queryClient,
        searchBookable,
        listBookings,
        listOwnBookings,
        listMeetingRooms,
        getSpaceNow,
      ),
  });
}

export const useBook = () =>
  useBookingMutation((booking: SentOf<typeof createBookings>) => call(createBookings, booking));

export const useCancelBooking = (kind: SpaceKind) =>
  useBookingMutation((cancelled: SentOf<typeof cancelSeatBooking>) =>
    call(kind === "seat" ? cancelSeatBooking : cancelRoomBooking, cancelled),
  );

export const useChangeBooking = (kind: SpaceKind) =>
  useBookingMutation((change: SentOf<typeof updateRoomBooking>) =>
    call(kind === "seat" ? updateSeatBooking : updateRoomBooking, change),
  );

export const useCheckIn = () => useBookingMutation((id: number) => call(checkIn, { id }));
