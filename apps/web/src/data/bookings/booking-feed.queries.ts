import { useMutation, useQueryClient } from "@tanstack/react-query";
import {
  endBookingFeed,
  getBookingFeed,
  renewBookingFeed,
} from "@verandah/contract/bookings/booking-feed.ts";

import { call } from "#shared/call.ts";

import { refreshRoutes, routeQuery } from "../query/route-query.ts";

export const bookingFeedQuery = () => routeQuery(getBookingFeed, {});

function useFeedMutation<Reply>(change: () => Promise<Reply>) {
  const queryClient = useQueryClient();
  return useMutation({ mutationFn: change, onSettled: () => refreshRoutes(queryClient, getBookingFeed) });
}

export const useRenewBookingFeed = () => useFeedMutation(() => call(renewBookingFeed, {}));
export const useEndBookingFeed = () => useFeedMutation(() => call(endBookingFeed, {}));
