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

import { showCampus } from "#shared/call.ts";
import { endedSessionCode } from "#shared/ended-session.ts";
import { forgetLastState, isStored, LAST_STATE_KEY, stored } from "#shared/stored-context.ts";

import { keyOf } from "../query/route-query.ts";
import { ageAll } from "./readings-store.ts";

const HOUR_MS = 3_600_000;
/** Older data does not describe the present, ms. */
const AGE_MAX_MS = 12 * HOUR_MS;

const sessionKey = keyOf(getSession, {});
/** Time of the newest data of a restored page; null as soon as the server answers again. */
const restoredKey = ["restored-data-at"];

const isFarmer = (session: Session) => session.role.id === roles.pumpCustomer;

/**
 * Stores the loaded data when the user leaves the page, for an outage: per user and tab, and for a farmer until the logout, because a phone
 * closes pages by itself.
 */
export function keepLastState(client: QueryClient): void {
  window.addEventListener("pagehide", keep);
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "hidden") keep();
  });

  function keep(): void {
    const session = client.getQueryData<Session | null>(sessionKey);
    // Unknown yet, or the call is not possible: the earlier data stays.
    if (session === undefined) return;
    forgetLastState();
    if (!session || stored("userID") === undefined || endedSessionCode() !== undefined) return;
    const { queries } = dehydrate(client, {
      shouldDehydrateQuery: ({ queryKey, state }) => state.data !== undefined && !isOwn(queryKey),
    });
    // Data that cannot be loaded again stays, and the page shows its age.
    for (const { state } of queries) Object.assign(state, { status: "success", error: null });
    try {
      const storage = isFarmer(session) ? localStorage : sessionStorage;
      storage.setItem(LAST_STATE_KEY, JSON.stringify({ session, queries }));
    } catch {
      // More than the browser can store: a reload during an outage then only reports that the server is not reachable.
      forgetLastState();
    }
  }
}

/**
 * Restores the stored data, each with its own age.
 *
 * @returns its session; undefined when nothing is stored for this user and campus
 */
export function restoreLastState(client: QueryClient): Session | undefined {
  const text = sessionStorage.getItem(LAST_STATE_KEY) ?? localStorage.getItem(LAST_STATE_KEY);
  if (text === null) return undefined;
  const { session, queries }: { session?: Session; queries: DehydratedState["queries"] } = JSON.parse(text);
  if (!session || !isStored(session)) return undefined;
  const loadedAt = Math.max(0, ...queries.map(({ state }) => state.dataUpdatedAt));
  if (Date.now() - loadedAt > (isFarmer(session) ? CUSTOMER_DATA_LIFETIME_MS : AGE_MAX_MS)) return undefined;
  showCampus(session.campus.id);
  hydrate(client, { queries });
  ageAll(client);
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

/** Time of the newest data, ms, while the page shows stored data because the server is not reachable. */
export function useRestoredDataAt(): number | null {
  const { data } = useQuery<number | null>({ queryKey: restoredKey, queryFn: skipToken });
  return data ?? null;
}
