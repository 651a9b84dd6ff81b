import {
  dehydrate,
  type DehydratedState,
  hydrate,
  type QueryClient,
  skipToken,
  useQuery,
} from "@tanstack/react-query";
import { getSession, type Session } from "@verandah/contract/auth.ts";

import { endedSessionCode } from "#shared/ended-session.ts";
import { stored } from "#shared/stored-context.ts";

import { keyOf } from "./route-query.ts";

const KEY = "verandah.last-state";
/** Older data says nothing about a building, ms. */
const AGE_MAX_MS = 12 * 3_600_000;

const sessionKey = keyOf(getSession, {});
/** When the newest data of a restored page was loaded; null as soon as the server answers again. */
const restoredKey = ["restored-data-at"];

/** Keeps what the page has loaded when the tab leaves it, for a reload during an outage. It is kept for the tab and the user only. */
export function keepLastState(client: QueryClient): void {
  window.addEventListener("pagehide", () => {
    sessionStorage.removeItem(KEY);
    if (stored("userID") === undefined || endedSessionCode() !== undefined) return;
    const { queries } = dehydrate(client, {
      shouldDehydrateQuery: ({ queryKey, state }) => state.status === "success" && !isOwn(queryKey),
    });
    try {
      sessionStorage.setItem(KEY, JSON.stringify({ session: client.getQueryData(sessionKey), queries }));
    } catch {
      // More than the browser keeps for a tab: a reload during an outage then says only that the server is not reached.
      sessionStorage.removeItem(KEY);
    }
  });
}

/** Shows the kept data again, each with its own age. @returns its session; undefined when nothing is kept */
export function restoreLastState(client: QueryClient): Session | undefined {
  const text = sessionStorage.getItem(KEY);
  if (text === null) return undefined;
  const { session, queries }: { session?: Session; queries: DehydratedState["queries"] } = JSON.parse(text);
  const loadedAt = Math.max(0, ...queries.map(({ state }) => state.dataUpdatedAt));
  if (!session || Date.now() - loadedAt > AGE_MAX_MS) return undefined;
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
