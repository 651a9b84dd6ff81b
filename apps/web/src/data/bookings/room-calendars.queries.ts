import {
  listRoomCalendars,
  removeRoomCalendar,
  saveRoomCalendar,
} from "@verandah/contract/room-calendars.ts";

import { routeQuery, useRouteMutation } from "../query/route-query.ts";

/** The rooms of the campus with their outside calendars. */
export const roomCalendarsQuery = () => routeQuery(listRoomCalendars, {});

export const useSaveRoomCalendar = () => useRouteMutation(saveRoomCalendar);
export const useRemoveRoomCalendar = () => useRouteMutation(removeRoomCalendar);
