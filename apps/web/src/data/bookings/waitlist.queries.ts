import {
  joinWaitlist,
  leaveWaitlist,
  listWaitlist,
  listWaitlistNews,
  markWaitlistNewsSeen,
} from "@verandah/contract/bookings/waitlist.ts";

import { routeQuery, useRouteMutation } from "../query/route-query.ts";

/** What the caller waits for. */
export const waitlistQuery = () => routeQuery(listWaitlist, {});

export const useJoinWaitlist = () => useRouteMutation(joinWaitlist);
export const useLeaveWaitlist = () => useRouteMutation(leaveWaitlist);

/** The caller's bookings from the waitlist that are not seen yet. */
export const waitlistNewsQuery = () => routeQuery(listWaitlistNews, {});

export const useMarkNewsSeen = () => useRouteMutation(markWaitlistNewsSeen);
