import { useLocation, useNavigate, useParams } from "@tanstack/react-router";

import { searchText, useSearchState } from "../search-state.ts";

/** The metric of a floor's map, which the path or the search names, otherwise the temperature; and a function that chooses another one. */
export function useMapMetric<M extends string>(
  shown: readonly [M, ...M[]],
): [metric: M, choose: (next: string) => void] {
  const [search, change] = useSearchState();
  const { param } = useParams({ strict: false });
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const named = param ?? searchText(search["metric"]) ?? "temperature";
  const metric = shown.find((one) => one === named) ?? shown[0];

  function choose(next: string): void {
    if (param === undefined) change({ metric: next }, { replace: true });
    else
      void navigate({
        to: pathname.replace(`/${param}`, `/${next}`),
        search: true,
        replace: true,
        resetScroll: false,
      });
  }
  return [metric, choose];
}
