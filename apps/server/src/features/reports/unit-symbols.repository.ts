import { unitSymbols } from "@verandah/contract/unit-symbols.ts";
import type { Unit } from "@verandah/field/points.ts";
import { sql } from "kysely";

/** Every unit of the field has a symbol. */
const symbols: Record<Unit, string> = unitSymbols;

const cases = sql.join(
  Object.entries(symbols).map(([unit, symbol]) => sql`when ${sql.lit(unit)} then ${sql.lit(symbol)}`),
  sql` `,
);

/** The symbol of `r.unit`; empty where there is none. */
export const unitSymbol = sql`case coalesce(r.unit, 'none') ${cases} else r.unit end`;
