import {
  joinWaitlist,
  leaveWaitlist,
  listWaitlist,
  listWaitlistNews,
  markWaitlistNewsSeen,
} from "@verandah/contract/bookings/waitlist.ts";

import { routeQuery, useRouteMutation } from "../query/route-query.ts";

const POLL_MS = 15_000;

/** What the caller waits for. */
export const waitlistQuery = () => routeQuery(listWaitlist, {}, { refetchInterval: POLL_MS });

export const useJoinWaitlist = () => useRouteMutation(joinWaitlist, "refusal too", listWaitlist);
export const useLeaveWaitlist = () => useRouteMutation(leaveWaitlist, "refusal too", listWaitlist);

/** The live stream loads it again at once. */
const NEWS_POLL_MS = 60_000;

/** The caller's bookings from the waitlist that are not seen yet. */
export const waitlistNewsQuery = () => routeQuery(listWaitlistNews, {}, { refetchInterval: NEWS_POLL_MS });

export const useMarkNewsSeen = () => useRouteMutation(markWaitlistNewsSeen, "refusal too", listWaitlistNews);
