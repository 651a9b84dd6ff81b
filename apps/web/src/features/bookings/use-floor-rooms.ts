import { listMeetingRooms } from "@verandah/contract/bookings/bookings.ts";

import { useRoute } from "#data/query/use-route.ts";
import { useNow } from "#shared/use-now.ts";

const HOUR_MS = 3_600_000;
const SHOWN_DAYS = 7;

/** The rooms of a floor, with the times at which each is taken in the next seven days. */
export function useFloorRooms(floorId: number | undefined) {
  // Whole hours, so that the query stays the same for a while.
  const fromMs = Math.floor(useNow() / HOUR_MS) * HOUR_MS;
  const [from, to] = [fromMs, fromMs + SHOWN_DAYS * 24 * HOUR_MS].map((ms) => new Date(ms).toISOString());
  return useRoute(listMeetingRooms, floorId === undefined ? undefined : { id: floorId, from, to }, {
    keepsLast: true,
  });
}
