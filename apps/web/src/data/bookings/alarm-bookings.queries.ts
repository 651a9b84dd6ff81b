import { listAlarmBookings, moveAlarmBookings } from "@verandah/contract/bookings/alarm-bookings.ts";

import { routeQuery, useRouteMutation } from "../query/route-query.ts";

/** Bookings at the place of an alarm. */
export const alarmBookingsQuery = (id: number) => routeQuery(listAlarmBookings, { id }, { staleTime: 0 });

/** Moves the bookings at the place of an alarm. */
export const useMoveAlarmBookings = () => useRouteMutation(moveAlarmBookings);
