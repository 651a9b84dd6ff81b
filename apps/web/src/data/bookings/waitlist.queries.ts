import { useMutation, useQueryClient } from "@tanstack/react-query";
import { joinWaitlist, leaveWaitlist, listWaitlist } from "@verandah/contract/bookings/waitlist.ts";
import type { SentOf } from "@verandah/contract/route.ts";

import { call } from "#shared/call.ts";

import { refreshRoutes, routeQuery } from "../query/route-query.ts";

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
