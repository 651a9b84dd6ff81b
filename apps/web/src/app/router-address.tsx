import { Outlet, useRouter, useSearch } from "@tanstack/react-router";
import { useMemo } from "react";

import { AddressContext, type SearchChange, type SearchFields } from "#shared/search-state.ts";

/** The screens of the router, with its address. */
export function RouterAddress() {
  const router = useRouter();
  const search: SearchFields = useSearch({ strict: false });
  const actions = useMemo(() => {
    const to = (fields: SearchChange) => ({
      to: "." as const,
      search: (before: SearchFields) => ({ ...before, ...fields }),
    });
    return {
      change: (fields: SearchChange, { replace = false }: { replace?: boolean } = {}) =>
        void router.navigate({ ...to(fields), replace, resetScroll: false }),
      hrefWith: (fields: SearchChange) => router.buildLocation(to(fields)).href,
    };
  }, [router]);
  const address = useMemo(() => ({ search, ...actions }), [search, actions]);
  return (
    <AddressContext value={address}>
      <Outlet />
    </AddressContext>
  );
}
