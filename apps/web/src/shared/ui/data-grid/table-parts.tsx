import { useLingui } from "@lingui/react/macro";
import { Box, Group, UnstyledButton, VisuallyHidden } from "@mantine/core";
import { IconArrowDown, IconArrowUp } from "@tabler/icons-react";
import type { ReactNode } from "react";

import type { TableColumn } from "./columns.ts";

import classes from "./data-grid.module.css";

interface FrameProps {
  label: string;
  isBusy?: boolean;
  isDimmed?: boolean | undefined;
  /** Cells of the head. */
  head: ReactNode;
  /** Rows of the body. */
  children: ReactNode;
}

/** The table in a frame that scrolls horizontally, and is thus reachable by the keyboard. */
export function TableFrame({ label, isBusy, isDimmed, head, children }: FrameProps) {
  return (
    <Box className={classes["frame"] ?? ""} role="group" aria-label={label} tabIndex={0}>
      <table aria-label={label} aria-busy={isBusy} className={classes["table"]} data-dimmed={isDimmed}>
        <thead>
          <tr className={classes["headers"]}>{head}</tr>
        </thead>
        <tbody className={classes["body"]}>{children}</tbody>
      </table>
    </Box>
  );
}

interface HeadProps {
  column: Pick<TableColumn<never>, "header" | "width" | "isNumber" | "card">;
  /** Undefined for a column that cannot be sorted. */
  onSort?: (() => void) | undefined;
  sorted?: "asc" | "desc" | false;
  /** Px; undefined: as wide as its contents want. */
  chosenWidth?: number | undefined;
  /** Before the header. */
  box?: ReactNode;
  filter?: ReactNode;
  resizer?: ReactNode;
}

const ariaSort = { asc: "ascending", desc: "descending" } as const;

/** A column's header; a button that sorts, where the column can be sorted. */
export function HeadCell({ column, onSort, sorted, chosenWidth, box, filter, resizer }: HeadProps) {
  const { t } = useLingui();
  const { header, width, isNumber, card } = column;
  const Icon = sorted === "asc" ? IconArrowUp : IconArrowDown;
  return (
    <th
      scope="col"
      style={{ minWidth: chosenWidth ?? width, width: chosenWidth }}
      className={classes["head"]}
      data-number={isNumber}
      data-card={card}
      aria-sort={onSort && (sorted ? ariaSort[sorted] : "none")}
    >
      {onSort ? (
        <span className={classes["headRow"]}>
          {box}
          <UnstyledButton className={classes["sort"] ?? ""} onClick={onSort} title={t`Sort by ${header}`}>
            <span>{header}</span>
            {sorted && <Icon size={14} aria-hidden />}
          </UnstyledButton>
          {filter}
        </span>
      ) : card === "action" ? (
        <VisuallyHidden>{header}</VisuallyHidden>
      ) : (
        <span>{header}</span>
      )}
      {resizer}
    </th>
  );
}

interface CellProps<Row> {
  column: TableColumn<Row>;
  row: Row;
  /** Before the content. */
  box?: ReactNode;
}

export function BodyCell<Row>({ column, row, box }: CellProps<Row>) {
  const { header, isNumber, isRowHeader, card } = column;
  const content = column.render ? column.render(row) : column.text?.(row);
  const Cell = isRowHeader ? "th" : "td";
  return (
    <Cell
      scope={isRowHeader ? "row" : undefined}
      className={classes["cell"]}
      data-number={isNumber}
      data-card={card}
      data-label={card === "field" ? header : undefined}
    >
      {box ? (
        <Group wrap="nowrap" gap={2}>
          {box}
          <Box flex={1} miw={0}>
            {content}
          </Box>
        </Group>
      ) : (
        content
      )}
    </Cell>
  );
}
