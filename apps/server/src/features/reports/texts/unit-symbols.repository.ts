import { symbolOf, unitCodes } from "@verandah/equipment/units.ts";
import { sql } from "kysely";

const cases = sql.join(
  unitCodes.map((unit) => sql`when ${sql.lit(unit)} then ${sql.lit(symbolOf(unit))}`),
  sql` `,
);

/** The symbol of `r.unit`; empty without a unit. */
export const unitSymbol = sql`case coalesce(r.unit, 'none') ${cases} else r.unit end`;
