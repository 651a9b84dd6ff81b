import {
  createUser,
  editUser,
  endUserSessions,
  listUsers,
  unlockUser,
} from "@verandah/contract/users/users.ts";

import { routeQuery, useRouteMutation } from "./query/route-query.ts";

/** The users of the campus. */
export const usersQuery = routeQuery(listUsers, {});

export const useCreateUser = () => useRouteMutation(createUser);
export const useEditUser = () => useRouteMutation(editUser);
export const useUnlockUser = () => useRouteMutation(unlockUser);
export const useEndSessions = () => useRouteMutation(endUserSessions);
