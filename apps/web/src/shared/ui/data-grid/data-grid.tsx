import { useLingui } from "@lingui/react/macro";
import { Checkbox, Box, Button, Group, Skeleton, Stack, Text } from "@mantine/core";
import { IconAlertCircle, IconInbox, IconRefreshAlert } from "@tabler/icons-react";
import { PAGE_SIZE } from "@verandah/contract/paging.ts";
import { useEffect, useId, useState } from "react";

import { refusalText } from "../../texts/field-text.ts";
import { type GridColumn, withPlaces } from "./columns.ts";
import { GridFilter } from "./grid-filter.tsx";
import { GridFooter, pagesOf } from "./grid-footer.tsx";
import { GridResizer } from "./grid-resizer.tsx";
import type { GridState } from "./grid-state.ts";
import { BodyCell, HeadCell, TableFrame } from "./table-parts.tsx";
import type { SetGridState } from "./use-grid-state.ts";

import classes from "./data-grid.module.css";

/** Boxes in front of the first column's cells, and one in its header for all rows of the page. */
interface GridSelection<Row> {
  has: (row: Row) => boolean;
  select: (rows: readonly Row[], isSelected: boolean) => void;
  /** Names the box of a row. */
  labelOf: (row: Row) => string;
}

/** The query of a page, or a page that is made in the browser. */
interface GridPages<Row> {
  /** Undefined until the first answer. */
  data: { rows: readonly Row[]; total: number; isTotalExact: boolean } | undefined;
  /** Other rows are on their way; those of before stay meanwhile. */
  isPlaceholderData?: boolean;
  error?: unknown;
  refetch?: () => unknown;
}

interface Props<Row extends object> {
  label: string;
  columns: readonly GridColumn<Row>[];
  rowKey: (row: Row, index: number) => string;
  of: GridPages<Row>;
  state: GridState;
  onState: SetGridState;
  emptyText: string;
  /** Undefined: rows cannot be selected. */
  selection?: GridSelection<Row> | undefined;
}

/**
 * Rows that are paged, sorted and filtered: ten a page, or more by choice. On a narrow screen each is a card, with the first column as
 * its title and the others in lines, unless they say otherwise.
 */
export function DataGrid<Row extends object>(props: Props<Row>) {
  const { label, of, state, onState, selection } = props;
  const { t } = useLingui();
  const { data: page, isPlaceholderData: isLoadingOther = false } = of;
  const error = of.error ? refusalText(of.error) : undefined;
  const retry = () => void of.refetch?.();
  const columns = withPlaces(props.columns, "inline");
  const rows = page?.rows ?? [];
  const total = page?.total ?? 0;
  const [widths, setWidths] = useState<Readonly<Record<string, number | undefined>>>({});
  const { sort, filters } = state;

  const selectedCount = selection ? rows.filter(selection.has).length : 0;
  const [firstColumn] = columns;

  const lastPage = pagesOf(total, state.rows);
  const isBehindEnd = page !== undefined && !isLoadingOther && state.page > lastPage;
  useEffect(() => {
    if (isBehindEnd) onState({ ...state, page: lastPage }, { replace: true });
  });

  return (
    <div className={classes["grid"]} data-narrow="cards">
      {page && error && <GridOutdated error={error} onRetry={retry} />}
      <TableFrame
        label={label}
        isBusy={!page && !error}
        isDimmed={isLoadingOther}
        head={columns.map((column) => {
          const { id, header, width } = column;
          const order = sort.column === id && sort.order;
          return (
            <HeadCell
              key={id}
              column={column}
              onSort={
                column.isPlain
                  ? undefined
                  : () =>
                      onState({
                        ...state,
                        page: 1,
                        sort: { column: id, order: order === "asc" ? "desc" : "asc" },
                      })
              }
              sorted={order}
              chosenWidth={widths[id]}
              box={
                selection &&
                column === firstColumn && (
                  <SelectBox
                    label={t`Select all of this page of ${label}`}
                    isSelected={rows.length > 0 && selectedCount === rows.length}
                    isPartlySelected={selectedCount > 0 && selectedCount < rows.length}
                    isDisabled={rows.length === 0}
                    onChange={(isSelected) => selection.select(rows, isSelected)}
                  />
                )
              }
              filter={
                !column.isWithoutFilter && (
                  <GridFilter
                    header={header}
                    kind={column.filter}
                    value={filters[id] ?? ""}
                    onChange={(text) => {
                      const { [id]: _, ...others } = filters;
                      onState(
                        { ...state, page: 1, filters: text ? { ...others, [id]: text } : others },
                        { replace: true },
                      );
                    }}
                  />
                )
              }
              resizer={
                column.card !== "action" && (
                  <GridResizer
                    header={header}
                    leastWidth={width}
                    width={widths[id]}
                    onResize={(chosen) => setWidths((before) => ({ ...before, [id]: chosen }))}
                  />
                )
              }
            />
          );
        })}
      >
        {rows.map((row, index) => (
          <tr key={props.rowKey(row, index)} className={classes["row"]} data-selected={selection?.has(row)}>
            {columns.map((column) => (
              <BodyCell
                key={column.id}
                column={column}
                row={row}
                box={
                  selection &&
                  column === firstColumn && (
                    <SelectBox
                      label={selection.labelOf(row)}
                      isSelected={selection.has(row)}
                      onChange={(isSelected) => selection.select([row], isSelected)}
                    />
                  )
                }
              />
            ))}
          </tr>
        ))}
        {!page && !error && <GridSkeleton columns={columns.length} />}
        {rows.length === 0 && (page ?? error) && (
          <GridNotice
            columns={columns.length}
            error={page ? undefined : error}
            emptyText={props.emptyText}
            isFiltered={Object.keys(filters).length > 0}
            onRetry={retry}
            onClear={() => onState({ ...state, page: 1, filters: {} })}
          />
        )}
      </TableFrame>
      <GridFooter
        // A new one replaces the empty one of the placeholder, which would move.
        key={String(page === undefined)}
        label={label}
        page={Math.min(state.page, lastPage)}
        total={page?.total}
        isTotalExact={page?.isTotalExact ?? true}
        pageRows={state.rows}
        onPage={(next) => onState({ ...state, page: next })}
        onPageRows={(next) => {
          // The first row of the page stays in sight.
          const first = (state.page - 1) * state.rows;
          onState({ ...state, rows: next, page: Math.floor(first / next) + 1 });
        }}
      />
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

/** Placeholder rows with the final size while the first ones are loaded. */
function GridSkeleton({ columns }: { columns: number }) {
  return Array.from({ length: PAGE_SIZE }, (_, row) => (
    <tr key={row} aria-hidden className={classes["row"]}>
      {Array.from({ length: columns }, (__, column) => (
        <td key={column} className={classes["cell"]}>
          <Skeleton height={12} width={column === 0 ? "80%" : "55%"} radius="sm" />
        </td>
      ))}
    </tr>
  ));
}

interface GridNoticeProps {
  columns: number;
  /** Why there are no rows; undefined: there are none. */
  error: string | undefined;
  emptyText: string;
  isFiltered: boolean;
  onRetry: () => void;
  onClear: () => void;
}

/** Explains why no rows are shown, and what to do next. */
function GridNotice({ columns, error, emptyText, isFiltered, onRetry, onClear }: GridNoticeProps) {
  const { t } = useLingui();
  const Icon = error ? IconAlertCircle : IconInbox;
  return (
    <tr>
      <Box component="td" colSpan={columns} h={200} p={0}>
        <Stack align="center" gap={8} p={24} className={classes["noticeText"] ?? ""}>
          <Icon size={26} stroke={1.5} aria-hidden />
          <Text size="sm" c={error ? "var(--mantine-color-error)" : "dimmed"}>
            {error ?? (isFiltered ? t`Nothing matches the filter.` : emptyText)}
          </Text>
          {error ? (
            <Button size="xs" variant="default" onClick={onRetry}>{t`Try again`}</Button>
          ) : (
            isFiltered && (
              <Button size="xs" variant="default" onClick={onClear}>{t`Clear all filters`}</Button>
            )
          )}
        </Stack>
      </Box>
    </tr>
  );
}

/** Shows above the rows that the last refresh failed, so the rows may be outdated. */
function GridOutdated({ error, onRetry }: { error: string; onRetry: () => void }) {
  const { t } = useLingui();
  return (
    <Group wrap="nowrap" gap={8} py={6} c="var(--text-low)" role="status">
      <IconRefreshAlert size={16} aria-hidden />
      <Text size="sm">{t`Not up to date: ${error}`}</Text>
      <Button size="compact-xs" flex="none" variant="default" onClick={onRetry}>{t`Try again`}</Button>
    </Group>
  );
}
