import { queryOptions } from "@tanstack/react-query";
import {
  DISPLAY_KEY_HEADER,
  endRoomDisplay,
  getSpaceNow,
  listRoomDisplays,
  readRoomDisplay,
  renewRoomDisplay,
  type RoomDisplay,
} from "@verandah/contract/bookings/room-displays.ts";

import { freshnessOf, routeQuery, useRouteMutation } from "../query/route-query.ts";

/** How often a display at a door is loaded, ms. */
const DISPLAY_PAUSE_MS = 15_000;

/** A seat or room with its times and the caller's booking. */
export const spaceNowQuery = (id: number) => routeQuery(getSpaceNow, { id });

export const roomDisplaysQuery = () => routeQuery(listRoomDisplays, {});

export const useRenewRoomDisplay = () => useRouteMutation(renewRoomDisplay);
export const useEndRoomDisplay = () => useRouteMutation(endRoomDisplay);

/** What the door display of a room shows, read with its key instead of a session, and how late the tablet's clock is. */
export const roomDisplayQuery = (id: string, key: string) =>
  queryOptions({
    queryKey: [readRoomDisplay.path, { id, key }] as const,
    queryFn: async ({ signal }) => {
      const display = await readDisplay(id, key, signal);
      return { display, behindMs: Date.parse(display.now) - Date.now() };
    },
    meta: freshnessOf(readRoomDisplay, { pauseMs: DISPLAY_PAUSE_MS }),
    retry: false,
  });

/** @throws Error when the server refuses */
async function readDisplay(id: string, key: string, signal: AbortSignal): Promise<RoomDisplay> {
  const response = await fetch(readRoomDisplay.path.replace(":id", encodeURIComponent(id)), {
    headers: { [DISPLAY_KEY_HEADER]: key },
    credentials: "omit",
    signal: AbortSignal.any([signal, AbortSignal.timeout(DISPLAY_PAUSE_MS)]),
  });
  if (!response.ok) throw new Error(`status ${response.status}`);
  const display: RoomDisplay = await response.json();
  return display;
}
