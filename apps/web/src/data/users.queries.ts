import {
  createUser,
  editUser,
  endUserSessions,
  listUsers,
  unlockUser,
} from "@verandah/contract/users/users.ts";

import { routeQuery, useRouteMutation } from "./query/route-query.ts";

/** How often logins, logouts and locks are loaded, ms. */
const POLL_MS = 15_000;

/** The users of the campus. */
export const usersQuery = routeQuery(listUsers, {}, { refetchInterval: POLL_MS });

export const useCreateUser = () => useRouteMutation(createUser, "refusal too", listUsers);
export const useEditUser = () => useRouteMutation(editUser, "refusal too", listUsers);
export const useUnlockUser = () => useRouteMutation(unlockUser, "refusal too", listUsers);
export const useEndSessions = () => useRouteMutation(endUserSessions, "refusal too", listUsers);
