import type { ReactNode } from "react";

import classes from "./fact-list.module.css";

/** Names and values; a fact without text is left out. */
export type Fact = readonly [name: string, value: ReactNode];

/** Names and values, a line each. */
export function FactList({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className={classes["facts"]}>
      {facts.map(
        ([name, value]) =>
          value && (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}
