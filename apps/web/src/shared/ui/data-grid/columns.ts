import type { ReactNode } from "react";

export type SortKey = string | number;

/** A column of a table, whether the rows come by pages or are all in the browser. */
export interface TableColumn<Row> {
  readonly header: string;
  /** The text that is shown, and that a filter and an order in the browser use. */
  readonly text?: (row: Row) => SortKey | null;
  /** In place of the text. */
  readonly render?: (row: Row) => ReactNode;
  /** Least width, px. */
  readonly width?: number;
  readonly isNumber?: boolean;
  /** Its cell names the row for screen readers. */
  readonly isRowHeader?: boolean;
  /** For an order in the browser, in place of the text. A row without a key comes last. */
  readonly sortKey?: (row: Row) => SortKey | null;
  /**
   * Its place when rows become cards: the title, beside the title, a line of its own, in one line with others, or a field with the
   * header above the value.
   */
  readonly card?: "title" | "action" | "line" | "inline" | "field";
}

export type GridFilterKind =
  | {
      readonly choices: readonly { value: string; label: string }[];
      /** The cells have details that are searched by a text. */
      readonly hasDetails?: boolean;
    }
  | { readonly label: string };

/** The columns with their places in a card: a title, and others of a kind, unless they have one of their own. */
export const withPlaces = <Column extends TableColumn<never>>(
  columns: readonly Column[],
  others: "field" | "inline",
): Column[] => {
  const hasTitle = columns.some(({ card }) => card === "title");
  return columns.map((column, at) => ({ card: at === 0 && !hasTitle ? "title" : others, ...column }));
};

/** A column of rows that come by pages, sorted and filtered. */
export interface GridColumn<Row> extends TableColumn<Row> {
  readonly id: string;
  readonly width: number;
  /** How the column is filtered when not by a part of its text: the choices, or the question before a number. */
  readonly filter?: GridFilterKind;
  /** A column of buttons is neither sorted nor filtered. */
  readonly isPlain?: boolean;
  readonly isWithoutFilter?: boolean;
}
