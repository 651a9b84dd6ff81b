import { Box, type BoxProps } from "@mantine/core";
import type { ReactNode } from "react";

import classes from "./fact-list.module.css";

/** Names and values; a fact without text is left out. */
export type Fact = readonly [name: string, value: ReactNode];

interface Props extends BoxProps {
  facts: readonly Fact[];
  /** Values begin beside the longest name, and do not end at the right. In a wide container, three are in a line. */
  isPlain?: boolean;
}

/** Names and values, a line each. */
export function FactList({ facts, isPlain = false, ...box }: Props) {
  return (
    <Box component="dl" fz={14} {...box} className={classes["facts"]} data-plain={isPlain}>
      {facts.map(
        ([name, value]) =>
          value && (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </Box>
  );
}
