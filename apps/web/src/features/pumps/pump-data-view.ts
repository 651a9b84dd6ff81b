import { PUMP_DATA_DAYS_MAX, pumpColumns } from "@verandah/contract/pumps/pumps.ts";

import { type GridAddress, gridFields } from "#shared/ui/data-grid/grid-state.ts";
import { useGridState } from "#shared/ui/data-grid/use-grid-state.ts";
import { useTimeRange } from "#shared/ui/time-range/use-time-range.ts";

const address: GridAddress = {
  prefix: "",
  columns: pumpColumns,
  sortedBy: { column: "date", order: "desc" },
};

/** The times until now that the server follows, hours. */
const hoursOf = { "1h": 1, "24h": 24 } as const;

/** The range and the state of the grid in the address. Source: spec 2 §2 Solar pump dashboard (the last 24 hours by default). */
export function usePumpDataView(ssid: string) {
  const range = useTimeRange({
    first: "24h",
    maxDays: PUMP_DATA_DAYS_MAX,
    ignoresKept: true,
    clears: { page: undefined },
  });
  const [grid, setGrid] = useGridState(address);
  const { name, instants } = range;
  const time = name === "1h" || name === "24h" ? { hours: hoursOf[name] } : instants;
  return {
    range,
    grid,
    setGrid,
    /** The fields of the calls. */
    fields: { ssid, ...time, ...gridFields(grid) },
  };
}
