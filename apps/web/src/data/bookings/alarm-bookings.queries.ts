import { useMutation, useQueryClient } from "@tanstack/react-query";
import { listAlarmBookings, moveAlarmBookings } from "@verandah/contract/bookings/alarm-bookings.ts";
import { listBookings, listMeetingRooms, searchBookable } from "@verandah/contract/bookings/bookings.ts";

import { call } from "#shared/call.ts";

import { refreshRoutes, routeQuery } from "../query/route-query.ts";

/** Bookings at the place of an alarm. */
export const alarmBookingsQuery = (id: number) => routeQuery(listAlarmBookings, { id }, { staleTime: 0 });

/** Moves the bookings at the place of an alarm. */
export function useMoveAlarmBookings() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => call(moveAlarmBookings, { id }),
    onSettled: () =>
      refreshRoutes(queryClient, listAlarmBookings, listBookings, listMeetingRooms, searchBookable),
  });
}
