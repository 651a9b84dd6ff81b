import type { GridColumn, SortKey, TableColumn } from "./columns.ts";
import type { GridState } from "./grid-state.ts";

/** A page of a complete list, filtered and sorted by a grid's state. */
export function localPageOf<Row>(
  all: readonly Row[],
  state: GridState,
  columns: readonly GridColumn<Row>[],
): { rows: readonly Row[]; total: number; isTotalExact: boolean } {
  const byId = new Map(columns.map((column) => [column.id, column]));
  const matching = all.filter((row) =>
    Object.entries(state.filters).every(([id, wanted]) => {
      const text = byId.get(id)?.text?.(row) ?? "";
      return String(text).toLowerCase().includes(wanted.toLowerCase());
    }),
  );
  const sorted = sortRows(matching, byId.get(state.sort.column), state.sort.order);
  const before = (state.page - 1) * state.rows;
  return { rows: sorted.slice(before, before + state.rows), total: sorted.length, isTotalExact: true };
}

/** In the order of a column; texts in natural order, 2 before 10. A row without a key comes last in both orders. */
export function sortRows<Row>(
  rows: readonly Row[],
  by: Pick<TableColumn<Row>, "sortKey" | "text"> | undefined,
  order: "asc" | "desc" = "asc",
): readonly Row[] {
  const keyOf = by?.sortKey ?? by?.text;
  if (!keyOf) return rows;
  const sign = order === "asc" ? 1 : -1;
  return rows.toSorted((first, second) => {
    const [a, b] = [keyOf(first), keyOf(second)];
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    return sign * compare(a, b);
  });
}

function compare(a: SortKey, b: SortKey): number {
  return typeof a === "number" && typeof b === "number"
    ? a - b
    : String(a).localeCompare(String(b), undefined, { numeric: true });
}
