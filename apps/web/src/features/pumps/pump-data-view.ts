import { PUMP_DATA_HOURS, pumpColumns } from "@verandah/contract/pumps/pumps.ts";

import { searchText, useSearchState } from "#shared/search-state.ts";
import { type GridAddress, gridFields } from "#shared/ui/data-grid/grid-state.ts";
import { useGridState } from "#shared/ui/data-grid/use-grid-state.ts";

const address: GridAddress = {
  prefix: "",
  columns: pumpColumns,
  sortedBy: { column: "date", order: "desc" },
};

/** The rows of the address: a time until now, or a range of two instants; and the state of the grid. */
export function usePumpDataView(ssid: string) {
  const [search, change] = useSearchState();
  const [grid, setGrid] = useGridState(address);
  const [from, to] = [searchText(search["from"]), searchText(search["to"])];
  const isRange =
    from !== undefined &&
    to !== undefined &&
    !Number.isNaN(Date.parse(from)) &&
    !Number.isNaN(Date.parse(to));
  const hours = search["hours"] === 1 ? 1 : PUMP_DATA_HOURS;
  return {
    hours,
    range: isRange ? { from, to } : undefined,
    grid,
    setGrid,
    /** The fields of the calls. */
    fields: { ssid, ...(isRange ? { from, to } : { hours }), ...gridFields(grid) },
    showRange: (range: { from: string; to: string }) =>
      change({ ...range, hours: undefined, page: undefined }),
    showLastHour: () => change({ from: undefined, to: undefined, hours: 1, page: undefined }),
  };
}
