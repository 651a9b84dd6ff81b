import { useMutation, useQueryClient } from "@tanstack/react-query";
import {
  completeReset,
  forgotPassword,
  listDemoAccounts,
  login,
  resetPassword,
} from "@verandah/contract/auth/auth.ts";
import type { SentOf } from "@verandah/contract/route.ts";

import { call } from "#shared/call.ts";
import { forgetEndedSession } from "#shared/ended-session.ts";
import { storeSession } from "#shared/stored-context.ts";

import { routeQuery } from "./query/route-query.ts";
import { sessionQuery } from "./query/session.ts";

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
  return useMutation({
    mutationFn: ({ username, password, force }: Attempt) =>
      call(login, { credentials: { username, password, role: "" }, force }, { onEndedSession: "throw" }),
    onSuccess: ({ token: _token, ...withoutToken }) => {
      forgetEndedSession();
      storeSession(withoutToken);
      queryClient.setQueryData(sessionQuery.queryKey, withoutToken);
    },
  });
}

export function useResetPassword() {
  return useMutation({ mutationFn: (input: SentOf<typeof resetPassword>) => call(resetPassword, input) });
}

export function useForgotPassword() {
  return useMutation({ mutationFn: (input: SentOf<typeof forgotPassword>) => call(forgotPassword, input) });
}

export function useCompleteReset() {
  return useMutation({ mutationFn: (input: SentOf<typeof completeReset>) => call(completeReset, input) });
}
