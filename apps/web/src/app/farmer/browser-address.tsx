import { type ReactNode, useMemo, useSyncExternalStore } from "react";

import { AddressContext, type SearchChange, type SearchFields } from "#shared/search-state.ts";

export const LOGIN_PATH = "/login";

/** Values as the app's router writes them: JSON, and texts without quotes where they are no JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

const textOf = (value: unknown): string =>
  typeof value === "string" && parsed(value) === value ? value : JSON.stringify(value);

const fieldsOf = (query: string): SearchFields =>
  Object.fromEntries(Array.from(new URLSearchParams(query), ([name, text]) => [name, parsed(text)]));

function hrefWith(fields: SearchChange): string {
  const { pathname, search } = window.location;
  const all = Object.entries({ ...fieldsOf(search), ...fields });
  const known = all.flatMap(([name, value]) => (value === undefined ? [] : [[name, textOf(value)]]));
  const query = new URLSearchParams(known).toString();
  return query === "" ? pathname : `${pathname}?${query}`;
}

const CHANGED = "verandah:address";

/** Changes the address without loading the page. */
export function showAddress(href: string, { replace = false }: { replace?: boolean } = {}): void {
  if (replace) window.history.replaceState(null, "", href);
  else window.history.pushState(null, "", href);
  window.dispatchEvent(new Event(CHANGED));
}

const change = (fields: SearchChange, options?: { replace?: boolean }) =>
  showAddress(hrefWith(fields), options);

function subscribe(onChange: () => void): () => void {
  const names = ["popstate", CHANGED];
  for (const name of names) window.addEventListener(name, onChange);
  return () => {
    for (const name of names) window.removeEventListener(name, onChange);
  };
}

/** The browser's address for a page without a router. */
export function BrowserAddress({ children }: { children: ReactNode }) {
  const query = useSyncExternalStore(subscribe, () => window.location.search);
  const address = useMemo(() => ({ search: fieldsOf(query), change, hrefWith }), [query]);
  return <AddressContext value={address}>{children}</AddressContext>;
}
