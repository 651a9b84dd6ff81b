import { queryOptions, useQuery } from "@tanstack/react-query";
import { getSession, type Session } from "@verandah/contract/auth/auth.ts";
import { type RoleId, roles } from "@verandah/contract/roles.ts";

import { call, CallFailed, isRefusal, ServerUnreachable } from "#shared/call.ts";
import { forgetLastState, storeSession } from "#shared/stored-context.ts";

import { restoreLastState } from "../live/last-state.ts";
import { keyOf } from "./route-query.ts";

/** Another window that switches the campus may receive its new cookie after the news of the switch, ms. */
const NEW_COOKIE_PAUSE_MS = 300;
const NEW_COOKIE_TRIES = 10;

async function loadSession(signal: AbortSignal, triesLeft = NEW_COOKIE_TRIES): Promise<Session> {
  try {
    return await call(getSession, {}, { signal, onEndedSession: "throw" });
  } catch (error) {
    if (triesLeft === 0 || !isRefusal(error, "session-switched")) throw error;
    await new Promise((resolve) => setTimeout(resolve, NEW_COOKIE_PAUSE_MS));
    return loadSession(signal, triesLeft - 1);
  }
}

/** The session of the user, or null. */
export const sessionQuery = queryOptions({
  queryKey: keyOf(getSession, {}),
  queryFn: async ({ client, signal }): Promise<Session | null> => {
    if (!hasRoleCookie()) {
      forgetLastState();
      return null;
    }
    try {
      const session = await loadSession(signal);
      storeSession(session);
      return session;
    } catch (error) {
      if (error instanceof CallFailed && [401, 440].includes(error.problem.status)) {
        forgetLastState();
        return null;
      }
      const kept = error instanceof ServerUnreachable ? restoreLastState(client) : undefined;
      if (kept) return kept;
      throw error;
    }
  },
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
});

/** The server sets a readable `role` beside the token; without it there is no session to load. */
export function hasRoleCookie(): boolean {
  return document.cookie.split("; ").some((cookie) => cookie.startsWith("role=") && cookie !== "role=");
}

/** The session of a screen that requires one. @throws without one, which the route's guard prevents */
export function useSession(): Session {
  const { data } = useQuery(sessionQuery);
  if (!data) throw new Error("This screen needs a session.");
  return data;
}

/** The first screen of a user after login. Source: product page "Who uses it". */
export function landingPath(session: Session): string {
  return session.role.id === roles.pumpCustomer
    ? "/admin/dashboard"
    : `/admin/building/${session.building.id}/dashboard`;
}

/** Whether a role is among those that a route or screen admits. */
export function admits(access: "public" | readonly RoleId[], role: RoleId): boolean {
  return access === "public" || access.includes(role);
}
