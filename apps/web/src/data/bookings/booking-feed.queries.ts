import {
  endBookingFeed,
  getBookingFeed,
  renewBookingFeed,
} from "@verandah/contract/bookings/booking-feed.ts";

import { routeQuery, useRouteMutation } from "../query/route-query.ts";

export const bookingFeedQuery = () => routeQuery(getBookingFeed, {});

export const useRenewBookingFeed = () => useRouteMutation(renewBookingFeed);
export const useEndBookingFeed = () => useRouteMutation(endBookingFeed);
