import { useEffect, useEffectEvent } from "react";

import { useSearchState } from "#shared/search-state.ts";

/** Opens the form that a link to the screen asks for, as `new=schedule`. It leaves the address, so that a closed form stays closed. */
export function useAskedForm(name: string, open: () => void): void {
  const [search, change] = useSearchState();
  const isAsked = search["new"] === name;
  const openForm = useEffectEvent(open);
  useEffect(() => {
    if (!isAsked) return;
    change({ new: undefined }, { replace: true });
    openForm();
  }, [isAsked, change]);
}
