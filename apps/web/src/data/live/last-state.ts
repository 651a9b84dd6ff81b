import {
  dehydrate,
  type DehydratedState,
  hydrate,
  type QueryClient,
  skipToken,
  useQuery,
} from "@tanstack/react-query";
import { CUSTOMER_DATA_LIFETIME_MS, getSession, type Session } from "@verandah/contract/auth/auth.ts";
import { roles } from "@verandah/contract/roles.ts";

import { endedSessionCode } from "#shared/ended-session.ts";
import { forgetLastState, LAST_STATE_KEY, stored } from "#shared/stored-context.ts";

import { keyOf } from "../query/route-query.ts";

const HOUR_MS = 3_600_000;
/** Older data says nothing about a building, ms. */
const AGE_MAX_MS = 12 * HOUR_MS;

const sessionKey = keyOf(getSession, {});
/** When the newest data of a restored page was loaded; null as soon as the server answers again. */
const restoredKey = ["restored-data-at"];

const isFarmer = (session: Session) => session.role.id === roles.pumpCustomer;

/**
 * Keeps what the page has loaded when the user leaves it, for an outage: for the user and the tab, and for a farmer until the logout, as a
 * phone closes pages by itself.
 */
export function keepLastState(client: QueryClient): void {
  window.addEventListener("pagehide", keep);
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "hidden") keep();
  });

  function keep(): void {
    const session = client.getQueryData<Session | null>(sessionKey);
    // Not known yet, or not to be asked for: the data of before stays.
    if (session === undefined) return;
    forgetLastState();
    if (!session || stored("userID") === undefined || endedSessionCode() !== undefined) return;
    const { queries } = dehydrate(client, {
      shouldDehydrateQuery: ({ queryKey, state }) => state.data !== undefined && !isOwn(queryKey),
    });
    // Data stays when it cannot be loaded again, which the page shows by its age.
    for (const { state } of queries) Object.assign(state, { status: "success", error: null });
    try {
      const storage = isFarmer(session) ? localStorage : sessionStorage;
      storage.setItem(LAST_STATE_KEY, JSON.stringify({ session, queries }));
    } catch {
      // More than the browser keeps: a reload during an outage then says only that the server is not reached.
      forgetLastState();
    }
  }
}

/** Shows the kept data again, each with its own age. @returns its session; undefined when nothing is kept for this user */
export function restoreLastState(client: QueryClient): Session | undefined {
  const text = sessionStorage.getItem(LAST_STATE_KEY) ?? localStorage.getItem(LAST_STATE_KEY);
  if (text === null) return undefined;
  const { session, queries }: { session?: Session; queries: DehydratedState["queries"] } = JSON.parse(text);
  if (!session || stored("userID") !== String(session.user.id)) return undefined;
  const loadedAt = Math.max(0, ...queries.map(({ state }) => state.dataUpdatedAt));
  if (Date.now() - loadedAt > (isFarmer(session) ? CUSTOMER_DATA_LIFETIME_MS : AGE_MAX_MS)) return undefined;
  hydrate(client, { queries });
  client.setQueryData(restoredKey, loadedAt);
  const unsubscribe = client.getQueryCache().subscribe((event) => {
    if (event.type !== "updated" || event.action.type !== "success" || event.action.manual) return;
    if (isOwn(event.query.queryKey)) return;
    unsubscribe();
    client.setQueryData(restoredKey, null);
    void client.invalidateQueries({ predicate: ({ queryKey }) => !isOwn(queryKey) });
  });
  return session;
}

const isOwn = ([first]: readonly unknown[]) => first === sessionKey[0] || first === restoredKey[0];

/** When the newest data was loaded, ms, while the page shows kept data because the server cannot be reached. */
export function useRestoredDataAt(): number | null {
  const { data } = useQuery<number | null>({ queryKey: restoredKey, queryFn: skipToken });
  return data ?? null;
}
