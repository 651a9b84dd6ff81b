import {
  listRoomCalendars,
  removeRoomCalendar,
  saveRoomCalendar,
} from "@verandah/contract/room-calendars.ts";

import { routeQuery, useRouteMutation } from "../query/route-query.ts";

/** The server reads a new calendar within so long, ms. */
const POLL_MS = 10_000;

/** The rooms of the campus with their outside calendars. */
export const roomCalendarsQuery = () => routeQuery(listRoomCalendars, {}, { refetchInterval: POLL_MS });

export const useSaveRoomCalendar = () => useRouteMutation(saveRoomCalendar, "success", listRoomCalendars);
export const useRemoveRoomCalendar = () =>
  useRouteMutation(removeRoomCalendar, "refusal too", listRoomCalendars);
