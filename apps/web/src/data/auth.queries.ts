import { useQueryClient } from "@tanstack/react-query";
import {
  completeReset,
  forgotPassword,
  listDemoAccounts,
  login,
  resetPassword,
} from "@verandah/contract/auth/auth.ts";

import { call } from "#shared/call.ts";
import { forgetEndedSession } from "#shared/ended-session.ts";
import { storeSession } from "#shared/stored-context.ts";

import { routeQuery, useRouteMutation } from "./query/route-query.ts";
import { sessionQuery } from "./query/session.ts";
import { useChange } from "./query/use-change.ts";

export const demoAccountsQuery = routeQuery(
  listDemoAccounts,
  {},
  { staleTime: Number.POSITIVE_INFINITY, retry: false },
);

export interface Attempt {
  username: string;
  password: string;
  force: boolean;
}

/** Logs in. The token stays in its cookie; everything else is kept. */
export function useLogin() {
  const queryClient = useQueryClient();
  return useChange({
    mutationFn: ({ username, password, force }: Attempt) =>
      call(login, { credentials: { username, password, role: "" }, force }, { onEndedSession: "throw" }),
    onSuccess: ({ token: _token, ...withoutToken }) => {
      forgetEndedSession();
      storeSession(withoutToken);
      queryClient.setQueryData(sessionQuery.queryKey, withoutToken);
    },
  });
}

export const useResetPassword = () => useRouteMutation(resetPassword);
export const useForgotPassword = () => useRouteMutation(forgotPassword);
export const useCompleteReset = () => useRouteMutation(completeReset);
