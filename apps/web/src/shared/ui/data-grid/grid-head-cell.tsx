import { useLingui } from "@lingui/react/macro";
import { UnstyledButton, VisuallyHidden } from "@mantine/core";
import { IconArrowDown, IconArrowUp } from "@tabler/icons-react";
import type { ReactNode } from "react";

import { GridFilter } from "./grid-filter.tsx";
import { GridResizer } from "./grid-resizer.tsx";
import type { GridColumn } from "./use-grid-table.ts";

import classes from "./data-grid.module.css";

interface Props {
  column: Pick<
    GridColumn<never>,
    "header" | "width" | "isNumber" | "isPlain" | "isWithoutFilter" | "filter" | "card"
  >;
  sorted: "asc" | "desc" | false;
  filter: string;
  /** Px; undefined: as wide as its contents want. */
  chosenWidth: number | undefined;
  /** Before the header. */
  box?: ReactNode;
  onResize: (width: number | undefined) => void;
  onSort: () => void;
  onFilter: (text: string) => void;
}

const ariaSort = { asc: "ascending", desc: "descending" } as const;

/** A column's header: a button that sorts, one that opens the filter, and a handle that makes it wider or narrower. */
export function GridHeadCell({ column, sorted, filter, chosenWidth, box, ...props }: Props) {
  const { t } = useLingui();
  const { header, width, isNumber, isPlain, isWithoutFilter, filter: kind, card } = column;
  const Icon = sorted === "asc" ? IconArrowUp : IconArrowDown;
  return (
    <th
      scope="col"
      style={chosenWidth === undefined ? { minWidth: width } : { minWidth: chosenWidth, width: chosenWidth }}
      className={classes["head"]}
      data-number={isNumber}
      data-card={card}
      aria-sort={isPlain ? undefined : sorted ? ariaSort[sorted] : "none"}
    >
      {isPlain ? (
        <HeadText isButtonColumn={card === "action"}>{header}</HeadText>
      ) : (
        <span className={classes["headRow"]}>
          {box}
          <UnstyledButton
            className={classes["sort"] ?? ""}
            onClick={props.onSort}
            title={t`Sort by ${header}`}
          >
            <span>{header}</span>
            {sorted && <Icon size={14} aria-hidden />}
          </UnstyledButton>
          {!isWithoutFilter && (
            <GridFilter header={header} kind={kind} value={filter} onChange={props.onFilter} />
          )}
        </span>
      )}
      {card !== "action" && (
        <GridResizer header={header} leastWidth={width} width={chosenWidth} onResize={props.onResize} />
      )}
    </th>
  );
}

/** The header of a button column is for screen readers only. */
function HeadText({ isButtonColumn, children }: { isButtonColumn: boolean; children: string }) {
  return isButtonColumn ? <VisuallyHidden>{children}</VisuallyHidden> : <span>{children}</span>;
}
