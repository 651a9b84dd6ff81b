import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { SentOf } from "@verandah/contract/route.ts";
import {
  createUser,
  editUser,
  endUserSessions,
  listUsers,
  unlockUser,
} from "@verandah/contract/users/users.ts";

import { call } from "#shared/call.ts";

import { refreshRoutes, routeQuery } from "./query/route-query.ts";

/** How often logins, logouts and locks are loaded, ms. */
const POLL_MS = 15_000;

/** The users of the campus. */
export const usersQuery = routeQuery(listUsers, {}, { refetchInterval: POLL_MS });

function useRefresh(): () => void {
  const queryClient = useQueryClient();
  return () => refreshRoutes(queryClient, listUsers);
}

export function useCreateUser() {
  const onSettled = useRefresh();
  return useMutation({ mutationFn: (user: SentOf<typeof createUser>) => call(createUser, user), onSettled });
}

export function useEditUser() {
  const onSettled = useRefresh();
  return useMutation({ mutationFn: (change: SentOf<typeof editUser>) => call(editUser, change), onSettled });
}

export function useUnlockUser() {
  const onSettled = useRefresh();
  return useMutation({ mutationFn: (id: number) => call(unlockUser, { id }), onSettled });
}

export function useEndSessions() {
  const onSettled = useRefresh();
  return useMutation({ mutationFn: (id: number) => call(endUserSessions, { id }), onSettled });
}
