import { Box } from "@mantine/core";
import { useState } from "react";

import { type TableColumn, withPlaces } from "./columns.ts";
import { GridFooter, pagesOf } from "./grid-footer.tsx";
import { sortRows } from "./local-page.ts";
import { BodyCell, HeadCell, TableFrame } from "./table-parts.tsx";

import classes from "./data-grid.module.css";

/** A longer list has pages: thousands of rows would take the browser half a minute. */
const PAGE_ROWS = 100;

interface Props<Row> {
  label: string;
  /**
   * False: left out. A click on a header sorts, if its column has a `text` or a `sortKey`. In cards the first is the title, and each other a field with its
   * header, unless they say otherwise.
   */
  columns: readonly (TableColumn<Row> | false)[];
  /** In the order shown until a header is clicked. */
  rows: readonly Row[];
  rowKey: (row: Row) => string | number;
  /** The row that an address or a checkbox names. */
  isChosen?: (row: Row) => boolean;
  emptyText?: string;
  /** On a narrow screen: one card per row, or a frame that scrolls horizontally, for a few short columns. */
  narrow?: "cards" | "scroll";
}

/** Rows that are all in the browser. */
export function DataTable<Row>(props: Props<Row>) {
  const { label, rows, rowKey, isChosen, emptyText, narrow = "cards" } = props;
  const [sort, setSort] = useState<{ header: string; order: "asc" | "desc" }>();
  const [page, setPage] = useState<number>();
  const columns = withPlaces(
    props.columns.filter((column) => column !== false),
    "field",
  );
  const sortedBy = columns.find(({ header }) => header === sort?.header);
  const sorted = sortRows(rows, sortedBy, sort?.order);
  const chosenAt = isChosen ? Math.max(0, sorted.findIndex(isChosen)) : 0;
  const pageShown = Math.min(page ?? Math.floor(chosenAt / PAGE_ROWS) + 1, pagesOf(rows.length, PAGE_ROWS));
  const before = (pageShown - 1) * PAGE_ROWS;
  return (
    <div className={classes["grid"]} data-narrow={narrow}>
      <TableFrame
        label={label}
        head={columns.map((column) => {
          const { header } = column;
          const order = sort?.header === header && sort.order;
          return (
            <HeadCell
              key={header}
              column={column}
              sorted={order}
              onSort={
                (column.sortKey ?? column.text) &&
                (() => setSort({ header, order: order === "asc" ? "desc" : "asc" }))
              }
            />
          );
        })}
      >
        {sorted.slice(before, before + PAGE_ROWS).map((row) => (
          <tr key={rowKey(row)} className={classes["row"]} data-selected={isChosen?.(row)}>
            {columns.map((column) => (
              <BodyCell key={column.header} column={column} row={row} />
            ))}
          </tr>
        ))}
        {rows.length === 0 && emptyText && (
          <tr>
            <Box component="td" colSpan={columns.length} p={16} ta="center" c="dimmed">
              {emptyText}
            </Box>
          </tr>
        )}
      </TableFrame>
      {rows.length > PAGE_ROWS && (
        <GridFooter
          label={label}
          page={pageShown}
          total={rows.length}
          pageRows={PAGE_ROWS}
          onPage={setPage}
        />
      )}
    </div>
  );
}
