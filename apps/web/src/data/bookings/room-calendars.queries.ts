import { useMutation, useQueryClient } from "@tanstack/react-query";
import {
  listRoomCalendars,
  removeRoomCalendar,
  saveRoomCalendar,
} from "@verandah/contract/room-calendars.ts";
import type { SentOf } from "@verandah/contract/route.ts";

import { call } from "#shared/call.ts";

import { refreshRoutes, routeQuery } from "../query/route-query.ts";

/** The server reads a new calendar within so long, ms. */
const POLL_MS = 10_000;

/** The rooms of the campus with their outside calendars. */
export const roomCalendarsQuery = () => routeQuery(listRoomCalendars, {}, { refetchInterval: POLL_MS });

export function useSaveRoomCalendar() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (calendar: SentOf<typeof saveRoomCalendar>) => call(saveRoomCalendar, calendar),
    onSuccess: () => refreshRoutes(queryClient, listRoomCalendars),
  });
}

export function useRemoveRoomCalendar() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => call(removeRoomCalendar, { id }),
    onSettled: () => refreshRoutes(queryClient, listRoomCalendars),
  });
}
