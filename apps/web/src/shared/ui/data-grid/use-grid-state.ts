import { useMemo } from "react";

import { useSearchState } from "../../search-state.ts";
import { type GridAddress, gridSearch, type GridState, readGridState } from "./grid-state.ts";

export type SetGridState = (state: GridState, options?: { replace?: boolean }) => void;

/** A grid's state, kept in the address: reload, back and a pasted link show the same. `address` must be stable. */
export function useGridState(address: GridAddress): [GridState, SetGridState] {
  const [search, change] = useSearchState();
  const state = useMemo(() => readGridState(search, address), [search, address]);
  return [state, (next, options) => change(gridSearch(next, address), options)];
}
