import type { AlertEntry } from "@verandah/contract/alarms.ts";
import { PAGE_SIZE } from "@verandah/contract/paging.ts";

import type { GridState } from "#shared/ui/data-grid/grid-state.ts";

/** The page of a list that is already here whole, filtered and sorted as a grid's state says; filters and order go by the messages as they are read. */
export function pageOfAlerts(
  alerts: readonly AlertEntry[],
  state: GridState,
  messageOf: (alert: AlertEntry) => string,
) {
  const cellOf = (alert: AlertEntry, column: string): string | number => {
    if (column === "alarm_code") return alert.alarm_code;
    if (column === "message") return messageOf(alert);
    return column === "Device_name" ? alert.Device_name : alert.Measured_time;
  };
  const matching = alerts.filter((alert) =>
    Object.entries(state.filters).every(([column, text]) =>
      String(cellOf(alert, column)).toLowerCase().includes(text.toLowerCase()),
    ),
  );
  const { column, order } = state.sort;
  const sign = order === "asc" ? 1 : -1;
  const sorted = matching.toSorted((a, b) => sign * compare(cellOf(a, column), cellOf(b, column)));
  const before = (state.page - 1) * PAGE_SIZE;
  return { rows: sorted.slice(before, before + PAGE_SIZE), total: sorted.length, isTotalExact: true };
}

function compare(a: string | number, b: string | number): number {
  return typeof a === "number" && typeof b === "number" ? a - b : String(a).localeCompare(String(b));
}
