import {
  type ColumnDef,
  columnFilteringFeature,
  functionalUpdate,
  rowPaginationFeature,
  rowSortingFeature,
  tableFeatures,
  useTable,
} from "@tanstack/react-table";
import type { ReactNode } from "react";

import type { GridState } from "./grid-state.ts";
import type { SetGridState } from "./use-grid-state.ts";

const features = tableFeatures({ rowSortingFeature, columnFilteringFeature, rowPaginationFeature });

export type GridFilterKind =
  | {
      readonly choices: readonly { value: string; label: string }[];
      /** The cells have details that are searched by a text. */
      readonly hasDetails?: boolean;
    }
  | { readonly label: string };

export interface GridColumn<Row> {
  readonly id: string;
  readonly header: string;
  readonly cell: (row: Row) => ReactNode;
  /** Least width, px. */
  readonly width: number;
  readonly isNumber?: boolean;
  /** How the column is filtered when not by a part of its text: the choices, or the question before a number. */
  readonly filter?: GridFilterKind;
  /** A column of buttons is neither sorted nor filtered. */
  readonly isPlain?: boolean;
  readonly isWithoutFilter?: boolean;
  /** Its place when rows become cards: the title, beside the title, a line of its own, or in one line with others. */
  readonly card?: "title" | "action" | "line" | "inline";
}

interface Input<Row extends object> {
  columns: readonly GridColumn<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row, index: number) => string;
  total: number;
  state: GridState;
  onState: SetGridState;
}

/** The table behind a grid; the server pages, sorts and filters. */
export function useGridTable<Row extends object>(input: Input<Row>) {
  const { columns, rows, rowKey, total, state, onState } = input;
  const sorting = [{ id: state.sort.column, desc: state.sort.order === "desc" }];
  const columnFilters = Object.entries(state.filters).map(([id, value]) => ({ id, value }));
  return useTable<typeof features, Row>({
    features,
    columns: columns.map((column): ColumnDef<typeof features, Row> => ({
      id: column.id,
      header: column.header,
      enableSorting: column.isPlain !== true,
      enableColumnFilter: column.isPlain !== true && column.isWithoutFilter !== true,
      accessorFn: () => null,
    })),
    data: rows,
    getRowId: (row, index) => rowKey(row, index),
    manualPagination: true,
    manualSorting: true,
    manualFiltering: true,
    enableSortingRemoval: false,
    sortDescFirst: false,
    rowCount: total,
    state: { sorting, columnFilters, pagination: { pageIndex: state.page - 1, pageSize: state.rows } },
    onSortingChange: (updater) => {
      const [chosen] = functionalUpdate(updater, sorting);
      if (chosen)
        onState({ ...state, page: 1, sort: { column: chosen.id, order: chosen.desc ? "desc" : "asc" } });
    },
    onColumnFiltersChange: (updater) => {
      const next = functionalUpdate(updater, columnFilters).map(({ id, value }) => [id, String(value)]);
      onState({ ...state, page: 1, filters: Object.fromEntries(next) }, { replace: true });
    },
    onPaginationChange: (updater) => {
      const before = { pageIndex: state.page - 1, pageSize: state.rows };
      onState({ ...state, page: functionalUpdate(updater, before).pageIndex + 1 });
    },
  });
}
