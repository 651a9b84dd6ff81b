import { useLingui } from "@lingui/react/macro";
import { Box, Checkbox } from "@mantine/core";
import { type ReactNode, useEffect, useId, useState } from "react";

import { GridFooter, pagesOf } from "./grid-footer.tsx";
import { GridHeadCell } from "./grid-head-cell.tsx";
import { GridNotice, GridOutdated, GridSkeleton } from "./grid-notice.tsx";
import type { GridState } from "./grid-state.ts";
import type { SetGridState } from "./use-grid-state.ts";
import { type GridColumn, useGridTable } from "./use-grid-table.ts";

import classes from "./data-grid.module.css";

/** Boxes in front of the first column's cells, and one in its header for all rows of the page. */
interface GridSelection<Row> {
  has: (row: Row) => boolean;
  select: (rows: readonly Row[], isSelected: boolean) => void;
  /** Names the box of a row. */
  labelOf: (row: Row) => string;
}

interface Props<Row extends object> {
  label: string;
  columns: readonly GridColumn<Row>[];
  rowKey: (row: Row, index: number) => string;
  /** Undefined until the first answer. */
  page: { rows: readonly Row[]; total: number; isTotalExact: boolean } | undefined;
  state: GridState;
  onState: SetGridState;
  /** Other rows are on their way; those of before stay meanwhile. */
  isLoadingOther?: boolean;
  error?: string | undefined;
  onRetry: () => void;
  emptyText: string;
  /** Undefined: rows cannot be selected. */
  selection?: GridSelection<Row> | undefined;
  /** On a narrow screen: a frame that scrolls horizontally, or one card per row. */
  narrow?: "scroll" | "cards";
}

/** Rows that the server pages, sorts and filters: ten a page, or more by choice. */
export function DataGrid<Row extends object>(props: Props<Row>) {
  const { label, columns, page, state, onState, error, selection, narrow = "scroll" } = props;
  const { t } = useLingui();
  const rows = page?.rows ?? [];
  const total = page?.total ?? 0;
  const table = useGridTable({ columns, rows, rowKey: props.rowKey, total, state, onState });
  const [widths, setWidths] = useState<Readonly<Record<string, number | undefined>>>({});
  const byId = new Map(columns.map((column) => [column.id, column]));

  const selectedCount = selection ? rows.filter(selection.has).length : 0;
  const [firstColumn] = columns;

  const lastPage = pagesOf(total, state.rows);
  const isBehindEnd = page !== undefined && !props.isLoadingOther && state.page > lastPage;
  useEffect(() => {
    if (isBehindEnd) onState({ ...state, page: lastPage }, { replace: true });
  });

  return (
    <div className={classes["grid"]} data-narrow={narrow}>
      {page && error && <GridOutdated error={error} onRetry={props.onRetry} />}
      {/* A frame that scrolls must be reachable by the keyboard. */}
      <Box className={classes["frame"] ?? ""} role="region" aria-label={label} tabIndex={0}>
        <table
          aria-label={label}
          aria-busy={!page && !error}
          className={classes["table"]}
          data-dimmed={props.isLoadingOther}
        >
          <thead>
            {table.getHeaderGroups().map((group) => (
              <tr key={group.id} className={classes["headers"]}>
                {group.headers.map(({ column }) => {
                  const own = byId.get(column.id);
                  return (
                    own && (
                      <GridHeadCell
                        key={column.id}
                        column={own}
                        sorted={column.getIsSorted()}
                        filter={state.filters[column.id] ?? ""}
                        chosenWidth={widths[column.id]}
                        box={
                          selection &&
                          own === firstColumn && (
                            <SelectBox
                              label={t`Select all of this page of ${label}`}
                              isSelected={rows.length > 0 && selectedCount === rows.length}
                              isPartlySelected={selectedCount > 0 && selectedCount < rows.length}
                              isDisabled={rows.length === 0}
                              onChange={(isSelected) => selection.select(rows, isSelected)}
                            />
                          )
                        }
                        onResize={(width) => setWidths((before) => ({ ...before, [column.id]: width }))}
                        onSort={() => column.toggleSorting()}
                        onFilter={(text) => column.setFilterValue(text || undefined)}
                      />
                    )
                  );
                })}
              </tr>
            ))}
          </thead>
          <tbody className={classes["body"]}>
            {table.getRowModel().rows.map((row) => (
              <tr key={row.id} className={classes["row"]} data-selected={selection?.has(row.original)}>
                {columns.map((column) => (
                  <td
                    key={column.id}
                    className={classes["cell"]}
                    data-number={column.isNumber}
                    data-card={column.card}
                  >
                    {selection && column === firstColumn ? (
                      <WithBox
                        box={
                          <SelectBox
                            label={selection.labelOf(row.original)}
                            isSelected={selection.has(row.original)}
                            onChange={(isSelected) => selection.select([row.original], isSelected)}
                          />
                        }
                      >
                        {column.cell(row.original)}
                      </WithBox>
                    ) : (
                      column.cell(row.original)
                    )}
                  </td>
                ))}
              </tr>
            ))}
            {!page && !error && <GridSkeleton columns={columns.length} />}
            {rows.length === 0 && (page ?? error) && (
              <GridNotice
                columns={columns.length}
                error={page ? undefined : error}
                emptyText={props.emptyText}
                isFiltered={Object.keys(state.filters).length > 0}
                onRetry={props.onRetry}
                onClear={() => onState({ ...state, page: 1, filters: {} })}
              />
            )}
          </tbody>
        </table>
      </Box>
      <GridFooter
        label={label}
        page={Math.min(state.page, lastPage)}
        total={page?.total}
        isTotalExact={page?.isTotalExact ?? true}
        pageRows={state.rows}
        onPage={(next) => table.setPageIndex(next - 1)}
        onPageRows={(next) => {
          // The first row of the page stays in sight.
          const first = (state.page - 1) * state.rows;
          onState({ ...state, rows: next, page: Math.floor(first / next) + 1 });
        }}
      />
    </div>
  );
}

function WithBox({ box, children }: { box: ReactNode; children: ReactNode }) {
  return (
    <div className={classes["selectable"]}>
      {box}
      <div>{children}</div>
    </div>
  );
}

interface BoxProps {
  label: string;
  isSelected: boolean;
  isPartlySelected?: boolean;
  isDisabled?: boolean;
  onChange: (isSelected: boolean) => void;
}

/** A box with a larger target than its drawing. */
function SelectBox({ label, isSelected, isPartlySelected = false, isDisabled = false, onChange }: BoxProps) {
  const id = useId();
  return (
    <label className={classes["box"]} htmlFor={id}>
      <Checkbox
        id={id}
        size="xs"
        aria-label={label}
        checked={isSelected}
        indeterminate={isPartlySelected}
        disabled={isDisabled}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
    </label>
  );
}
