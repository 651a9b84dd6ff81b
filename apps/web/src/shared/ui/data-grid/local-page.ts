import type { GridState } from "./grid-state.ts";

type Cell = string | number;

/**
 * A page of a complete list, filtered and sorted by a grid's state. `cellOf` is the shown text, `keyOf` the key of the order, where it
 * differs.
 */
export function localPageOf<Row>(
  all: readonly Row[],
  state: GridState,
  cellOf: (row: Row, column: string) => Cell,
  keyOf = cellOf,
): { rows: Row[]; total: number; isTotalExact: boolean } {
  const matching = all.filter((row) =>
    Object.entries(state.filters).every(([column, text]) =>
      String(cellOf(row, column)).toLowerCase().includes(text.toLowerCase()),
    ),
  );
  const { column, order } = state.sort;
  const sign = order === "asc" ? 1 : -1;
  const sorted = matching.toSorted((a, b) => sign * compare(keyOf(a, column), keyOf(b, column)));
  const before = (state.page - 1) * state.rows;
  return { rows: sorted.slice(before, before + state.rows), total: sorted.length, isTotalExact: true };
}

function compare(a: Cell, b: Cell): number {
  return typeof a === "number" && typeof b === "number" ? a - b : String(a).localeCompare(String(b));
}
