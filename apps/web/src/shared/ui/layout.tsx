import { Box, type BoxProps, type MantineStyleProp, Paper } from "@mantine/core";
import type { ReactNode } from "react";

import classes from "./layout.module.css";

/** A card with a quiet border. */
export const Panel = Paper.withProps({ classNames: { root: classes["panel"] ?? "" } });

interface LayoutProps extends BoxProps {
  component?: "div" | "ul" | "ol" | "dl" | "section";
  style?: MantineStyleProp;
  "aria-label"?: string;
  "aria-busy"?: boolean;
  children: ReactNode;
}

interface AutoGridProps extends LayoutProps {
  /** Minimum width of a column, px. */
  min: number;
  gap?: number | string;
  /** The columns take the whole width, even if there are few. */
  isFit?: boolean;
}

/** As many equal columns as have room. */
export function AutoGrid({ min, gap = 12, isFit = false, style, ...box }: AutoGridProps) {
  const columns = `repeat(auto-${isFit ? "fit" : "fill"}, minmax(min(100%, ${min}px), 1fr))`;
  return <Box m={0} {...box} style={[{ display: "grid", gridTemplateColumns: columns, gap }, style]} />;
}

interface ColumnsProps extends LayoutProps {
  /** Their widths, as in `grid-template-columns`. */
  of: string;
  gap?: number;
}

/** Columns side by side, one below the other on a narrow screen. */
export function Columns({ of, gap = 14, style, ...box }: ColumnsProps) {
  return (
    <Box {...box} className={classes["columns"]} __vars={{ "--columns": of }} style={[{ gap }, style]} />
  );
}

interface RowsProps extends LayoutProps {
  /** Room above and below each entry, px. */
  py?: number;
  /** A line above the first as well. */
  hasTop?: boolean;
}

/** List entries with a line between them. */
export function Rows({ py = 8, hasTop = false, ...box }: RowsProps) {
  return (
    <Box
      component="ul"
      {...box}
      className={classes["rows"]}
      __vars={{ "--row-padding": `${py}px` }}
      mod={{ top: hasTop }}
    />
  );
}
