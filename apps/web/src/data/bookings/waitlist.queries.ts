import { useMutation, useQueryClient } from "@tanstack/react-query";
import {
  joinWaitlist,
  leaveWaitlist,
  listWaitlist,
  listWaitlistNews,
  markWaitlistNewsSeen,
} from "@verandah/contract/bookings/waitlist.ts";
import type { SentOf } from "@verandah/contract/route.ts";

import { call } from "#shared/call.ts";

import { refreshRoutes, routeQuery, useRouteMutation } from "../query/route-query.ts";

const POLL_MS = 15_000;

/** What the caller waits for. */
export const waitlistQuery = () => routeQuery(listWaitlist, {}, { refetchInterval: POLL_MS });

function useWaitlistMutation<Input, Reply>(change: (input: Input) => Promise<Reply>) {
  const queryClient = useQueryClient();
  return useMutation({ mutationFn: change, onSettled: () => refreshRoutes(queryClient, listWaitlist) });
}

export const useJoinWaitlist = () =>
  useWaitlistMutation((entry: SentOf<typeof joinWaitlist>) => call(joinWaitlist, entry));
export const useLeaveWaitlist = () => useWaitlistMutation((id: number) => call(leaveWaitlist, { id }));

/** The live stream loads it again at once. */
const NEWS_POLL_MS = 60_000;

/** The caller's bookings from the waitlist that are not seen yet. */
export const waitlistNewsQuery = () => routeQuery(listWaitlistNews, {}, { refetchInterval: NEWS_POLL_MS });

export const useMarkNewsSeen = () => useRouteMutation(markWaitlistNewsSeen, "refusal too", listWaitlistNews);
