import { PAGE_SIZE, PAGE_SIZES, type PageSize, ROWS_BEFORE_MAX } from "@verandah/contract/paging.ts";

import { type SearchChange, type SearchFields, searchText } from "../../search-state.ts";

interface GridSort {
  readonly column: string;
  readonly order: "asc" | "desc";
}

/** The user's choices in a grid: the page from 1, its rows, one column to sort by, and a text for each column to filter by. */
export interface GridState {
  readonly page: number;
  /** Of a page. */
  readonly rows: PageSize;
  readonly sort: GridSort;
  readonly filters: Readonly<Record<string, string>>;
}

/** Fields of the address that hold a grid's state, and their values. */
export interface GridAddress {
  /** Before each field, where a screen has several grids. */
  readonly prefix: string;
  /** Columns with a filter. */
  readonly columns: readonly string[];
  /** Columns that can be sorted, where more than those. */
  readonly sorted?: readonly string[];
  readonly sortedBy: GridSort;
}

/** Reads a grid's state from the address; invalid parts are ignored. */
export function readGridState(search: SearchFields, address: GridAddress): GridState {
  const { prefix, columns, sorted = columns, sortedBy } = address;
  const page = Number(search[`${prefix}page`] ?? 1);
  const column = searchText(search[`${prefix}sort`]);
  const order = search[`${prefix}order`];
  const filters = columns.flatMap((name) => {
    const text = searchText(search[`${prefix}filter.${name}`]);
    return text === undefined ? [] : [[name, text] as const];
  });
  return {
    page: Number.isInteger(page) && page >= 1 && page <= ROWS_BEFORE_MAX / PAGE_SIZE ? page : 1,
    rows: PAGE_SIZES.find((rows) => rows === Number(search[`${prefix}rows`])) ?? PAGE_SIZE,
    sort: {
      column: column !== undefined && sorted.includes(column) ? column : sortedBy.column,
      order: order === "asc" || order === "desc" ? order : sortedBy.order,
    },
    filters: Object.fromEntries(filters),
  };
}

/** A grid's state as fields of the address, without default values. */
export function gridSearch(state: GridState, { prefix, columns, sortedBy }: GridAddress): SearchChange {
  const isFirstSort = state.sort.column === sortedBy.column && state.sort.order === sortedBy.order;
  return {
    [`${prefix}page`]: state.page === 1 ? undefined : state.page,
    [`${prefix}rows`]: state.rows === PAGE_SIZE ? undefined : state.rows,
    [`${prefix}sort`]: isFirstSort ? undefined : state.sort.column,
    [`${prefix}order`]: isFirstSort ? undefined : state.sort.order,
    ...Object.fromEntries(columns.map((name) => [`${prefix}filter.${name}`, state.filters[name]])),
  };
}

/** A grid's state as the fields of a call that pages. */
export function gridFields(state: GridState): Record<string, string | number> {
  return {
    page: state.page,
    ...(state.rows !== PAGE_SIZE && { rows: state.rows }),
    sort: state.sort.column,
    order: state.sort.order,
    ...Object.fromEntries(Object.entries(state.filters).map(([name, text]) => [`filter.${name}`, text])),
  };
}
